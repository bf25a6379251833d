// Answers through the built package in argv[2]: first line the tables, then one question a line.
import { createInterface } from "node:readline";

import { answerer } from "./asks.mjs";

const { load } = await import(`${process.argv[2]}/rummy_solver.js`);
const rummy = await load();
let ask = null;
for await (const line of createInterface({ input: process.stdin })) {
  if (ask) process.stdout.write(`${JSON.stringify(await ask(JSON.parse(line)))}\n`);
  else ask = answerer(rummy, JSON.parse(line));
}
