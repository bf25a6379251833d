/** Tiles and melds as elements: a rounded box, a number, and a letter or suit beside the colour. */

const COLORS = ["red", "yellow", "blue", "black", "green", "purple"];
const SUITS = ["spades", "hearts", "diamonds", "clubs"];
const GLYPHS = ["♠", "♥", "♦", "♣"];

export const el = (name, props = {}, ...children) => {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (key in node) node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
};

const colorOf = (code) => Math.floor((code - 1) / 13);

/** What a screen reader says. */
export function spoken(game, code) {
  if (code === 0) return "joker";
  const name = game.format(code);
  if (name === "F") return "false joker";
  return game.t.style === "card"
    ? `${name.slice(0, -1)} of ${SUITS[colorOf(code)]}` : `${COLORS[colorOf(code)]} ${name.slice(1)}`;
}

export function tileOf(game, code, props = {}, face = null) {
  const card = game.t.style === "card";
  const name = game.format(code);
  const tag = props.onclick ? "button" : "span";
  const label = spoken(game, code) + (code === 0 && face ? ` as ${spoken(game, face)}` : "");
  const node = el(tag, { title: label, ...props });
  node.setAttribute("aria-label", props.says ? `${label}, ${props.says}` : label);
  if (tag === "button") node.type = "button";
  else node.setAttribute("role", "img");
  node.dataset.code = code;
  node.className = code === 0 ? "tile joker" : `tile c${colorOf(code)}`;
  if (code === 0) {
    node.append("★");
    if (face) {
      node.classList.add("stands");
      node.append(el("small", {}, game.format(face)));
    }
  } else if (name === "F") node.append("F");
  else {
    node.append(card ? name.slice(0, -1) : name.slice(1));
    node.append(el("small", {}, card ? GLYPHS[colorOf(code)] : name[0]));
  }
  return node;
}

export function meldOf(game, meld, className = "") {
  const node = el("span", { className: `meld ${className}`, role: "group" });
  node.setAttribute("aria-label", `${meld.kind} ${game.format(meld)}`);
  meld.tiles.forEach((tile, i) => node.append(tileOf(game, tile, {}, meld.faces[i])));
  return node;
}

export function meldsOf(game, melds, classOf = () => "") {
  const node = el("div");
  melds.forEach((meld, i) => node.append(meldOf(game, meld, classOf(meld, i))));
  if (!melds.length) node.append(el("span", { className: "quiet" }, "none"));
  return node;
}

export function tilesOf(game, codes) {
  const node = el("div", { className: "meld" });
  for (const code of codes) node.append(tileOf(game, code));
  return codes.length ? node : el("span", { className: "quiet" }, "none");
}
