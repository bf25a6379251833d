/** The compiled core of one rule set: its memory, and hands and tables written into it. */

import { RummyError } from "./errors.js";
import { N_CODES } from "./notation.js";

const HAND = 0, WALK = 1, COVER = 2, PATTERN = 3;
const EASY = 32;
const ERR_LIMIT = -4;

export class Core {
  /** @param {WebAssembly.Module} module @param {object} tables one rule set of rules.json */
  static async of(module, tables) {
    return new Core((await WebAssembly.instantiate(module, {})).exports, tables);
  }

  constructor(exports, tables) {
    this.x = exports;
    this.tables = tables;
    this.rules = this.alloc(12);
    this.bytes(this.rules, 12).set(tables.core);
    this.check(exports.rm_rules_check(this.rules));
    this.counts = this.alloc(N_CODES);
    this.second = this.alloc(N_CODES);
    this.third = this.alloc(N_CODES);
    this.hand = this.alloc(exports.rs_size(HAND));
    this.walk = this.alloc(exports.rs_size(WALK));
    this.cover = this.alloc(exports.rs_size(COVER));
    this.number = this.alloc(32);
    this.scratch = this.newScratch();
    this.spare = 0;
    this.large = 0;
    this.built = new Map();
    this.patterns = this.writePatterns();
  }

  alloc(size) {
    const at = this.x.rs_alloc(size);
    if (!at) throw new RummyError("limit", "core: expected more memory, got none");
    return at;
  }

  bytes(at, n) {
    return new Uint8Array(this.x.memory.buffer, at, n);
  }

  view() {
    return new DataView(this.x.memory.buffer);
  }

  /** Raise for a negative status. */
  check(status) {
    if (Number(status) === ERR_LIMIT) {
      throw new RummyError(
        "limit", "search: expected an answer within the search limit, got none");
    }
    if (Number(status) < 0) throw new RummyError("rules", `core: status ${status}`);
    return status;
  }

  newScratch() {
    const at = this.alloc(this.x.rm_scratch_size());
    this.x.rm_scratch_clear(at);
    return at;
  }

  /** Planes of a hand, ready for a question; its memory serves until the next call. */
  read(counts) {
    this.bytes(this.counts, N_CODES).set(counts);
    this.check(this.x.rm_hand_from_counts(this.rules, this.counts, this.hand));
    const tiles = counts.reduce((sum, n) => sum + n, 0);
    if (tiles > EASY && !this.large) {
      this.large = this.alloc(this.x.rm_large_size());
      this.x.rm_large_clear(this.large);
      this.x.rm_scratch_large(this.scratch, this.large);
    }
    return this.hand;
  }

  /** The tables of an objective for hands of so many jokers, built once. */
  tablesFor(objective, jokers) {
    const size = jokers <= 2 ? jokers : this.tables.core[3];
    const key = `${objective}/${size}`;
    if (!this.built.has(key)) {
      const weights = this.alloc(58 * 8);
      const view = this.view();
      this.tables.objectives[objective].weights.forEach((value, i) => {
        view.setBigInt64(weights + 8 * i, BigInt(value), true);
      });
      const at = this.x.rs_tables(this.rules, weights, size);
      if (!at) throw new RummyError("limit", "core: expected more memory, got none");
      this.built.set(key, at);
    }
    return this.built.get(key);
  }

  /** The best combined value of a hand, a BigInt. */
  best(objective, counts) {
    const tables = this.tablesFor(objective, counts[0]);
    return this.check(this.x.rm_best(tables, this.read(counts), this.scratch));
  }

  /** [combined value, packed melds of one best partition]. */
  partition(objective, counts) {
    const value = this.best(objective, counts);
    this.x.rm_walk_start(this.walk, this.tablesFor(objective, counts[0]), this.hand, value);
    if (!this.x.rm_walk_next(this.walk, this.scratch)) throw new RummyError("limit", "no walk");
    return [value, this.walked()];
  }

  walked() {
    return this.packed(this.x.rs_walk_at(this.walk), this.x.rs_walk_melds(this.walk));
  }

  packed(at, n) {
    const view = this.view();
    return Array.from({ length: n }, (_, i) => {
      const p = at + 8 * i;
      return {
        kind: view.getUint8(p), low: view.getUint8(p + 1), size: view.getUint8(p + 2),
        color: view.getUint8(p + 3), jokers: view.getUint16(p + 4, true),
        colors: view.getUint16(p + 6, true),
      };
    });
  }

  /** Every legal meld of a hand, packed. */
  melds(counts) {
    this.x.rm_melds_start(this.walk, this.tablesFor("tiles", counts[0]), this.read(counts));
    const found = [];
    while (this.x.rm_melds_next(this.walk)) found.push(...this.packed(this.x.rs_walk_at(this.walk), 1));
    return found;
  }

