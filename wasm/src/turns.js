/** The best turn at a table, for games that lay off and games that rearrange. */

import { RummyError } from "./errors.js";
import { compareLists, compareMelds, jokersOf, naturalsOf } from "./melds.js";
import { colorOf, rankOf, N_CODES } from "./notation.js";

const TURN = 4, PLAN = 5, QUERY = 6, LAID = 7, TABLE_MELD = 8;
const RUN = 1, GROUP = 2, EITHER = 3, PAD = 255;
const DISCARD = { none: 0, optional: 1, required: 2 };
const POLICY = { locked: 0, replace: 1, free: 2 };
const ORDER = { tiles: 0, penalty: 1, points: 2, kept: 3 };
const FLAGS = ["swap", "use_swapped", "cap_on_layoff", "one_meld", "opening_single"];
const MOST_MELDS = 64;

/** The best whole turn; see rummy_solver.d.ts. */
export function bestTurn(game, counts, table, options = {}) {
  const { opened = true, objective = "tiles", discard, taken = null, nodeLimit = 0 } = options;
  const goals = game.t.turns[objective];
  if (game.t.table_play === "none") {
    throw new RummyError("rules", `rule set '${game.name}': expected a game with play at a table`);
  }
  if (!goals) throw new RummyError("rules", `objective: expected tiles, penalty or points`);
  checkDeck(game, counts, table);
  const banned = game.bannedCode(counts, taken);
  let end = null;
  if (counts.some((n) => n)) {
    const ask = game.t.table_play === "rearrange" ? rearranged : extended;
    const mode = discard === false ? "none" : game.t.discard;
    end = ask(game, counts, table, { goals, opened, banned, mode, nodeLimit });
  }
  return described(game, counts, table, end ?? { melds: table, discard: null }, opened);
}

function checkDeck(game, counts, table) {
  const total = Uint8Array.from(counts);
  for (const meld of table) for (const tile of meld.tiles) total[tile] += 1;
  total.forEach((n, code) => {
    if (n > game.deck[code]) {
      const name = game.notation.names[code];
      throw new RummyError(
        "hand", `hand and table have ${n} of ${name}, deck '${game.name}' has ${game.deck[code]}`);
    }
  });
}

function described(game, counts, before, end, opened) {
  const left = Uint8Array.from(counts), placed = new Uint8Array(N_CODES);
  for (const meld of before) for (const tile of meld.tiles) left[tile] += 1;
  for (const meld of end.melds) for (const tile of meld.tiles) left[tile] -= 1;
  left.forEach((n, code) => { placed[code] = Math.max(0, counts[code] - n); });
  if (end.discard !== null) left[end.discard] -= 1;
  const goesOut = counts.some((n) => n) && !left.some((n) => n);
  const sum = (melds) => melds.reduce((total, meld) => total + meld.points, 0);
  const doubled = goesOut && !opened && game.t.take_all;
  return {
    placed: game.codesOf(placed), left: game.codesOf(left), discard: end.discard,
    table: end.melds, points: sum(end.melds) - sum(before), penalty: game.penalty(left),
    tiles: game.size(counts) - game.size(left) - Number(end.discard !== null),
    goesOut, keptMelds: kept(before, end.melds), factor: doubled ? game.t.one_turn_factor : 1,
  };
}

function kept(before, after) {
  const key = (meld) => [...meld.tiles].sort((a, b) => a - b).join();
  const there = after.map(key);
  let n = 0;
  for (const meld of before) {
    const i = there.indexOf(key(meld));
    if (i >= 0) {
      there.splice(i, 1);
      n += 1;
    }
  }
  return n;
}

// ---- tables that are only extended --------------------------------------------------------

