/** The page: a position, the ways to change it, and the questions about it. */

import { closed, hinted, solved, turned } from "./answers.js";
import { listenToDrags } from "./drag.js";
import { drawPosition, listenToArrows, meldsIn } from "./draw.js";
import { COLORS, el } from "./tiles.js";

const $ = (id) => document.getElementById(id);
const GAMES = {
  rummyclub: "Rummyclub", joker_rummy: "Joker Rummy", basic_rummy: "Basic Rummy",
  rummikub: "Rummikub", rummikub6: "Rummikub, six colours", remi: "Remi", gin_rummy: "Gin Rummy",
  okey: "Okey",
};
const ASKS = { solve: solved, turn: turned, close: closed, hint: hinted };
const EMPTY = { hand: "", table: "", pile: "" };

let rummy, game;
let state = { game: "rummikub", okey: "", ...EMPTY, opened: true, drawn: false };
const past = [];
let typing = null;

// ---- the position ---------------------------------------------------------------------------

function fromLink() {
  const given = new URLSearchParams(location.hash.slice(1));
  const name = given.get("game");
  const text = (key) => given.get(key) ?? "";
  return {
    game: rummy.ruleNames.includes(name) ? name : "rummikub", okey: text("okey"),
    hand: text("hand"), table: text("table"), pile: text("pile"),
    opened: given.get("opened") !== "0", drawn: given.get("drawn") === "1",
  };
}

function link() {
  const parts = new URLSearchParams({ game: state.game, hand: state.hand });
  for (const key of ["table", "pile", "okey"]) if (state[key]) parts.set(key, state[key]);
  if (!state.opened) parts.set("opened", "0");
  if (state.drawn) parts.set("drawn", "1");
  return `#${parts}`;
}

/** Change the position; what is typed into one field in a row is undone as one change. */
async function change(next, { remember = true, field = null } = {}) {
  if (remember && (field === null || field !== typing)) past.push(state);
  typing = field;
  const before = state;
  state = { ...state, ...next };
  if (!game || before.game !== state.game || before.okey !== state.okey) await chooseGame();
  history.replaceState(null, "", link());
  reply(null, [el("p", { className: "quiet" }, "Put tiles into the rack and ask.")]);
  draw();
}

async function chooseGame() {
  const needsOkey = rummy.rules[state.game].okey_required;
  if (!needsOkey) state.okey = "";
  else if (!state.okey) state.okey = $("okey").value || "K6";
  try {
    game = await rummy.game(state.game, { okeyTile: state.okey || undefined });
    $("okey").setAttribute("aria-invalid", "false");
  } catch {
    $("okey").setAttribute("aria-invalid", "true");
    state.okey = "K6";
    game = await rummy.game(state.game, { okeyTile: state.okey });
  }
}

// ---- drawing --------------------------------------------------------------------------------

function draw() {
  const { t } = game;
  const rack = t.style === "card" ? "Hand" : "Rack";
  document.body.className = `style-${t.style}`;
  $("game").value = state.game;
  $("okey-label").hidden = !t.okey_required;
  if (state.okey) $("okey").value = state.okey;
  for (const field of ["hand", "table", "pile"]) {
    if ($(field).value !== state[field]) $(field).value = state[field];
  }
  for (const flag of ["opened", "drawn"]) $(flag).checked = state[flag];
  $("rack-title").textContent = rack;
  $("hand-label").textContent = `${t.style === "card" ? "Cards" : "Tiles"} of the ${rack.toLowerCase()}`;
  $("to-rack").textContent = `to the ${rack.toLowerCase()}`;
  $("hand-help").textContent = help();
  const board = t.table_play !== "none", piles = t.table_play !== "rearrange";
  for (const id of ["table-section", "turn", "target", "opened-label"]) $(id).hidden = !board;
  $("pile-label").hidden = !piles;
  $("drawn-label").hidden = !piles || t.closing !== "out";
  $("undo").disabled = !past.length;
  drawPosition(game, { ...state, table: tableText() }, { takeFromHand, takeFromTable, put });
}

/** How tiles are written. */
function help() {
  const { t } = game;
  const letters = t.style === "card" ? "s ♠, h ♥, d ♦, c ♣" : COLORS.slice(0, t.colors).map(
    (name, i) => `${game.format(1 + 13 * i)[0]} ${name}`).join(", ");
  const example = t.style === "card" ? "5-8s 7shd" : "R5-8 RYB7";
  return `For example ${example}: ${letters}${t.jokers ? ", * joker" : ""}. ${t.hand_size} to a hand.`;
}

/** The table without a bar after the last meld, where the next one will stand. */
const tableText = () => state.table.replace(/\|\s*$/, "").trim();

// ---- putting tiles --------------------------------------------------------------------------

const join = (text, more) => `${text.trim()} ${more}`.trim();
const left = (code) => !$("palette").querySelector(`[data-code="${code}"][aria-disabled]`);

function put(code) {
  if (!left(code)) return undefined;
  const target = document.querySelector("input[name=target]:checked").value;
  const onTable = target === "table" && game.t.table_play !== "none";
  const text = game.format(code);
  if (onTable) return change({ table: join(state.table, text) });
  return change({ hand: join(state.hand, text) });
}

const takeFromHand = (codes, i) => change({ hand: game.format(codes.filter((_, k) => k !== i)) });

