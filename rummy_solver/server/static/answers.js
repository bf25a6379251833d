/** Answers as elements. Everything is solved in the page; a service, where there is one, adds words. */

import { el, meldsOf, tilesOf } from "./tiles.js";

const para = (...children) => el("p", {}, ...children);
const head = (text) => el("h3", {}, text);
const noun = (game, n) => `${n} ${game.t.style}${n === 1 ? "" : "s"}`;

export function solved(game, state) {
  const best = game.solve(state.hand);
  return [
    el("h2", {}, "Best melds"),
    para(el("span", { className: "points" }, `${noun(game, best.tileCount)} laid, ${best.points} points`),
      `, ${best.penalty} left in the rack`),
    meldsOf(game, best.melds),
    head("Left over"), tilesOf(game, best.deadwood),
  ];
}

export function closed(game, state) {
  const found = game.closings(state.hand, { opened: state.opened });
  if (!found.length) return [el("h2", {}, "Closings"), para("This hand does not close."), ...near(game, state)];
  const parts = [el("h2", {}, "Closings")];
  for (const way of found.slice(0, 6)) {
    const points = way.points === null ? "points by the hands of the others" : `${way.points} points`;
    parts.push(head(way.discard === null ? "Nothing is thrown" : `Throw ${game.format(way.discard)}`));
    parts.push(para(el("span", { className: "points" }, `${points}: ${way.pattern.replaceAll("_", " ")}`),
      way.factor > 1 ? `, times ${way.factor}` : ""));
    parts.push(meldsOf(game, way.melds));
    if (way.rows.length > 1) {
      parts.push(para(`Rows: ${way.rows.map((row) => `${row.name.replaceAll("_", " ")} ${row.points ?? ""}`).join(", ")}`));
    }
  }
  return parts;
}

function near(game, state) {
  const n = game.parse(state.hand).length;
  if (game.t.table_play === "rearrange" || n > game.t.hand_size + 1) return [];
  const far = game.distance(state.hand);
  return [para(far === null ? "It can never close." : `${noun(game, far)} away from closing.`)];
}

export async function turned(game, state) {
  const turn = game.bestTurn(state.hand, state.table, { opened: state.opened, nodeLimit: 3_000_000 });
  const before = game.table(state.table);
  const key = (meld) => game.format(meld);
  const old = before.map(key), fresh = turn.table.map(key);
  if (!turn.tiles && turn.discard === null && !turn.placed.length) {
    return [el("h2", {}, "Best turn"), para("Nothing can be laid: draw.")];
  }
  const steps = (await wordsOf(game, state)) ?? localSteps(game, before, turn);
  return [
    el("h2", {}, "Best turn"),
    para(el("span", { className: "points" }, `${noun(game, turn.tiles)} laid, ${turn.points} points`),
      turn.goesOut ? ", and the rack is empty" : `, ${turn.penalty} left in the rack`),
    head("Steps"), el("ol", { className: "steps" }, ...steps.map((step) => el("li", {}, step))),
    head("Table before"), meldsOf(game, before, (meld) => (fresh.includes(key(meld)) ? "kept" : "")),
    head("Table after"), meldsOf(game, turn.table, (meld) => (old.includes(key(meld)) ? "kept" : "new")),
    head("Left in the rack"), tilesOf(game, turn.left),
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
  const { hand, table, opened } = state;
  const answer = await service("turn", { rules: rulesOf(state), hand, table, opened });
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
  if (turn.placed.length) steps.push(`add ${game.format(turn.placed)} from the rack`);
  steps.push(...rest.map((meld) => `lay ${meld}`));
  if (turn.discard !== null) steps.push(`throw ${game.format(turn.discard)}`);
  return steps;
}

export async function hinted(game, state) {
  const parts = [el("h2", {}, "Hint")];
  const { hand, table, opened } = state;
  const answer = await service("hints", { rules: rulesOf(state), hand, table, opened, limit: 5 });
  const reasons = answer?.hints.map((hint) => hint.reason.text) ?? localHints(game, state);
  if (!reasons.length) parts.push(para("There is nothing to advise."));
  parts.push(el("ol", { className: "steps" }, ...reasons.map((text) => el("li", {}, text))));
  return parts;
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
