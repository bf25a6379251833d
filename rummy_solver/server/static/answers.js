/** Answers as elements. Everything is solved in the page; a service, where there is one, adds words. */

import { el, meldsOf, sentence, tileOf, tilesOf } from "./tiles.js";

const MOST_NODES = 300_000;
const MOST_CLOSINGS = 6;

const para = (...children) => el("p", {}, ...children);
const head = (text) => el("h3", {}, text);
const noun = (game, n) => `${n} ${game.t.style}${n === 1 ? "" : "s"}`;
const rack = (game) => (game.t.style === "card" ? "hand" : "rack");
const title = (text) => el("h2", {}, text);
const plain = (name) => name.replaceAll("_", " ");

const result = (main, rest) => para(el("span", { className: "points" }, main), rest);
const listed = (game, texts) => el(
  "ol", { className: "steps" }, ...texts.map((text) => el("li", {}, el("span", {}, ...sentence(game, text)))));

export function solved(game, state) {
  const best = game.solve(state.hand);
  return [
    title("Best melds"),
    result(`${noun(game, best.tileCount)} laid, ${best.points} points`,
      `, ${best.penalty} left in the ${rack(game)}`),
    meldsOf(game, best.melds),
    head("Left over"), tilesOf(game, best.deadwood),
  ];
}

// ---- closings -------------------------------------------------------------------------------

export function closed(game, state) {
  const found = game.closings(state.hand, { opened: state.opened });
  if (!found.length) return [title("Closings"), result("This hand does not close.", ""), ...near(game, state)];
  const more = found.length - MOST_CLOSINGS;
  return [
    title("Closings"),
    ...found.slice(0, MOST_CLOSINGS).map((way, i) => closing(game, way, i === 0)),
    ...(more > 0 ? [para(`and ${more} more, worth no more than these`)] : []),
  ];
}

function closing(game, way, best) {
  const open = way.points === null;
  const worth = open ? plain(way.pattern) : `${way.points} points: ${plain(way.pattern)}`;
  const thrown = way.discard === null
    ? [el("span", {}, "Nothing is thrown")]
    : [el("span", {}, "Throw"), " ", tileOf(game, way.discard)];
  return el("article", { className: best ? "closing best" : "closing" },
    el("div", { className: "thrown" }, ...thrown, " ",
      el("span", { className: "points" }, worth), " ",
      ...(open ? [el("span", { className: "quiet" }, "points by what the others hold")] : []),
      ...(way.factor > 1 ? [el("span", {}, `times ${way.factor}`)] : [])),
    meldsOf(game, way.melds),
    ...(way.deadwood.length ? [head("Deadwood"), tilesOf(game, way.deadwood)] : []),
    ...(best && way.rows.length > 1 ? [table(way.rows)] : []));
}

const table = (rows) => el("table", {}, el("caption", {}, "All rows that the hand meets"), ...rows.map(
  (row) => el("tr", {}, el("td", {}, plain(row.name)), el("td", {}, String(row.points ?? "")))));

function near(game, state) {
  const n = game.parse(state.hand).length;
  if (game.t.table_play === "rearrange" || n > game.t.hand_size + 1) return [];
  const far = game.distance(state.hand);
  return [para(far === null ? "It can never close." : `${noun(game, far)} away from closing.`)];
}

// ---- turns ----------------------------------------------------------------------------------

