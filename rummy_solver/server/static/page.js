/** The page: a position, the ways to change it, and the questions about it. */

import { closed, hinted, solved, turned } from "./answers.js";
import { el, meldOf, tileOf } from "./tiles.js";

const $ = (id) => document.getElementById(id);
const GAMES = {
  rummyclub: "Rummyclub", joker_rummy: "Joker Rummy", basic_rummy: "Basic Rummy",
  rummikub: "Rummikub", rummikub6: "Rummikub, six colours", remi: "Remi", gin_rummy: "Gin Rummy",
  okey: "Okey",
};
const EXAMPLES = { card: "5-8s 7shd *", tile: "R5-8 RYB7 *" };

let rummy, game;
let state = { game: "rummikub", okey: "", hand: "", table: "", opened: true };
const past = [];

// ---- the position ---------------------------------------------------------------------------

function fromLink() {
  const given = new URLSearchParams(location.hash.slice(1));
  const name = given.get("game");
  return {
    game: rummy.ruleNames.includes(name) ? name : "rummikub", okey: given.get("okey") ?? "",
    hand: given.get("hand") ?? "", table: given.get("table") ?? "",
    opened: given.get("opened") !== "0",
  };
}

function link() {
  const { okey, hand, table, opened } = state;
  const parts = new URLSearchParams({ game: state.game, hand });
  if (table) parts.set("table", table);
  if (okey) parts.set("okey", okey);
  if (!opened) parts.set("opened", "0");
  return `#${parts}`;
}

async function change(next, { remember = true } = {}) {
  if (remember) past.push(state);
  const before = state;
  state = { ...state, ...next };
  if (!game || before.game !== state.game || before.okey !== state.okey) await chooseGame();
  history.replaceState(null, "", link());
  $("answer").replaceChildren(el("p", { className: "quiet" }, "Ask for the best melds, a closing, a turn or a hint."));
  draw();
}

async function chooseGame() {
  const needsOkey = rummy.rules[state.game].okey_required;
  if (!needsOkey) state.okey = "";
  else if (!state.okey) state.okey = $("okey").value || "K6";
  try {
    game = await rummy.game(state.game, { okeyTile: state.okey || undefined });
  } catch {
    state.okey = "K6";
    game = await rummy.game(state.game, { okeyTile: "K6" });
  }
}

// ---- drawing --------------------------------------------------------------------------------

function draw() {
  document.body.className = `style-${game.t.style}`;
  $("game").value = state.game;
  $("okey-label").hidden = !game.t.okey_required;
  if (state.okey) $("okey").value = state.okey;
  for (const field of ["hand", "table"]) if ($(field).value !== state[field]) $(field).value = state[field];
  $("opened").checked = state.opened;
  const board = game.t.table_play !== "none";
  for (const id of ["table-section", "turn", "target-table", "new-meld"]) $(id).hidden = !board;
  $("hand-help").textContent = `For example ${EXAMPLES[game.t.style]}; ${game.t.hand_size} to a hand.`;
  $("undo").disabled = !past.length;
  const used = new Uint8Array(79);
  drawRack(used);
  drawTable(used);
  drawPalette(used);
}

function check(field, read) {
  let found = null, message = "";
  try {
    found = read();
  } catch (fault) {
    if (fault.name !== "RummyError") throw fault;
    message = fault.message;
  }
  $(`${field}-fault`).textContent = message;
  $(field).setAttribute("aria-invalid", String(message !== ""));
  return found;
}

function drawRack(used) {
  const codes = check("hand", () => game.parse(state.hand));
  $("rack-count").textContent = codes ? `${codes.length}` : "";
  if (!codes) return;
  $("rack").replaceChildren(...[...codes].map((code, i) => {
    used[code] += 1;
    const rest = [...codes.slice(0, i), ...codes.slice(i + 1)];
    return tileOf(game, code, {
      draggable: true, says: "remove", onclick: () => change({ hand: game.format(rest) }),
    });
  }));
}

/** The table without a bar after the last meld, where the next one will stand. */
const tableText = () => state.table.replace(/\|\s*$/, "").trim();

function drawTable(used) {
  const melds = check("table", () => game.table(tableText()));
  if (!melds) return;
  for (const meld of melds) for (const tile of meld.tiles) used[tile] += 1;
  $("table-zone").replaceChildren(...melds.map((meld, i) => {
    const node = meldOf(game, meld);
    node.dataset.meld = i;
    return node;
  }));
}

function drawPalette(used) {
  const rows = Array.from({ length: game.t.colors }, () => el("div", { className: "row" }));
  rows.push(el("div", { className: "row" }));
  game.deck.forEach((n, code) => {
    if (!n) return;
    const row = rows[code === 0 ? game.t.colors : Math.floor((code - 1) / 13)];
    row.append(tileOf(game, code, {
      draggable: true, disabled: used[code] >= n, onclick: () => put(code),
      says: `${n - used[code]} left`,
    }));
  });
  const focused = document.activeElement?.closest?.("#palette")?.contains(document.activeElement)
    ? document.activeElement.dataset.code : null;
  $("palette").replaceChildren(...rows);
  if (focused) $("palette").querySelector(`[data-code="${focused}"]`)?.focus();
}

