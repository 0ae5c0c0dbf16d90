/** Reads hostile bundles for as many seconds as it is told, by default 60: `deno task fuzz [SECONDS]`. */
import { checkVerdict, hostileBytes } from "../support/bundle_fuzz.ts";
import { Random } from "../support/random.ts";

const seconds = Number(Deno.args[0] ?? 60);
const end = performance.now() + seconds * 1000;
let seed = Date.now() >>> 0, count = 0, slowest = 0;
for (; performance.now() < end; seed++, count++) {
  const begin = performance.now();
  try {
    checkVerdict(hostileBytes(new Random(seed)));
  } catch (error) {
    console.error(`seed ${seed}:`, error);
    Deno.exit(1);
  }
  slowest = Math.max(slowest, performance.now() - begin);
}
console.log(`${count} archives, the slowest in ${slowest.toFixed(1)} ms, all with a verdict`);
