/**
 * Fetches a catalogue again and again, alternating between its first and second version. A test kills this
 * process at an arbitrary moment.
 */
import { openCatalogues } from "../../../src/core/catalogue/catalogues.ts";
import { verifySignature as verify } from "../../../src/core/catalogue/ssh_keygen.ts";
import { kedgePaths } from "../../../src/core/paths.ts";

const [home, address, key] = Deno.args as [string, string, string];
const signal = new AbortController().signal;
const catalogues = openCatalogues({
  paths: kedgePaths(home),
  verify,
  now: Date.now,
  kedge: "0.1.0",
  credentials: () => Promise.reject(new Error("none")),
});
console.log("begins");
for (;;) {
  const kept = await catalogues.refresh({ address, keys: [key], restDays: 0 }, signal);
  await catalogues.withdraw([kept], true);
}
