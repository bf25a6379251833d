/** Exact answers about rummy hands: the C core as WebAssembly. */

/** Joker 0, else 1 + 13 * color + (rank - 1). */
export type TileCode = number;
/** Text in the notation of the game, tile codes (a Uint8Array may end in padding 255), or texts. */
export type HandLike = string | Uint8Array | readonly (TileCode | string)[];
export type TableLike = string | readonly (string | Meld)[];
/** A name, or names compared in that order. */
export type Objective =
  | "tiles" | "points" | "penalty"
  | readonly ["tiles"] | readonly ["points"] | readonly ["penalty"]
  | readonly ["tiles", "points"] | readonly ["tiles", "penalty"] | readonly ["points", "tiles"]
  | readonly ["penalty", "tiles"] | readonly ["penalty", "points"];

export class RummyError extends Error {
  readonly kind: "notation" | "hand" | "table" | "rules" | "limit";
  readonly where: string | null;
  /** Number of the token that is wrong, from 1. */
  readonly position: number | null;
  /** Number of the meld of the table that is wrong, from 1. */
  readonly meld: number | null;
}

export interface Meld {
  readonly kind: "run" | "group" | "pair";
  /** In the order of the faces; jokers 0. */
  readonly tiles: readonly TileCode[];
  /** What each tile stands for; null for a joker whose colour is open. */
  readonly faces: readonly (TileCode | null)[];
  /** On a table: neither run nor group yet. */
  readonly open: boolean;
  readonly points: number;
}

export interface Solution {
  readonly melds: readonly Meld[];
  readonly deadwood: Uint8Array;
  /** The first of the values. */
  readonly value: number;
  /** The value of each component of the objective. */
  readonly values: readonly number[];
  readonly tileCount: number;
  readonly points: number;
  readonly penalty: number;
  readonly jokersUsed: number;
}

export interface Closing {
  readonly discard: TileCode | null;
  readonly pattern: string;
  /** From each opponent; null: they depend on the hands of the others. */
  readonly points: number | null;
  readonly factor: number;
  readonly rows: readonly { readonly name: string; readonly points: number | null }[];
  readonly melds: readonly Meld[];
  readonly deadwood: Uint8Array;
}

export interface Turn {
  readonly placed: Uint8Array;
  readonly left: Uint8Array;
  readonly discard: TileCode | null;
  readonly table: readonly Meld[];
  readonly tiles: number;
  readonly points: number;
  readonly penalty: number;
  readonly goesOut: boolean;
  readonly keptMelds: number;
  readonly factor: number;
}

export interface DiscardAdvice {
  readonly tile: TileCode;
  /** null: never closes. */
  readonly distance: number | null;
  /** Tiles that bring it nearer, with their unseen copies. */
  readonly useful: ReadonlyMap<TileCode, number>;
  readonly copies: number;
}

export interface ClosingOptions {
  launched?: number;
  opened?: boolean;
  taken?: TileCode | string | null;
}

export interface TurnOptions {
  opened?: boolean;
  objective?: "tiles" | "penalty" | "points";
  /** false: none in this turn. */
  discard?: false;
  taken?: TileCode | string | null;
  /** Nodes of the search; beyond it a RummyError of kind "limit". 0: no limit. */
  nodeLimit?: number;
}

export interface DistanceOptions {
  seen?: HandLike;
  size?: number;
}

export interface Game {
  readonly name: string;
  /** Copies of each tile code in the deck. */
  readonly deck: Uint8Array;
  /** The sorted codes of a hand, checked against the deck. */
  parse(hand: HandLike): Uint8Array;
  /** The melds of a table, each checked. */
  table(table: TableLike): Meld[];
  /** Print a tile, tiles, a meld or melds in the style of the game. */
  format(x: TileCode | Iterable<TileCode> | Meld | readonly Meld[]): string;

  evaluate(hand: HandLike, options?: { objective?: Objective }): number;
  solve(hand: HandLike, options?: { objective?: Objective }): Solution;
  opening(hand: HandLike, options?: { objective?: Objective }): Solution | null;
  possibleMelds(hand: HandLike): Meld[];
  bestDiscards(
    hand: HandLike, options?: { objective?: Objective },
  ): { tile: TileCode; value: number }[];
  bestPairs(hand: HandLike): Meld[];

  closings(hand: HandLike, options?: ClosingOptions): Closing[];
  bestTurn(rack: HandLike, table: TableLike, options?: TurnOptions): Turn;

  /** null: it can never close. */
  distance(hand: HandLike, options?: DistanceOptions): number | null;
  nearestClosing(hand: HandLike, options?: DistanceOptions): Uint8Array | null;
  usefulTiles(hand: HandLike, options?: DistanceOptions): Map<TileCode, number>;
  rankDiscards(hand: HandLike, options?: DistanceOptions): DiscardAdvice[];
}

export interface Rummy {
  readonly ruleNames: string[];
  /** A game by name, or from the tables that `python -m rummy_solver.export` writes. */
  game(name: string | object, options?: { okeyTile?: string }): Promise<Game>;
}

export interface Sources {
  wasm?: string | URL | ArrayBuffer | ArrayBufferView | WebAssembly.Module;
  rules?: string | URL | ArrayBuffer | ArrayBufferView | object;
}

/** Load the core and the rule sets; by default the files beside the module. */
export function load(sources?: Sources): Promise<Rummy>;
