/**
 * Exact answers about rummy hands in browsers and node: the C core as WebAssembly.
 *
 *     import { load } from "rummy-solver";
 *     const rummy = await load();
 *     const game = await rummy.game("joker_rummy");
 *     game.solve("5s 6s 7s 9d 9h * Kc").points;
 */

import { RummyError } from "./errors.js";
import { Game } from "./game.js";

export { RummyError };

async function bytesOf(source) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  const url = new URL(source, import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(url);
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new RummyError("rules", `${url.pathname}: expected a file, got ${answer.status}`);
  return answer.arrayBuffer();
}

async function moduleOf(source) {
  return source instanceof WebAssembly.Module ? source : WebAssembly.compile(await bytesOf(source));
}

async function tablesOf(source) {
  if (source?.rules) return source;
  return JSON.parse(new TextDecoder().decode(await bytesOf(source)));
}

/** Load the core and the rule sets; by default the files beside this module. */
export async function load({ wasm = "./rummy_solver.wasm", rules = "./rules.json" } = {}) {
  const [module, tables] = await Promise.all([moduleOf(wasm), tablesOf(rules)]);
  return new Rummy(module, tables.rules);
}

class Rummy {
  constructor(module, rules) {
    this.module = module;
    this.rules = rules;
  }

  get ruleNames() {
    return Object.keys(this.rules);
  }

  /** A game by name, or from tables written by `python -m rummy_solver.export '{...}'`. */
  async game(name, options = {}) {
    const tables = typeof name === "string" ? this.rules[name] : name;
    if (!tables?.core) {
      throw new RummyError("rules", `rule set: expected one of ${this.ruleNames.join(", ")}`);
    }
    return Game.of(this.module, tables, options);
  }
}