function extended(game, counts, table, { goals, opened, banned, mode, nodeLimit }) {
  const { core } = game;
  const turn = layoffMemory(game);
  writeGoals(core, turn, goals);
  const view = core.view();
  view.setInt32(turn.at + 1336, goals.flags.opening_points, true);
  core.bytes(turn.at + 1340, 8).set(
    [opened, DISCARD[mode], banned, ...FLAGS.map((flag) => goals.flags[flag])]);
  view.setBigInt64(turn.at + 1352, BigInt(nodeLimit), true);
  table.forEach((meld, i) => writeTableMeld(game, view, turn.table + 32 * i, meld, goals));
  core.bytes(core.counts, N_CODES).set(counts);
  core.check(core.x.rm_layoff_best(
    core.rules, turn.at, core.counts, turn.table, table.length, turn.work, turn.size, turn.plan));
  return readPlan(game, turn.plan, table);
}

function layoffMemory({ core }) {
  core.layoff ||= {
    at: core.alloc(core.x.rs_size(TURN)), plan: core.alloc(core.x.rs_size(PLAN)),
    table: core.alloc(MOST_MELDS * core.x.rs_size(TABLE_MELD)), gains: core.alloc(138 * 8),
    opening: core.alloc(58 * 4), size: core.x.rm_layoff_size(),
    work: core.alloc(core.x.rm_layoff_size()),
  };
  return core.layoff;
}

function writeGoals(core, turn, goals) {
  const view = core.view();
  [...goals.gains, goals.kept].forEach((gain, i) => {
    view.setBigInt64(turn.gains + 8 * i, BigInt(gain), true);
  });
  goals.opening.forEach((points, i) => view.setInt32(turn.opening + 4 * i, points, true));
  core.x.rs_turn(turn.at, turn.gains, turn.opening);
}

function writeTableMeld(game, view, at, meld, goals) {
  for (let i = 0; i < 32; i++) view.setUint8(at + i, 0);
  const readings = game.melds.settled(meld);
  const price = (reading) => BigInt(goals.points) * BigInt(reading.points - meld.points)
    - BigInt(goals.kept);
  readings.sort((a, b) => b.points - a.points || compareMelds(a, b));
  writeMeld(game, view, at, readings[0]);
  view.setBigInt64(at + 16, price(readings[0]), true);
  if (readings.length > 1) {
    writeMeld(game, view, at + 8, readings[1]);
    view.setBigInt64(at + 24, price(readings[1]), true);
  }
}

function writeMeld(game, view, at, meld) {
  const inRun = meld.kind === "run";
  const places = inRun ? game.melds.places(meld) : [];
  const naturals = naturalsOf(meld);
  view.setUint8(at, inRun ? RUN : GROUP);
  view.setUint8(at + 1, inRun ? colorOf(meld.faces[0]) : 0);
  view.setUint8(at + 2, inRun ? places[0] : rankOf(naturals[0]));
  view.setUint8(at + 3, inRun ? places.at(-1) : 0);
  const mask = places.reduce((sum, place, i) => sum + (meld.tiles[i] === 0 ? 1 << place : 0), 0);
  view.setUint16(at + 4, inRun ? mask : jokersOf(meld), true);
  view.setUint8(at + 6, inRun ? 0 : colorMask(naturals));
}

const colorMask = (naturals) => naturals.reduce((sum, tile) => sum + (1 << colorOf(tile)), 0);

function readPlan(game, plan, table) {
  const view = game.core.view();
  const count = view.getInt32(plan + 8, true);
  if (count < 0) return null;
  const melds = [...table];
  for (let i = 0; i < count; i++) {
    const at = plan + 14 + 8 * i;
    const [kind, color, low, high] = [0, 1, 2, 3].map((k) => view.getUint8(at + k));
    const jokers = view.getUint16(at + 4, true);
    const colors = view.getUint8(at + 6), base = view.getUint8(at + 7);
    const meld = kind === RUN
      ? game.melds.run(color, low, high - low + 1, jokers)
      : game.melds.group(low, colors, bits(colors) + jokers);
    if (base === PAD) melds.push(meld);
    else melds[base] = meld;
  }
  const discard = view.getUint8(plan + 12);
  return { melds, discard: discard === PAD ? null : discard };
}

