/** How far a hand is from closing, which tiles help, what to throw. */

import { RummyError } from "./errors.js";
import { without } from "./closings.js";
import { N_CODES } from "./notation.js";

const MOST_TILES = 32;

/** A checked question: what is in play, the size, the rule on pairs. */
function ask(game, counts, { seen = "", size } = {}) {
  const { t } = game;
  if (t.table_play === "rearrange") {
    throw new RummyError(
      "rules", `distance: expected rules without a rearranged table, got '${game.name}', where the table counts too`);
  }
  const gone = game.countsOf(seen);
  const inPlay = Uint8Array.from(game.deck);
  gone.forEach((n, code) => {
    if (n + counts[code] > inPlay[code]) {
      throw new RummyError(
        "hand", `hand and seen tiles have ${counts[code]} and ${n} of ${game.notation.names[code]}, `
        + `deck '${game.name}' has ${inPlay[code]}`);
    }
    inPlay[code] -= n;
  });
  const need = size ?? t.hand_size;
  if (!Number.isInteger(need) || need < 0 || need > MOST_TILES) {
    throw new RummyError("hand", `size: expected an integer 0..${MOST_TILES}, got ${need}`);
  }
  const whole = t.pairs_to_win && need === t.hand_size && need === 2 * t.pairs_to_win;
  return { inPlay, size: need, pairs: whole ? t.pair_jokers : 0 };
}

function need(game, counts, least, most) {
  const n = game.size(counts);
  if (n >= least && n <= most) return;
  const expected = least === 0 ? `at most ${most}` : most;
  throw new RummyError("hand", `hand: expected ${expected} tiles, got ${n}`);
}

const known = (distance) => (distance < 0 ? null : distance);

export function distance(game, counts, options) {
  const q = ask(game, counts, options);
  need(game, counts, 0, q.size + 1);
  return known(game.core.distance(q.inPlay, counts, q.size, q.pairs));
}

export function nearest(game, counts, options) {
  const q = ask(game, counts, options);
  need(game, counts, 0, q.size + 1);
  const found = game.core.nearest(q.inPlay, counts, q.size, q.pairs);
  return found && game.codesOf(found);
}

/** Map of tile code to unseen copies. */
export function usefulTiles(game, counts, options) {
  const q = ask(game, counts, options);
  need(game, counts, q.size, q.size);
  return byTile(game.core.useful(q.inPlay, counts, q.size, q.pairs)[1]);
}

const byTile = (copies) => new Map([...copies.entries()].filter(([, n]) => n));

/** One row per kind of tile in the hand, the best discard first. */
export function rankDiscards(game, counts, options) {
  const q = ask(game, counts, options);
  need(game, counts, q.size + 1, q.size + 1);
  const rows = [];
  for (let tile = 0; tile < N_CODES; tile++) {
    if (!counts[tile]) continue;
    const rest = without(counts, tile), inPlay = without(q.inPlay, tile);
    const [far, copies] = game.core.useful(inPlay, rest, q.size, q.pairs);
    const sum = copies.reduce((total, n) => total + n, 0);
    rows.push({ tile, distance: known(far), useful: byTile(copies), copies: sum, rest, inPlay });
  }
  refine(game, rows, q);
  rows.sort((a, b) => coarse(a, b) || b.odds - a.odds || a.penalty - b.penalty || a.tile - b.tile);
  return rows.map(({ tile, distance: far, useful, copies }) => ({
    tile, distance: far, useful, copies,
  }));
}

function coarse(a, b) {
  const far = (row) => row.distance ?? Infinity;
  return (far(a) === far(b) ? 0 : far(a) - far(b)) || b.copies - a.copies;
}

/** What parts discards of equal distance and as many live copies. */
function refine(game, rows, q) {
  for (const row of rows) {
    row.odds = 0;
    row.penalty = 0;
    if (rows.every((other) => other === row || coarse(row, other))) continue;
    row.penalty = game.valueOf(row.rest, "penalty");
    if (row.distance === 1 || row.distance === 2) {
      const [ways, total] = game.core.odds(row.inPlay, row.rest, q.size, q.pairs, 2);
      row.odds = Number(ways) / Number(total);
    }
  }
}
