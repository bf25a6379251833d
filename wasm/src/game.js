/** One rule set, ready to be asked. */

import { closings, pairs } from "./closings.js";
import { Core } from "./core.js";
import { RummyError, shown } from "./errors.js";
import { distance, nearest, rankDiscards, usefulTiles } from "./hints.js";
import { Melds, compareMelds } from "./melds.js";
import { N_CODES, Notation, codeOf, colorOf, rankOf } from "./notation.js";
import { bestTurn } from "./turns.js";

/** The tables of a rule set with its okey tile chosen. */
function withOkey(tables, okeyTile) {
  if (!okeyTile) {
    if (!tables.okey_required || tables.okey) return tables;
    throw new RummyError("rules", `rule set '${tables.name}': expected an okey tile, got none`);
  }
  const [code, ...more] = new Notation({ ...tables, okey: null }).parse(okeyTile);
  if (more.length || !code || colorOf(code) >= tables.colors || tables.okey !== null) {
    throw new RummyError("rules", `okey tile: expected a tile of the deck, got ${shown(okeyTile)}`);
  }
  const deck = [...tables.deck];
  deck[codeOf(colorOf(code), ((rankOf(code) + tables.ranks - 2) % tables.ranks) + 1)] -= 1;
  return { ...tables, okey: code, deck };
}

export class Game {
  static async of(module, given, { okeyTile } = {}) {
    const tables = withOkey(given, okeyTile);
    return new Game(await Core.of(module, tables), tables);
  }

  constructor(core, tables) {
    this.core = core;
    this.t = tables;
    this.name = tables.name;
    this.deck = Uint8Array.from(tables.deck);
    this.notation = new Notation(tables);
    this.melds = new Melds(tables, this.notation);
  }

  // ---- hands ----------------------------------------------------------------------------

  /** Tile codes of a text or of codes, checked against the deck. */
  parse(given) {
    return this.codesOf(this.countsOf(given));
  }

  /** Copies by tile code of text, codes or texts, checked against the deck. */
  countsOf(given) {
    const codes = typeof given === "string" ? this.notation.parse(given) : [...given].flatMap(
      (item) => (typeof item === "string" ? this.notation.parse(item) : [item]));
    const counts = new Uint8Array(N_CODES);
    codes.forEach((code, i) => {
      if (code === 255 && given instanceof Uint8Array) return;
      if (!Number.isInteger(code) || code < 0 || code >= N_CODES) {
        const place = { where: `position ${i + 1}`, position: i + 1 };
        throw new RummyError(
          "hand", `tile ${shown(code)} at ${place.where}: expected a code 0..${N_CODES - 1}`, place);
      }
      counts[code] += 1;
      if (counts[code] > this.deck[code]) this.tooMany(code, codes, i);
    });
    return counts;
  }

  tooMany(code, codes, i) {
    const n = codes.filter((other) => other === code).length;
    const name = this.notation.names[code];
    throw new RummyError(
      "hand", `hand has ${n} of ${name}, deck '${this.name}' has ${this.deck[code]}`,
      { position: i + 1 });
  }

  codesOf(counts) {
    return Uint8Array.from([...counts].flatMap((n, code) => Array(n).fill(code)));
  }

  size(counts) {
    return counts.reduce((sum, n) => sum + n, 0);
  }

  penalty(counts) {
    return counts.reduce((sum, n, code) => sum + n * this.t.hand_points[code], 0);
  }

  lessMelds(counts, melds) {
    const rest = Uint8Array.from(counts);
    for (const meld of melds) for (const tile of meld.tiles) rest[tile] -= 1;
    return this.codesOf(rest);
  }

  /** The code of a tile that may not be thrown, 255 for none. */
  bannedCode(counts, taken) {
    if (taken === null || taken === undefined) return 255;
    const [code, ...more] = typeof taken === "number" ? [taken] : this.notation.parse(taken);
    if (code === undefined || more.length || !counts[code]) {
      throw new RummyError(
        "hand", `tile taken: expected one tile of the rack, got ${shown(taken)}`);
    }
    return !this.t.discard_taken && counts[code] === 1 ? code : 255;
  }

  /** Print codes, a meld or melds in the style of the game. */
  format(x) {
    if (typeof x === "number") return this.notation.names[x];
    if (x?.tiles && x.kind) return this.melds.text(x);
    if (x?.[0]?.kind) return x.map((meld) => this.melds.text(meld)).join(" | ");
    return this.notation.format(x);
  }

  table(given) {
    return this.melds.table(given);
  }

  // ---- solving --------------------------------------------------------------------------

  goal(objective) {
    const name = Array.isArray(objective)
      ? objective.join() + (objective.length === 1 ? "," : "") : objective;
    const alias = name === "points," || name === "penalty," ? name.slice(0, -1) : name;
    const same = { "tiles,points": "tiles" }[alias] ?? alias;
    if (Object.hasOwn(this.t.objectives, same)) return same;
    const known = Object.keys(this.t.objectives).join(" ");
    throw new RummyError("rules", `objective: expected one of ${known}, got ${shown(name)}`);
  }

