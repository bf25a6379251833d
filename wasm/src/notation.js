/** Text to tile codes and back, in the spelling of one rule set. */

import { RummyError, shown } from "./errors.js";

export const N_CODES = 79;
const LETTERS = "RYBKGP";
const RANKS = "A23456789TJQK";
const SUITS = "shdc";
const UNICODE_SUITS = { "♠": 0, "♤": 0, "♥": 1, "♡": 1, "♦": 2, "♢": 2, "♣": 3, "♧": 3 };
const TILE_TOKEN = /^([A-Za-z]+)([0-9]+)(?:-([0-9]+))?$/;
const CARD_TOKEN = /^(10|[A-Za-z2-9])(?:-(10|[A-Za-z2-9]))?([shdcSHDC♠♤♥♡♦♢♣♧]+)$/u;

export const codeOf = (color, rank) => 1 + 13 * color + rank - 1;
export const colorOf = (code) => Math.floor((code - 1) / 13);
export const rankOf = (code) => ((code - 1) % 13) + 1;

function suitColors() {
  const table = { ...UNICODE_SUITS };
  [...SUITS].forEach((suit, i) => {
    table[suit] = i;
    table[suit.toUpperCase()] = i;
  });
  return table;
}

function rankNames() {
  const table = { 10: 10 };
  [...RANKS].forEach((name, i) => {
    table[name] = i + 1;
    table[name.toLowerCase()] = i + 1;
  });
  return table;
}

const SUIT_COLORS = suitColors();
const RANK_NUMBERS = rankNames();

/** The spelling of one rule set: every token that is one tile, and the printed names. */
export class Notation {
  constructor({ style, colors, letters, okey }) {
    this.style = style;
    this.okey = okey;
    this.letterColors = {};
    [...LETTERS].forEach((letter, i) => this.spell(letter, i));
    if (colors <= 4) {
      this.spell("G", 2);
      this.spell("O", 1);
    }
    const printed = colors <= letters.length ? letters : LETTERS;
    this.faceNames = this.printedNames(printed + LETTERS.slice(printed.length));
    this.names = [...this.faceNames];
    if (okey) this.names[okey] = "F";
    this.faces = this.spellings();
    this.tokens = new Map(this.faces);
    if (okey) {
      for (const [text, code] of this.faces) if (code === okey) this.tokens.set(text, 0);
    }
    for (const text of ["*", "Jk", "JK", "jk", "jK"]) this.tokens.set(text, 0);
    if (style === "tile") for (const text of ["J", "j"]) this.tokens.set(text, 0);
    this.jokers = [...this.tokens].filter(([text]) => /^(\*|[jJ][kK]?)$/.test(text));
    if (okey) for (const text of ["F", "f"]) this.tokens.set(text, okey);
  }

  spell(letter, color) {
    this.letterColors[letter] = color;
    this.letterColors[letter.toLowerCase()] = color;
  }

  printedNames(letters) {
    const names = ["*"];
    for (let code = 1; code < N_CODES; code++) {
      const [color, rank] = [colorOf(code), rankOf(code)];
      const card = this.style === "card" && color < 4;
      names.push(card ? RANKS[rank - 1] + SUITS[color] : `${letters[color]}${rank}`);
    }
    return names;
  }

  spellings() {
    const table = new Map();
    for (const [letter, color] of Object.entries(this.letterColors)) {
      for (let rank = 1; rank <= 13; rank++) table.set(`${letter}${rank}`, codeOf(color, rank));
    }
    for (const [name, rank] of Object.entries(RANK_NUMBERS)) {
      for (const [suit, color] of Object.entries(SUIT_COLORS)) {
        table.set(name + suit, codeOf(color, rank));
      }
    }
    return table;
  }

  /** Tile codes of a text, in the order written, shorthands taken apart. */
  parse(text) {
    return this.items(text).map((item) => item.tile);
  }

  /** The places of a text: tile code, and the face where one is written out (else null). */
  items(text, place = {}) {
    const found = [];
    words(text).forEach((token, i) => {
      const at = { ...place, where: `position ${i + 1}`, position: i + 1 };
      if (token.includes(":")) found.push(this.withFace(token, at));
      else for (const tile of this.expand(token, this.tokens, at)) found.push({ tile, face: null });
    });
    return found;
  }

