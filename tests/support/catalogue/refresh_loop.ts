/**
 * Fetches a catalogue again and again, alternating between its first and second version. A test kills this
 * process at an arbitrary moment.
 */
import { kedgePaths } from "../../../src/core/paths.ts";
import { cataloguesOf } from "./publisher.ts";

const [home, address, key] = Deno.args as [string, string, string];
const signal = new AbortController().signal;
const catalogues = cataloguesOf(kedgePaths(home));
console.log("begins");
for (;;) {
  const kept = await catalogues.refresh({ address, keys: [key], restDays: 0 }, signal);
  await catalogues.withdraw([kept], true);
}