function bits(mask) {
  let n = 0;
  for (; mask; mask &= mask - 1) n += 1;
  return n;
}

// ---- tables that may be rearranged ----------------------------------------------------------

function rearranged(game, counts, table, { goals, opened, nodeLimit }) {
  const { core } = game;
  core.turns ||= {
    query: core.alloc(core.x.rs_size(QUERY)), space: core.alloc(core.x.rm_turn_space()),
    table: core.alloc(MOST_MELDS * core.x.rs_size(LAID)),
    out: core.alloc(2 * MOST_MELDS * core.x.rs_size(LAID)),
  };
  const { query, space, out } = core.turns;
  writeQuery(game, core.view(), counts, table, { goals, opened, nodeLimit });
  const n = core.x.rs_rearranged(query, space, out);
  if (n < -1) core.check(n + 1);
  return n < 0 ? null : readLaid(game, out, n, table);
}

function writeQuery(game, view, counts, table, { goals, opened, nodeLimit }) {
  const { core, t } = game;
  const at = core.turns.query;
  const int = (place, value) => view.setInt32(at + place, Number(value), true);
  int(0, core.rules);
  core.bytes(at + 4, N_CODES).set(counts);
  int(84, core.turns.table);
  int(88, table.length);
  int(92, POLICY[t.joker_policy]);
  int(96, opened);
  int(100, t.manipulate_on_opening_turn);
  int(104, t.opening_single_meld);
  int(108, t.opening_points);
  goals.names.forEach((name, i) => int(112 + 4 * i, ORDER[name]));
  int(128, goals.names.length);
  t.hand_points.forEach((points, code) => int(132 + 4 * code, points));
  t.points.flat().forEach((points, i) => int(448 + 4 * i, points));
  view.setBigInt64(at + 680, BigInt(nodeLimit), true);
  int(688, 0);
  table.forEach((meld, i) => writeLaid(game, view, core.turns.table + 12 * i, meld));
}

function writeLaid(game, view, at, meld) {
  const readings = game.melds.settled(meld);
  const run = readings.find((reading) => reading.kind === "run");
  const group = readings.find((reading) => reading.kind === "group");
  for (let i = 0; i < 10; i++) view.setUint8(at + i, 0);
  view.setUint8(at, run && group ? EITHER : run ? RUN : GROUP);
  view.setUint8(at + 1, meld.tiles.length);
  view.setInt16(at + 10, -1, true);
  if (run) {
    view.setUint8(at + 2, colorOf(run.faces[0]));
    view.setUint8(at + 3, game.melds.places(run)[0]);
    const mask = run.tiles.reduce((sum, tile, i) => sum + (tile === 0 ? 1 << i : 0), 0);
    view.setUint16(at + 4, mask, true);
  }
  if (group) {
    const naturals = naturalsOf(group);
    view.setUint8(at + 6, rankOf(naturals[0]));
    view.setUint8(at + 7, colorMask(naturals));
    view.setUint8(at + 8, jokersOf(group));
  }
}

/** The new table: old melds first, in their order, then the new ones in the order of their rows. */
function readLaid(game, at, n, table) {
  const view = game.core.view();
  const old = [], fresh = [];
  for (let i = 0; i < n; i++) {
    const p = at + 12 * i;
    const origin = view.getInt16(p + 10, true);
    const [kind, size, color, place] = [0, 1, 2, 3].map((k) => view.getUint8(p + k));
    const jokers = view.getUint16(p + 4, true);
    const [rank, colors, wild] = [6, 7, 8].map((k) => view.getUint8(p + k));
    if (origin >= 0) old.push(origin);
    else fresh.push([kind, size, color, place, jokers, rank, colors, wild]);
  }
  const melds = fresh.sort(compareLists).map(
    ([kind, size, color, place, jokers, rank, colors]) => (kind === GROUP
      ? game.melds.group(rank, colors, size)
      : game.melds.run(color, place, size, jokers << place)));
  return { melds: [...old.sort((a, b) => a - b).map((i) => table[i]), ...melds], discard: null };
}
