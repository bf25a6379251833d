/** Tiles and melds as elements: a rounded box, a number, and a letter or suit beside the colour. */

export const COLORS = ["red", "yellow", "blue", "black", "green", "purple"];
export const SUITS = ["spades", "hearts", "diamonds", "clubs"];
const GLYPHS = ["♠", "♥", "♦", "♣"];
const TILE = /^(?:\*|F|[RYBKGPO](?:1[0-3]|[1-9]))$/;
const CARD = /^(?:\*|(?:10|[2-9TJQKA])[shdc])$/;

export const el = (name, props = {}, ...children) => {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (key in node) node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
};

export const colorOf = (code) => Math.floor((code - 1) / 13);

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
  const { says, from, ...rest } = props;
  const label = spoken(game, code) + (code === 0 && face ? ` as ${spoken(game, face)}` : "");
  const node = el(tag, { title: says ? `${label}: ${says}` : label, ...rest });
  node.setAttribute("aria-label", says ? `${label}, ${says}` : label);
  if (tag === "button") node.type = "button";
  else node.setAttribute("role", "img");
  node.dataset.code = code;
  if (from) node.dataset.from = from;
  node.className = code === 0 ? "tile joker" : `tile c${colorOf(code)}`;
  if (code === 0) {
    node.append("★");
    if (face) {
      node.classList.add("stands");
      node.append(el("small", {}, game.format(face)));
    }
  } else if (name === "F") node.append("F");
  else {
    node.append(card ? name.slice(0, -1).replace("T", "10") : name.slice(1));
    node.append(el("small", {}, card ? GLYPHS[colorOf(code)] : name[0]));
  }
  return node;
}

export function meldOf(game, meld, className = "", propsOf = () => ({})) {
  const node = el("span", { className: `meld ${className}`, role: "group" });
  node.setAttribute("aria-label", `${meld.kind} ${game.format(meld.kind === "unfinished" ? meld.tiles : meld)}`);
  meld.tiles.forEach((tile, i) => node.append(tileOf(game, tile, propsOf(tile, i), meld.faces[i])));
  return node;
}

export function meldsOf(game, melds, classOf = () => "") {
  const node = el("div", { className: "melds" });
  melds.forEach((meld, i) => node.append(meldOf(game, meld, classOf(meld, i))));
  if (!melds.length) node.append(el("span", { className: "quiet" }, "none"));
  return node;
}

export function tilesOf(game, codes) {
  const node = el("div", { className: "melds loose" });
  for (const code of codes) node.append(tileOf(game, code));
  return codes.length ? node : el("p", { className: "quiet" }, "none");
}

/** A sentence whose tiles are drawn. */
export function sentence(game, text) {
  const pattern = game.t.style === "card" ? CARD : TILE;
  return text.split(/(\s+|[,:;.](?=\s|$))/).filter(Boolean).map((word) => {
    if (!pattern.test(word)) return word;
    const node = tileOf(game, game.parse(word)[0]);
    node.classList.add("small");
    return node;
  });
}
