/**
 * Prints what each costly bundle but the costliest costs, a line of JSON for each: its name, what reading, reviewing, installing and listing
 * it took, and how slow the machine was meanwhile.
 */
import { slowness } from "../program/work.ts";
import { COSTLIEST, COSTLY } from "./costly.ts";
import { useBundle } from "./use.ts";

let before = slowness();
for (const [name, make] of Object.entries(COSTLY)) {
  if (COSTLIEST.includes(name)) continue;
  const took = await useBundle(make());
  const after = slowness();
  console.log(JSON.stringify([name, took, Math.max(before, after)]));
  before = after;
}