  /** [combined value, packed melds] of the best that are worth `least` points, or null. */
  opening(objective, counts, least) {
    this.spare ||= this.newScratch();
    const tables = this.tablesFor(objective, counts[0]);
    const points = this.tablesFor("points", counts[0]);
    const hand = this.read(counts);
    if (this.large) this.x.rm_scratch_large(this.spare, this.large);
    const status = this.x.rm_opening(
      tables, points, hand, BigInt(least), this.scratch, this.spare, this.walk, this.number);
    this.check(status);
    return status ? [this.view().getBigInt64(this.number, true), this.walked()] : null;
  }

  // ---- closings -------------------------------------------------------------------------

  writePatterns() {
    const { queries } = this.tables.patterns;
    const size = this.x.rs_size(PATTERN);
    const at = this.alloc(Math.max(1, queries.length) * size);
    const lanes = this.alloc(48), rest = this.alloc(8);
    queries.forEach((query, i) => {
      const view = this.view();
      query.lanes.forEach((lane, k) => view.setUint16(lanes + 2 * k, lane, true));
      this.bytes(rest, 5).set(query.rest);
      this.x.rs_pattern(this.rules, at + i * size, query.pattern, query.needs ?? -1, lanes, rest);
    });
    return { at, size, n: queries.length };
  }

  /** Whether all tiles but `spare` of them go into melds. */
  closes(counts, spare = 0, kept = 255) {
    return this.check(this.x.rs_closes(this.rules, this.read(counts), spare, kept)) === 1;
  }

  /** Bit p is set when all tiles together meet pattern p. */
  met(counts) {
    const { at, n } = this.patterns;
    return Number(this.check(this.x.rm_patterns(this.rules, at, n, this.read(counts))));
  }

  /** [code, patterns met without it] of every kind but `kept` that can be left out. */
  discards(counts, kept = 255) {
    const met = this.bigBlock();
    const { at, n } = this.patterns;
    const found = this.check(this.x.rm_closings(
      this.rules, at, n, this.read(counts), kept, this.second, met));
    const view = this.view();
    return Array.from({ length: found }, (_, i) => [
      view.getUint8(this.second + i), view.getUint32(met + 4 * i, true),
    ]);
  }

  /** Packed melds of one way to meet a pattern with all tiles; null: met by no melds. */
  arrangement(counts, pattern) {
    const hand = this.read(counts);
    const { at, size } = this.patterns;
    for (const [i, query] of this.tables.patterns.queries.entries()) {
      if (query.pattern !== pattern || query.rest[3]) continue;
      if (this.check(this.x.rm_cover_hand(this.rules, at + i * size, hand, this.cover)) === 1) {
        return this.packed(this.cover, this.x.rs_cover_melds(this.cover));
      }
    }
    return null;
  }

  bigBlock() {
    this.block ||= this.alloc(N_CODES * 8);
    return this.block;
  }

  // ---- distances ------------------------------------------------------------------------

  writePair(inPlay, counts) {
    this.bytes(this.second, N_CODES).set(inPlay);
    this.bytes(this.counts, N_CODES).set(counts);
  }

  distance(inPlay, counts, size, pairJokers) {
    this.writePair(inPlay, counts);
    this.check(this.x.rm_distance(
      this.rules, this.second, this.counts, size, pairJokers, this.number));
    return this.view().getInt32(this.number, true);
  }

  /** [distance, unseen copies by code of the tiles that lower it]. */
  useful(inPlay, counts, size, pairJokers) {
    this.writePair(inPlay, counts);
    this.check(this.x.rm_useful(
      this.rules, this.second, this.counts, size, pairJokers, this.third, this.number));
    const flags = Uint8Array.from(this.bytes(this.third, N_CODES));
    return [
      this.view().getInt32(this.number, true),
      flags.map((flag, code) => flag * (inPlay[code] - counts[code])),
    ];
  }

  /** The counts of a closed hand as near as any, or null. */
  nearest(inPlay, counts, size, pairJokers) {
    this.writePair(inPlay, counts);
    this.check(this.x.rm_nearest(
      this.rules, this.second, this.counts, size, pairJokers, this.third, this.number));
    if (this.view().getInt32(this.number, true) < 0) return null;
    return Uint8Array.from(this.bytes(this.third, N_CODES));
  }

  /** [ways to close within 1 to 3 draws, ways in all], BigInts. No list of closed hands is kept. */
  odds(inPlay, counts, size, pairJokers, draws) {
    this.writePair(inPlay, counts);
    this.check(this.x.rm_odds(
      this.rules, this.second, this.counts, size, pairJokers, draws, 0, 0, this.number,
      this.number + 8));
    const view = this.view();
    return [view.getBigInt64(this.number, true), view.getBigInt64(this.number + 8, true)];
  }
}