  /** The texts of the melds of a table. */
  melds(text) {
    if (!String(text).trim()) return [];
    return String(text).split("|").map((part, i) => {
      if (part.trim()) return part.trim();
      const place = { where: `meld ${i + 1} of the table`, meld: i + 1 };
      throw new RummyError("notation", `${place.where}: expected tiles, got nothing`, place);
    });
  }

  format(codes) {
    return Array.from(codes, (code) => this.names[code]).join(" ");
  }

  withFace(token, at) {
    const cut = token.indexOf(":");
    if (!this.jokers.some(([text]) => text === token.slice(0, cut))) {
      throw fault(token, at, "a face written out for a joker, such as '*:K3'");
    }
    const faces = this.expand(token.slice(cut + 1), this.faces, at);
    if (faces.length !== 1) throw fault(token, at, "one natural tile as the face of a joker");
    return { tile: 0, face: faces[0] };
  }

  expand(token, table, at) {
    const clean = token.replace(/[\ufe0e\ufe0f]/g, "");
    if (table.has(clean)) return [table.get(clean)];
    if (clean.length <= 160) {
      const tile = TILE_TOKEN.exec(clean);
      if (tile) return this.tileStyle(tile, at).map((name) => table.get(name));
      const card = CARD_TOKEN.exec(clean);
      if (card) return cardStyle(card, at).map((name) => table.get(name));
    }
    throw this.noTile(token, at);
  }

  tileStyle([token, letters, first, last], at) {
    for (const letter of letters) {
      if (!(letter in this.letterColors)) {
        const known = Object.keys(this.letterColors).filter((x) => x < "a").sort().join("");
        throw fault(token, at, `a colour letter of ${known}`);
      }
    }
    const low = rankFrom(first, token, at);
    if (last === undefined) return [...letters].map((letter) => `${letter}${low}`);
    const high = rankFrom(last, token, at);
    if (letters.length !== 1 || low >= high) {
      throw fault(token, at, "a run such as 'R5-8', one colour and ascending ranks");
    }
    return span(low, high).map((rank) => `${letters}${rank}`);
  }

  noTile(token, at) {
    if (/^[fF]$/.test(token)) {
      return fault(token, at, "no false joker, as the rules have no okey tile");
    }
    if (/^[jJ]$/.test(token)) {
      return fault(token, at, "'*' or 'Jk' for a joker, or a jack with its suit");
    }
    if (token.includes("|")) return fault(token, at, "one list of tiles, not several melds");
    return fault(token, at, `a tile such as ${this.style === "card" ? "'5s'" : "'R5'"} or '*'`);
  }
}

function words(text) {
  if (typeof text !== "string") {
    throw new RummyError("notation", `hand: expected text, got ${shown(text)}`);
  }
  return text.replaceAll(",", " ").split(/\s+/u).filter(Boolean);
}

function cardStyle([token, first, last, suits], at) {
  for (const name of [first, last]) {
    if (name !== undefined && !(name in RANK_NUMBERS)) throw fault(token, at, `a rank of ${RANKS}`);
  }
  if (last === undefined) return [...suits].map((suit) => first + suit);
  const low = RANK_NUMBERS[first];
  const high = RANK_NUMBERS[last] === 1 ? 14 : RANK_NUMBERS[last];
  if ([...suits].length !== 1 || low >= high) {
    throw fault(token, at, "a run such as '5-8s', one suit and ascending ranks");
  }
  return span(low, high).map((rank) => RANKS[(rank - 1) % 13] + suits);
}

function rankFrom(text, token, at) {
  const rank = text.length <= 2 && text[0] !== "0" ? Number(text) : 0;
  if (rank < 1 || rank > 13) throw fault(token, at, "rank 1..13");
  return rank;
}

const span = (low, high) => Array.from({ length: high - low + 1 }, (_, i) => low + i);

function fault(token, at, expected) {
  return new RummyError("notation", `tile ${shown(token)} at ${at.where}: expected ${expected}`, at);
}
