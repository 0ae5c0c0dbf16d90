/**
 * Prints, for each shape of bundle, what one of the single size and one of twice the bytes cost, as a line of JSON: its name
 * and the processor time in ms of both, on average. In each round the single one is used twice and the double one once, so
 * that both do as much beside other work and the collector; a shape has further rounds as long as it is over MOST times.
 * Usage: MOST
 */
import { GROWING } from "./growing.ts";
import { useBundle } from "./use.ts";

/** Rounds that count, after one in which the code is compiled, and processor time in ms until they are believed. */
const LEAST_ROUNDS = 3, MOST_ROUNDS = 20, ENOUGH_MS = 300;

async function cost(bytes: Uint8Array): Promise<number> {
  return Object.values(await useBundle(bytes)).reduce((sum, ms) => sum + ms);
}

const most = Number(Deno.args[0]);
for (const [shape, make] of Object.entries(GROWING)) {
  const once = make(1), twice = make(2);
  await cost(once);
  let rounds = 0, singles = 0, doubles = 0;
  while (rounds < MOST_ROUNDS) {
    if (rounds >= LEAST_ROUNDS && singles + doubles >= ENOUGH_MS && 2 * doubles <= most * singles) break;
    singles += await cost(once) + await cost(once);
    doubles += await cost(twice);
    rounds++;
  }
  console.log(JSON.stringify([shape, singles / 2 / rounds, doubles / rounds]));
}