export async function turned(game, state) {
  const turn = game.bestTurn(state.hand, state.table, { opened: state.opened, nodeLimit: MOST_NODES });
  const before = game.table(state.table);
  const key = (meld) => game.format(meld);
  const old = before.map(key), fresh = turn.table.map(key);
  if (!turn.tiles && turn.discard === null && !turn.placed.length) {
    return [title("Best turn"), result("Nothing can be laid: draw.", "")];
  }
  const steps = (await wordsOf(game, state)) ?? localSteps(game, before, turn);
  return [
    title("Best turn"),
    result(`${noun(game, turn.tiles)} laid, ${turn.points} points`,
      turn.goesOut ? `, and the ${rack(game)} is empty` : `, ${turn.penalty} left in the ${rack(game)}`),
    head("Steps"), listed(game, steps),
    head("Table before"), meldsOf(game, before, (meld) => (fresh.includes(key(meld)) ? "kept" : "gone")),
    head("Table after"), meldsOf(game, turn.table, (meld) => (old.includes(key(meld)) ? "kept" : "new")),
    head(`Left in the ${rack(game)}`), tilesOf(game, turn.left),
  ];
}

/** Ask the service, where the page came from one. */
async function service(path, question) {
  try {
    const answer = await fetch(`api/${path}`, {
      method: "POST", headers: { "content-type": "application/json" },
      body: JSON.stringify(question), signal: AbortSignal.timeout(3000),
    });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

const rulesOf = (state) => (state.okey
  ? { name: state.game, knobs: { okey_tile: state.okey } } : state.game);

async function wordsOf(game, state) {
  const { hand, table: melds, opened } = state;
  const answer = await service("turn", { rules: rulesOf(state), hand, table: melds, opened });
  if (!answer) return null;
  const { moves, discard } = answer.turn;
  return [...moves.map((move) => move.text), ...(discard ? [`throw ${discard}`] : [])];
}

/** Where the tiles of each new meld come from. */
function localSteps(game, before, turn) {
  const rest = turn.table.map((meld) => game.format(meld));
  const moved = before.filter((meld) => {
    const i = rest.indexOf(game.format(meld));
    if (i >= 0) rest.splice(i, 1);
    return i < 0;
  });
  const steps = [];
  if (moved.length) steps.push(`take up ${game.format(moved)}`);
  if (turn.placed.length) steps.push(`add ${game.format(turn.placed)} from the ${rack(game)}`);
  steps.push(...rest.map((meld) => `lay ${meld}`));
  if (turn.discard !== null) steps.push(`throw ${game.format(turn.discard)}`);
  return steps;
}

// ---- hints ----------------------------------------------------------------------------------

export async function hinted(game, state) {
  const { hand, table: melds, opened, pile, drawn } = state;
  const question = { rules: rulesOf(state), hand, table: melds, opened, limit: 5 };
  if (pile.trim() && game.t.table_play !== "rearrange") question.discards = [pile];
  const full = game.parse(hand).length > game.t.hand_size;
  if ((drawn || full) && game.t.closing === "out" && game.t.table_play !== "rearrange") question.phase = "play";
  const answer = await service("hints", question);
  const reasons = answer?.hints.map((hint) => hint.reason.text) ?? localHints(game, state);
  if (!reasons.length) return [title("Hint"), result("There is nothing to advise.", "")];
  return [title("Hint"), el("div", { className: "hints" }, listed(game, reasons))];
}

function localHints(game, state) {
  const n = game.parse(state.hand).length;
  const name = (useful) => [...useful.keys()].slice(0, 12).map((code) => game.format(code)).join(" ");
  if (game.t.table_play !== "rearrange" && n === game.t.hand_size + 1) {
    return game.rankDiscards(state.hand).slice(0, 5).map((row) => `Throw ${game.format(row.tile)}: `
      + (row.distance === null ? "it can never close."
        : `${row.distance} away from closing, ${row.copies} unseen help. ${name(row.useful)}`));
  }
  if (game.t.table_play !== "rearrange" && n === game.t.hand_size) {
    const useful = game.usefulTiles(state.hand);
    return [`Hope for ${name(useful) || "nothing more"}: ${game.distance(state.hand)} away from closing.`];
  }
  const [best] = n ? game.bestDiscards(state.hand) : [];
  return best ? [`Throw ${game.format(best.tile)}: ${best.value} points are left beside the best melds.`] : [];
}
