// What a question asks of the package for JavaScript, and its answer as plain JSON.

const codes = (list) => [...list];
const melds = (game, list) => list.map((meld) => [game.format(meld), meld.points]);
const solution = (game, found) => found && {
  melds: melds(game, found.melds), deadwood: codes(found.deadwood), values: found.values,
  tile_count: found.tileCount, points: found.points, penalty: found.penalty,
  jokers_used: found.jokersUsed,
};

const ASKS = {
  parse: (game, q) => codes(game.parse(q.hand)),
  solve: (game, q) => solution(game, game.solve(q.hand, { objective: q.objective })),
  evaluate: (game, q) => game.evaluate(Uint8Array.from(q.codes), { objective: q.objective }),
  opening: (game, q) => solution(game, game.opening(q.hand, { objective: q.objective })),
  possible_melds: (game, q) => melds(game, game.possibleMelds(q.hand)),
  best_discards: (game, q) => game.bestDiscards(q.hand).map(({ tile, value }) => [tile, value]),
  best_pairs: (game, q) => melds(game, game.bestPairs(q.hand)),
  closings: (game, q) => game.closings(q.hand, q.options).map((way) => ({
    discard: way.discard, pattern: way.pattern, points: way.points, factor: way.factor,
    rows: way.rows.map((row) => [row.name, row.points]), deadwood: codes(way.deadwood),
    laid: way.melds.flatMap((meld) => meld.tiles).sort((a, b) => a - b),
  })),
  best_turn: (game, q) => {
    const turn = game.bestTurn(q.hand, q.table, q.options);
    return {
      placed: codes(turn.placed), left: codes(turn.left), discard: turn.discard,
      table: turn.table.map((meld) => game.format(meld)), tiles: turn.tiles, points: turn.points,
      penalty: turn.penalty, goes_out: turn.goesOut, kept_melds: turn.keptMelds,
      factor: turn.factor,
    };
  },
  table: (game, q) => game.table(q.table).map(
    (meld) => [game.format(meld), meld.kind, meld.points]),
  distance: (game, q) => game.distance(q.hand, q.options),
  nearest: (game, q) => {
    const found = game.nearestClosing(q.hand, q.options);
    return found && codes(found);
  },
  useful: (game, q) => [...game.usefulTiles(q.hand, q.options)],
  rank_discards: (game, q) => game.rankDiscards(q.hand, q.options).map(
    (row) => [row.tile, row.distance, [...row.useful], row.copies]),
};

/** A function from a question to its answer; `tables` holds rule sets with knobs by their key. */
export function answerer(rummy, tables) {
  const games = new Map();
  return async (question) => {
    const { rules, knobs, okey } = question;
    const key = `${rules} ${knobs ?? ""} ${okey ?? ""}`;
    try {
      if (!games.has(key)) {
        games.set(key, await rummy.game(knobs ? tables[`${rules} ${knobs}`] : rules, { okeyTile: okey }));
      }
      return { answer: ASKS[question.ask](games.get(key), question) };
    } catch (fault) {
      if (fault.name !== "RummyError") throw fault;
      return { error: fault.kind, message: fault.message, position: fault.position };
    }
  };
}
