/** The position as elements: rack, table, palette, and what is wrong with the fields. */

import { COLORS, SUITS, el, meldOf, tileOf } from "./tiles.js";

const $ = (id) => document.getElementById(id);
const N_CODES = 79;

/** What may be read of a text that is not finished yet: the tiles of those words that are tiles. */
function readable(game, text) {
  try {
    return [...game.parse(text)];
  } catch {
    return text.split(/\s+/).flatMap((word) => {
      try {
        return [...game.parse(word)];
      } catch {
        return [];
      }
    });
  }
}

/** The melds of a table, those that are none yet as "unfinished". */
export function meldsIn(game, text) {
  return text.split("|").map((part) => part.trim()).filter(Boolean).flatMap((part) => {
    try {
      return game.table(part);
    } catch {
      const tiles = readable(game, part);
      return [{ kind: "unfinished", tiles, faces: tiles.map(() => null) }];
    }
  });
}

/** Show beside a field what is wrong with it; returns whether it is right. */
export function check(field, read) {
  let message = "";
  try {
    read();
  } catch (fault) {
    if (fault.name !== "RummyError") throw fault;
    message = fault.message;
  }
  $(`${field}-fault`).textContent = message;
  $(field).setAttribute("aria-invalid", String(message !== ""));
}

/** Draw it all; `does` has what clicks do: `takeFromHand(i)`, `takeFromTable(meld, i)`, `put`. */
export function drawPosition(game, state, does) {
  const used = new Uint8Array(N_CODES);
  check("hand", () => game.parse(state.hand));
  check("table", () => game.table(state.table));
  drawRack(game, readable(game, state.hand), used, does);
  if (game.t.table_play !== "none") drawTable(game, meldsIn(game, state.table), used, does);
  drawPalette(game, used, does);
}

function drawRack(game, codes, used, { takeFromHand }) {
  $("rack-count").textContent = codes.length ? `${codes.length} ${game.t.style}s` : "";
  const nodes = codes.map((code, i) => {
    used[code] += 1;
    return tileOf(game, code, {
      from: "hand", says: "take away", onclick: () => takeFromHand(codes, i),
    });
  });
  refill($("rack"), nodes, "Drag or click tiles below, or type them.");
}

function drawTable(game, melds, used, { takeFromTable }) {
  const nodes = melds.map((meld, m) => {
    for (const tile of meld.tiles) used[tile] += 1;
    const node = meldOf(game, meld, meld.kind === "unfinished" ? "unfinished" : "", (_, i) => ({
      from: `table ${m} ${i}`, says: "take away", onclick: () => takeFromTable(m, i),
    }));
    node.dataset.meld = m;
    return node;
  });
  refill($("table-zone"), nodes, "Melds that lie there already; none yet.");
}

function refill(zone, nodes, empty) {
  const inside = zone.contains(document.activeElement);
  const at = [...zone.querySelectorAll(".tile")].indexOf(document.activeElement);
  zone.replaceChildren(...(nodes.length ? nodes : [el("span", { className: "quiet" }, empty)]));
  const tiles = zone.querySelectorAll(".tile");
  if (inside && tiles.length) tiles[Math.min(at, tiles.length - 1)].focus();
}

// ---- the palette ----------------------------------------------------------------------------

function drawPalette(game, used, { put }) {
  const palette = $("palette");
  const focused = palette.contains(document.activeElement) ? document.activeElement.dataset.code : null;
  const rows = Array.from({ length: game.t.colors }, () => el("div", { className: "row" }));
  const jokers = [];
  game.deck.forEach((n, code) => {
    if (!n) return;
    const left = Math.max(0, n - used[code]);
    const tile = tileOf(game, code, { from: "palette", onclick: () => put(code), says: `${left} left` });
    if (!left) tile.setAttribute("aria-disabled", "true");
    if (code) rows[Math.floor((code - 1) / 13)].append(tile);
    else jokers.push(tile);
  });
  palette.replaceChildren(...rows, ...jokers);
  drawTabs(game, rows);
  const tiles = [...palette.querySelectorAll(".tile")];
  tiles.forEach((tile) => { tile.tabIndex = -1; });
  const first = palette.querySelector(`[data-code="${focused}"]`) ?? tiles[0];
  first.tabIndex = 0;
  if (focused) first.focus();
}

/** On a narrow screen one colour is shown at a time. */
function drawTabs(game, rows) {
  const names = game.t.style === "card" ? SUITS : COLORS;
  const now = Number(document.querySelector("input[name=shown]:checked")?.value ?? 0);
  const show = (color) => rows.forEach((row, i) => row.classList.toggle("away", i !== color));
  const chosen = now < rows.length ? now : 0;
  $("shown").replaceChildren($("shown").firstElementChild, ...rows.map((_, i) => {
    const radio = el("input", { type: "radio", name: "shown", value: i, checked: i === chosen });
    radio.addEventListener("change", () => show(i));
    return el("label", { className: `c${i}` }, radio, el("span", {}, names[i]));
  }));
  show(chosen);
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Arrow keys move within the palette, so that it is one stop of the tab key. */
export function listenToArrows() {
  $("palette").addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const { left, top, width, height } = event.target.getBoundingClientRect();
    const x = left + width / 2 + step[0] * (width + 6), y = top + height / 2 + step[1] * (height + 6);
    const next = document.elementFromPoint(x, y)?.closest("#palette .tile");
    if (!next) return;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
}
