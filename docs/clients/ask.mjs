// Ask the package, which needs no service: node ask.mjs
import { load, RummyError } from "rummy-solver";

const rummy = await load();
const cards = await rummy.game("joker_rummy");
const best = cards.solve("5s 6s 7s 9d 9h * Kc");
console.log("lay", cards.format(best.melds), "for", best.points);

const remi = await rummy.game("remi");
const [closing] = remi.closings("R1-4 R7-9 K5-8 K11-13 *");
console.log("throw", remi.format(closing.discard ?? []), "and close with", closing.points, "points");

const board = await rummy.game("rummikub");
console.log("table", board.format(board.bestTurn("R4 R5", "R1-3").table));
try {
  board.solve("R4 R99");
} catch (fault) {
  if (!(fault instanceof RummyError)) throw fault;
  console.log("word", fault.position, "is wrong:", fault.message);
}
