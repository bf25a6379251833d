/** Melds as values: what was found by the core, what lies on a table, how it reads and prints. */

import { RummyError } from "./errors.js";
import { codeOf, colorOf, rankOf } from "./notation.js";

const KINDS = { run: 0, group: 1, pair: 2 };

export const isJoker = (code) => code === 0;
export const jokersOf = (meld) => meld.tiles.filter(isJoker).length;
export const naturalsOf = (meld) => meld.tiles.filter((code) => code !== 0);

/** The melds of one rule set. */
export class Melds {
  constructor(tables, notation) {
    this.t = tables;
    this.notation = notation;
  }

  run(color, low, size, jokers) {
    const faces = Array.from({ length: size }, (_, i) => this.faceAt(color, low + i));
    const tiles = faces.map((face, i) => ((jokers >> (low + i)) & 1 ? 0 : face));
    return this.made("run", tiles, faces);
  }

  group(rank, colors, size) {
    const naturals = [];
    for (let c = 0; c < this.t.colors; c++) if ((colors >> c) & 1) naturals.push(codeOf(c, rank));
    return this.groupOf(naturals, size - naturals.length);
  }

  groupOf(naturals, jokers) {
    const known = [...naturals].sort((a, b) => a - b);
    const open = Array(jokers).fill(null);
    return this.made("group", [...known, ...open.map(() => 0)], [...known, ...open]);
  }

  pair(tile, jokers) {
    const naturals = tile === 0 ? 0 : 2 - jokers;
    const tiles = Array.from({ length: 2 }, (_, i) => (i < naturals ? tile : 0));
    const face = tile === 0 ? null : tile;
    return { kind: "pair", tiles, faces: [face, face], open: false, points: 0 };
  }

  made(kind, tiles, faces, open = false) {
    const meld = { kind, tiles, faces, open, points: 0 };
    meld.points = this.points(meld);
    return meld;
  }

  /** What the core packed, in the order of melds. */
  unpacked(packed) {
    return packed.map((p) => (p.kind === 1
      ? this.group(p.low, p.colors, p.size)
      : this.run(p.color, p.low, p.size, p.jokers))).sort(compareMelds);
  }

  faceAt(color, place) {
    return codeOf(color, place > this.t.ranks ? 1 : place);
  }

  /** The places of a run. */
  places(meld) {
    const found = meld.faces.map(rankOf);
    if (found.length > 1 && found.at(-1) === 1) found[found.length - 1] = this.t.ranks + 1;
    return found;
  }

  points(meld) {
    if (meld.open) {
      const group = this.groupOf(naturalsOf(meld), jokersOf(meld));
      return Math.max(this.points({ ...meld, open: false }), group.points);
    }
    const [run, runJoker, group, groupJoker] = this.t.points;
    const inRun = meld.kind === "run";
    const rank = inRun ? 0 : rankOf(meld.faces.find((face) => face !== null));
    const spots = inRun ? this.places(meld) : meld.tiles.map(() => rank);
    return meld.tiles.reduce((sum, tile, i) => {
      const table = tile === 0 ? (inRun ? runJoker : groupJoker) : (inRun ? run : group);
      return sum + table[spots[i]];
    }, 0);
  }

  text(meld) {
    const written = this.writtenFaces(meld);
    return meld.tiles.map((tile, i) => (written && tile === 0
      ? `*:${this.notation.faceNames[written[i]]}`
      : this.notation.names[tile])).join(" ");
  }

  /** The faces to print, where one natural tile leaves two readings. */
  writtenFaces(meld) {
    const naturals = naturalsOf(meld);
    const jokers = jokersOf(meld);
    if (meld.open || naturals.length !== 1 || meld.kind === "pair" || !jokers) return null;
    if (meld.kind === "run") return meld.faces;
    const rank = rankOf(naturals[0]);
    if (rank + meld.tiles.length - 1 > 14) return null;
    const free = [0, 1, 2, 3, 4, 5].filter((color) => color !== colorOf(naturals[0]));
    return [naturals[0], ...free.slice(0, jokers).map((color) => codeOf(color, rank))];
  }