// ---- putting tiles --------------------------------------------------------------------------

function put(code) {
  const target = document.querySelector("input[name=target]:checked").value;
  const board = game.t.table_play !== "none";
  if (target === "table" && board) return change({ table: join(state.table, game.format(code)) });
  return change({ hand: join(state.hand, game.format(code)) });
}

const join = (text, more) => `${text.trim()} ${more}`.trim();

function drop(event) {
  const zone = event.target.closest?.(".zone");
  const code = event.dataTransfer.getData("text/plain");
  if (!zone || code === "") return;
  event.preventDefault();
  const text = game.format(Number(code));
  const next = {};
  if (dragged === "hand") next.hand = without(Number(code));
  if (zone.dataset.zone === "hand") next.hand = join(next.hand ?? state.hand, text);
  else next.table = ontoTable(event.target.closest(".meld")?.dataset.meld, text);
  change(next);
}

function without(code) {
  const codes = [...game.parse(state.hand)];
  codes.splice(codes.indexOf(code), 1);
  return game.format(codes);
}

function ontoTable(number, text) {
  const parts = state.table.split("|").map((part) => part.trim());
  if (number !== undefined) parts[number] = join(parts[number], text);
  else return state.table.trim() ? `${state.table.trim()} | ${text}` : text;
  return parts.join(" | ");
}

let dragged = null;
function listenToDrags() {
  addEventListener("dragstart", (event) => {
    const { code } = event.target.dataset ?? {};
    if (code === undefined) return;
    dragged = event.target.closest("#rack") ? "hand" : "palette";
    event.dataTransfer.setData("text/plain", code);
  });
  addEventListener("dragover", (event) => {
    const zone = event.target.closest?.(".zone");
    document.querySelectorAll(".over").forEach((node) => node.classList.remove("over"));
    if (!zone) return;
    (event.target.closest(".meld") ?? zone).classList.add("over");
    event.preventDefault();
  });
  addEventListener("drop", drop);
  addEventListener("dragend", () => {
    document.querySelectorAll(".over").forEach((node) => node.classList.remove("over"));
  });
}

// ---- asking ---------------------------------------------------------------------------------

async function show(question) {
  let parts;
  const asked = state;
  try {
    parts = await question(game, { ...state, table: tableText() });
  } catch (fault) {
    if (fault.name !== "RummyError") throw fault;
    parts = [el("p", { className: "fault" }, fault.message)];
  }
  if (asked !== state) return; // the position has changed while the answer was on its way
  $("answer").replaceChildren(...parts);
  $("answer").scrollIntoView({ block: "nearest" });
}

function deal() {
  const tiles = [...game.deck].flatMap((n, code) => Array(n).fill(code));
  const extra = game.t.closing === "out" ? 0 : 1;
  const codes = Array.from({ length: game.t.hand_size + extra }, () => (
    tiles.splice(Math.floor(Math.random() * tiles.length), 1)[0]));
  return change({ hand: game.format(codes.sort((a, b) => a - b)), table: "" });
}

async function share() {
  try {
    await navigator.clipboard.writeText(location.href);
    $("share").textContent = "Link copied";
  } catch {
    $("share").textContent = "Copy it from the address bar";
  }
  setTimeout(() => { $("share").textContent = "Copy link"; }, 2500);
}

function listen() {
  $("game").append(...rummy.ruleNames.map((name) => el("option", { value: name }, GAMES[name] ?? name)));
  $("game").addEventListener("change", () => change({ game: $("game").value, hand: "", table: "" }));
  $("okey").addEventListener("change", () => change({ okey: $("okey").value.trim() }));
  for (const field of ["hand", "table"]) {
    $(field).addEventListener("input", () => change({ [field]: $(field).value }));
    $(field).addEventListener("keydown", (event) => {
      if (event.key === "Enter") show(field === "hand" ? solved : turned);
    });
  }
  $("opened").addEventListener("change", () => change({ opened: $("opened").checked }));
  $("new-meld").addEventListener("click", () => {
    document.querySelector("input[name=target][value=table]").checked = true;
    if (state.table.trim()) change({ table: `${state.table.trim()} | ` });
  });
  const asks = { solve: solved, close: closed, turn: turned, hint: hinted };
  for (const [id, ask] of Object.entries(asks)) $(id).addEventListener("click", () => show(ask));
  $("deal").addEventListener("click", deal);
  $("undo").addEventListener("click", () => past.length && change(past.pop(), { remember: false }));
  $("clear").addEventListener("click", () => change({ hand: "", table: "" }));
  $("share").addEventListener("click", share);
  addEventListener("hashchange", () => change(fromLink()));
  listenToDrags();
}

try {
  const { load } = await import("./wasm/rummy_solver.js");
  rummy = await load();
  listen();
  await change(fromLink(), { remember: false });
  if (state.hand) await show(state.table ? turned : solved);
} catch (fault) {
  $("answer").replaceChildren(el("p", { className: "fault" }, `The solver did not start: ${fault.message}`));
}