  /** The value of each component from a combined gain. */
  decode(goal, combined, counts) {
    const { radices, left } = this.t.objectives[goal];
    const values = [];
    let rest = combined;
    for (let i = radices.length - 1; i >= 0; i--) {
      const radix = BigInt(radices[i]);
      const gain = Number(rest % radix);
      rest /= radix;
      values.unshift(left[i] ? this.penalty(counts) - gain : gain);
    }
    return values;
  }

  valueOf(counts, goal) {
    return this.decode(goal, this.core.best(goal, counts), counts)[0];
  }

  solutionOf(counts, goal) {
    const [combined, packed] = this.core.partition(goal, counts);
    return this.solution(counts, this.melds.unpacked(packed), this.decode(goal, combined, counts));
  }

  solution(counts, melds, values) {
    const deadwood = this.lessMelds(counts, melds);
    const laid = melds.flatMap((meld) => meld.tiles);
    return {
      melds, deadwood, value: values[0], values, tileCount: laid.length,
      points: melds.reduce((sum, meld) => sum + meld.points, 0),
      penalty: deadwood.reduce((sum, code) => sum + this.t.hand_points[code], 0),
      jokersUsed: laid.filter((tile) => tile === 0).length,
    };
  }

  evaluate(hand, { objective = "tiles" } = {}) {
    return this.valueOf(this.countsOf(hand), this.goal(objective));
  }

  solve(hand, { objective = "tiles" } = {}) {
    return this.solutionOf(this.countsOf(hand), this.goal(objective));
  }

  /** The best melds that are worth enough to open with, or null. */
  opening(hand, { objective = "tiles" } = {}) {
    return this.openingOf(this.countsOf(hand), this.goal(objective));
  }

  openingOf(counts, goal) {
    const least = this.t.opening_points;
    if (!least) return this.solutionOf(counts, goal);
    if (this.t.opening_single_meld) return this.openingByOne(counts, goal, least);
    if (goal === "points") {
      const found = this.solutionOf(counts, goal);
      return found.points >= least ? found : null;
    }
    const { names } = this.t.objectives[goal];
    const wide = names.includes("points") ? goal : this.goal([...names, "points"]);
    const best = this.core.opening(wide, counts, least);
    if (!best) return null;
    const values = this.decode(wide, best[0], counts).slice(0, names.length);
    return this.solution(counts, this.melds.unpacked(best[1]), values);
  }

  openingByOne(counts, goal, least) {
    let best = null;
    for (const packed of this.core.melds(counts)) {
      const [meld] = this.melds.unpacked([packed]);
      if (meld.points < least) continue;
      const rest = this.countsOf(this.lessMelds(counts, [meld]));
      const [, others] = this.core.partition(goal, rest);
      const found = this.solutionByMelds(counts, goal, [meld, ...this.melds.unpacked(others)]);
      if (!best || found.combined > best.combined) best = found;
    }
    return best && this.solution(counts, best.melds, best.values);
  }

  solutionByMelds(counts, goal, melds) {
    melds.sort((a, b) => a.faces[0] - b.faces[0]);
    const { names, left } = this.t.objectives[goal];
    const found = this.solution(counts, melds, [0]);
    const by = { tiles: found.tileCount, points: found.points, penalty: found.penalty };
    const values = names.map((name) => by[name]);
    const combined = values.reduce(
      (sum, value, i) => sum * 100000 + (left[i] ? 99999 - value : value), 0);
    return { melds, values, combined };
  }

  possibleMelds(hand) {
    return this.melds.unpacked(this.core.melds(this.countsOf(hand)));
  }

  /** [{tile, value}] of what is left after each discard, the best first. */
  bestDiscards(hand, { objective = "penalty" } = {}) {
    return this.discardsOf(this.countsOf(hand), this.goal(objective));
  }

  discardsOf(counts, goal) {
    const { left } = this.t.objectives[goal];
    const rows = [...counts.entries()].filter(([, n]) => n).map(([tile]) => {
      const rest = Uint8Array.from(counts);
      rest[tile] -= 1;
      const values = this.decode(goal, this.core.best(goal, rest), rest);
      return { tile, value: values[0], order: values.map((x, i) => (left[i] ? x : -x)) };
    });
    rows.sort((a, b) => {
      const i = a.order.findIndex((value, k) => value !== b.order[k]);
      return i < 0 ? a.tile - b.tile : a.order[i] - b.order[i];
    });
    return rows.map(({ tile, value }) => ({ tile, value }));
  }

  bestPairs(hand) {
    return pairs(this, this.countsOf(hand)).sort(compareMelds);
  }

  // ---- closings, turns, hints -----------------------------------------------------------

  closings(hand, options) {
    return closings(this, this.countsOf(hand), options);
  }

  bestTurn(rack, table, options) {
    return bestTurn(this, this.countsOf(rack), this.table(table), options);
  }

  distance(hand, options) {
    return distance(this, this.countsOf(hand), options);
  }

  nearestClosing(hand, options) {
    return nearest(this, this.countsOf(hand), options);
  }

  usefulTiles(hand, options) {
    return usefulTiles(this, this.countsOf(hand), options);
  }

  rankDiscards(hand, options) {
    return rankDiscards(this, this.countsOf(hand), options);
  }
}