  // ---- tables ---------------------------------------------------------------------------

  /** The melds of a table from text, from texts, or from melds; each is checked. */
  table(given) {
    const parts = typeof given === "string" ? this.notation.melds(given) : [...(given ?? [])];
    const melds = parts.map((part, i) => this.tableMeld(part, i + 1));
    if (melds.length > 64) throw new RummyError("table", "table: expected at most 64 melds");
    return melds;
  }

  tableMeld(part, number) {
    const where = `meld ${number} of the table`;
    const items = typeof part === "string"
      ? this.notation.items(part, { meld: number })
      : part.tiles.map((tile, i) => ({ tile, face: this.settledFace(part, i) }));
    let found = this.readings(items, this.jokerLimitOnTable());
    if (part.kind && !part.open) found = found.filter((meld) => meld.kind === part.kind);
    if (!found.length) {
      const text = items.map((item) => this.notation.names[item.tile]).join(" ");
      throw new RummyError(
        "table", `meld '${text}' at ${where}: expected a run or a group in the order written`,
        { where, meld: number });
    }
    if (found.length === 1) return found[0];
    const run = found.find((meld) => meld.kind === "run");
    return this.made("run", run.tiles, run.faces, true);
  }

  settledFace(meld, i) {
    return meld.kind === "run" && !meld.open && meld.tiles[i] === 0 ? meld.faces[i] : null;
  }

  jokerLimitOnTable() {
    const grows = !this.t.joker_cap_on_layoff && this.t.table_play === "lay_off";
    return grows ? Infinity : this.t.joker_limit;
  }

  /** Every meld that places can be in the order written, the run first. */
  readings(items, jokerLimit = this.t.joker_limit) {
    const jokers = items.filter((item) => item.tile === 0).length;
    const known = items.map((item) => (item.tile === 0 ? item.face : item.tile));
    if (items.length - jokers < this.t.min_naturals || jokers > jokerLimit) return [];
    return [...this.runReadings(items, known), ...this.groupReading(items, known, jokers)];
  }

  runReadings(items, known) {
    const n = items.length;
    const colors = new Set(known.filter((face) => face !== null).map(colorOf));
    const span = this.t.last_place - this.t.first_place + 1;
    if (colors.size !== 1 || n < this.t.min_run || n > Math.min(this.t.core[5], span)) return [];
    const [color] = colors;
    if (color >= this.t.colors) return [];
    const found = [];
    for (let start = this.t.first_place; start <= this.t.last_place - n + 1; start++) {
      const faces = items.map((_, i) => this.faceAt(color, start + i));
      if (known.every((face, i) => face === null || face === faces[i])) {
        found.push(this.made("run", items.map((item) => item.tile), faces));
      }
    }
    return found;
  }

  groupReading(items, known, jokers) {
    const faces = known.filter((face) => face !== null);
    const most = Math.min(this.t.max_group, this.t.colors);
    const colors = new Set(faces.map(colorOf));
    const bad = items.length < this.t.min_group || items.length > most
      || new Set(faces.map(rankOf)).size !== 1 || rankOf(faces[0]) > this.t.ranks
      || colors.size !== faces.length
      || [...colors].some((color) => color >= this.t.colors);
    if (bad) return [];
    return [this.groupOf(items.map((item) => item.tile).filter((tile) => tile !== 0), jokers)];
  }

  /** The readings of a meld on the table: one, or both of an open one. */
  settled(meld) {
    if (!meld.open) return [meld];
    const items = meld.tiles.map((tile) => ({ tile, face: null }));
    return this.readings(items, this.jokerLimitOnTable());
  }
}

export function compareMelds(a, b) {
  const first = KINDS[a.kind] - KINDS[b.kind];
  if (first) return first;
  const faces = (meld) => meld.faces.map((face) => (face === null ? 255 : face));
  return compareLists(faces(a), faces(b)) || compareLists(a.tiles, b.tiles);
}

/** Order of two lists of numbers. */
export function compareLists(a, b) {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}