const takeFromTable = (meld, i) => change({ table: tableWithout(meld, i) });

function tableWithout(m, i) {
  const melds = meldsIn(game, tableText());
  const texts = melds.map((meld, k) => {
    if (k === m) return game.format(meld.tiles.filter((_, at) => at !== i));
    return game.format(meld.kind === "unfinished" ? meld.tiles : meld);
  });
  return texts.filter(Boolean).join(" | ");
}

function handWithout(code) {
  const codes = [...game.parse(state.hand)];
  codes.splice(codes.indexOf(code), 1);
  return game.format(codes);
}

function tableWith(table, meld, text) {
  const parts = table.split("|").map((part) => part.trim()).filter(Boolean);
  if (meld === null) parts.push(text);
  else parts[meld] = join(parts[meld] ?? "", text);
  return parts.join(" | ");
}

function drop({ code, from, zone, meld }) {
  const [source, m, i] = from.split(" ");
  const next = { hand: state.hand, table: state.table };
  if (source === zone && (zone === "hand" || Number(m) === meld)) return;
  if (source === "palette" && (!zone || !left(code))) return;
  const parts = meldsIn(game, tableText()).length;
  if (source === "hand") next.hand = handWithout(code);
  if (source === "table") next.table = tableWithout(Number(m), Number(i));
  const gone = meldsIn(game, next.table).length < parts && meld !== null && Number(m) < meld;
  const text = game.format(code);
  if (zone === "hand") next.hand = join(next.hand, text);
  if (zone === "table") next.table = tableWith(next.table, gone ? meld - 1 : meld, text);
  change(next);
}

// ---- asking ---------------------------------------------------------------------------------

/** Show an answer and mark its question; null for none. */
function reply(asked, parts) {
  for (const id of Object.keys(ASKS)) $(id).setAttribute("aria-pressed", String(id === asked));
  $("answer").replaceChildren(...parts);
}

async function ask(id, { scroll = true } = {}) {
  let parts;
  const asked = state;
  try {
    parts = await ASKS[id](game, { ...state, table: tableText() });
  } catch (fault) {
    if (fault.name !== "RummyError") throw fault;
    const text = fault.kind === "limit"
      ? "There are too many ways to lay these tiles: this would take minutes." : fault.message;
    parts = [el("p", { className: "fault" }, text)];
  }
  if (asked !== state) return; // the position has changed while the answer was on its way
  reply(id, parts);
  if (scroll) $("answer").scrollIntoView({ block: "nearest" });
}

function deal() {
  const tiles = [...game.deck].flatMap((n, code) => Array(n).fill(code));
  const drawn = game.t.closing === "arranged" || game.t.closing === "knock" || state.drawn;
  const size = game.t.hand_size + Number(drawn);
  const codes = Array.from({ length: size }, () => (
    tiles.splice(Math.floor(Math.random() * tiles.length), 1)[0]));
  return change({ ...EMPTY, hand: game.format(codes.sort((a, b) => a - b)) });
}

async function share() {
  try {
    await navigator.clipboard.writeText(location.href);
    $("share").textContent = "Copied";
  } catch {
    $("share").textContent = "See address";
  }
  setTimeout(() => { $("share").textContent = "Copy link"; }, 2500);
}

const undo = () => past.length && change(past.pop(), { remember: false });

function listen() {
  $("game").append(...rummy.ruleNames.map((name) => el("option", { value: name }, GAMES[name] ?? name)));
  $("game").addEventListener("change", () => change({ game: $("game").value, ...EMPTY }));
  $("okey").addEventListener("change", () => change({ okey: $("okey").value.trim() }));
  for (const field of ["hand", "table", "pile"]) {
    $(field).addEventListener("input", () => change({ [field]: $(field).value }, { field }));
    $(field).addEventListener("keydown", (event) => {
      if (event.key === "Enter") ask({ hand: "solve", table: "turn", pile: "hint" }[field]);
    });
  }
  for (const flag of ["opened", "drawn"]) {
    $(flag).addEventListener("change", () => change({ [flag]: $(flag).checked }));
  }
  $("new-meld").addEventListener("click", () => {
    document.querySelector("input[name=target][value=table]").checked = true;
    if (tableText()) change({ table: `${tableText()} | ` });
  });
  for (const id of Object.keys(ASKS)) $(id).addEventListener("click", () => ask(id));
  $("deal").addEventListener("click", deal);
  $("undo").addEventListener("click", undo);
  $("clear").addEventListener("click", () => change(EMPTY));
  $("share").addEventListener("click", share);
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== "z" || event.target.matches("input")) return;
    event.preventDefault();
    undo();
  });
  addEventListener("hashchange", () => change(fromLink()));
  listenToDrags(drop);
  listenToArrows();
}

try {
  const { load } = await import("./wasm/rummy_solver.js").catch(() => {
    throw new Error("its core is not beside the page, `make wasm` builds it there");
  });
  rummy = await load();
  listen();
  await change(fromLink(), { remember: false });
  const first = state.table && game.t.table_play !== "none" ? "turn" : "solve";
  if (state.hand) await ask(first, { scroll: false });
} catch (fault) {
  reply(null, [el("p", { className: "fault" }, `The solver did not start: ${fault.message}`)]);
}
