/** Closings: what can be thrown, which rows of points the kept tiles meet, how they lie. */

import { RummyError } from "./errors.js";

const NOTHING = -1;
const PAD = 255;

export const without = (counts, code) => {
  const rest = Uint8Array.from(counts);
  if (code >= 0) rest[code] -= 1;
  return rest;
};
const size = (counts) => counts.reduce((sum, n) => sum + n, 0);

/** Every way to close now, best first. */
export function closings(game, counts, { launched = 0, opened = false, taken = null } = {}) {
  const kept = game.bannedCode(counts, taken);
  if (!Number.isInteger(launched) || launched < 0 || launched + counts[0] > game.t.jokers) {
    throw new RummyError(
      "hand", `jokers launched and held: expected at most ${game.t.jokers}, got ${launched}`);
  }
  if (!size(counts)) return [];
  if (game.t.closing === "knock") {
    const found = [...knocks(game, counts, kept)];
    found.sort((a, b) => a[2] - b[2] || a[0] - b[0]);
    return found.map(([code, met]) => closing(game, counts, code, met, 0, opened));
  }
  const ways = game.t.closing === "out"
    ? [...goingOut(game, counts, kept, opened)].map((code) => [code, 1])
    : arranged(game, counts, kept);
  return ways.map(([code, met]) => closing(game, counts, code, met, launched, opened)).sort(order);
}

function order(a, b) {
  const code = (x) => x.discard ?? NOTHING;
  return (b.points ?? 0) - (a.points ?? 0) || b.factor - a.factor || code(a) - code(b);
}

/** How many tiles, 0 or 1, must stay out of the melds. */
function tilesOver(game, counts) {
  const base = game.t.hand_size;
  const most = base + (game.t.closing === "arranged" ? game.t.left_over : 1);
  const n = size(counts);
  if (n < base || n > most) {
    const expected = base === most ? base : `${base} or ${most}`;
    throw new RummyError("hand", `hand: expected ${expected} tiles, got ${n}`);
  }
  return n - base;
}

function arranged(game, counts, kept) {
  const over = tilesOver(game, counts);
  const found = over ? game.core.discards(counts, kept) : [];
  if (!over || (game.t.close_without_left_over && game.core.closes(counts))) {
    const met = game.core.met(counts);
    if (met) found.push([NOTHING, met]);
  }
  return found;
}

function mayLay(game, counts, opened) {
  const n = size(counts);
  if (game.t.one_meld_per_turn && n && !oneMeld(game, counts, n)) return false;
  if (opened || !game.t.opening_points) return true;
  const found = game.openingOf(counts, "tiles");
  return found !== null && found.melds.reduce((sum, meld) => sum + meld.tiles.length, 0) === n;
}

function oneMeld(game, counts, n) {
  return game.core.melds(counts).some((packed) => packed.size === n);
}

function* goingOut(game, counts, kept, opened) {
  const whole = game.t.discard !== "required" && game.core.closes(counts);
  if (whole && mayLay(game, counts, opened)) yield NOTHING;
  if (game.t.discard === "none") return;
  for (const [code] of game.core.discards(counts, kept)) {
    if (mayLay(game, without(counts, code), opened)) yield code;
  }
}

function* knocks(game, counts, kept) {
  const limit = game.t.knock_limit ?? 0;
  const over = tilesOver(game, counts);
  const whole = game.valueOf(counts, "penalty");
  if (whole <= (over ? 0 : limit)) yield [NOTHING, 1 << Number(whole > 0), whole];
  if (!over) return;
  for (const { tile, value } of game.discardsOf(counts, "penalty")) {
    if (value <= limit && tile !== kept) yield [tile, 1 << Number(value > 0), value];
  }
}

function closing(game, counts, code, met, launched, opened) {
  const kept = without(counts, code);
  const found = score(game.t.patterns, met, kept[0], launched, code === 0, !opened);
  const melds = arrangement(game, kept, found.pattern, opened);
  const deadwood = game.t.closing === "knock" ? game.lessMelds(kept, melds) : new Uint8Array();
  return { discard: code < 0 ? null : code, ...found, melds, deadwood };
}

/** What tiles are worth that meet some patterns: the best row, and all rows. */
function score({ names, rows }, met, jokers, launched, thrown, fresh) {
  const values = new Map();
  let best = [-1, -1], tied = 0;
  for (const row of rows) {
    const shown = row.pattern & met;
    if (!shown || launched < row.launched || (row.thrown && !thrown) || (row.fresh && !fresh)) {
      continue;
    }
    const value = row.points === null ? null : row.points * row.factor - row.step * jokers;
    const known = values.get(row.name);
    const either = known === undefined || known === null || value === null;
    values.set(row.name, either ? value : Math.max(known, value));
    const worth = [value ?? 0, row.factor];
    const more = worth[0] - best[0] || worth[1] - best[1];
    if (more > 0) [best, tied] = [worth, 0];
    if (more >= 0) tied |= shown;
  }
  const all = [...values].map(([name, points]) => ({ name, points }));
  const points = all.some((row) => row.points === null) ? all[0].points : best[0];
  return { pattern: names.find((_, p) => (tied >> p) & 1), points, factor: best[1], rows: all };
}

function arrangement(game, kept, pattern, opened) {
  if (game.t.closing === "knock") return game.solutionOf(kept, "penalty").melds;
  if (game.t.closing === "out" && game.t.opening_points && !opened) {
    return game.openingOf(kept, "tiles")?.melds ?? [];
  }
  const packed = game.core.arrangement(kept, game.t.patterns.names.indexOf(pattern));
  return packed === null ? pairs(game, kept) : game.melds.unpacked(packed);
}

/** The most pairs of a hand, as melds. */
export function pairs(game, counts) {
  if (!game.t.pairs_to_win) return [];
  const found = [], singles = [];
  for (let code = 1; code < counts.length; code++) {
    for (let i = 0; i < counts[code] >> 1; i++) found.push(game.melds.pair(code, 0));
    if (counts[code] & 1) singles.push(code);
  }
  if (game.t.pair_jokers > 1) {
    singles.slice(0, counts[0]).forEach((code) => found.push(game.melds.pair(code, 1)));
    const spare = game.t.pair_jokers > 2 ? Math.max(0, counts[0] - singles.length) : 0;
    for (let i = 0; i < spare >> 1; i++) found.push(game.melds.pair(0, 2));
  }
  return found;
}

export { PAD };
