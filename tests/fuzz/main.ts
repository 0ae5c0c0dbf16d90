/**
 * Feeds hostile bytes to Kedge's readers, and compares the review with programs that use the
 * library at random: `deno task fuzz [SECONDS | COUNTx] [archives | sources | frames | servers |
 * walks]`. Without arguments each kind runs for 20 seconds; `100000x sources` runs so many of one
 * kind. A failing seed is printed.
 */
import { withGoOracle } from "../support/go/oracle.ts";
import { archives } from "./archives.ts";
import { frames } from "./frames.ts";
import { servers } from "./servers.ts";
import { sources } from "./sources.ts";
import { walks } from "./walks.ts";

/** Tests `count` inputs from a seed on; throws at the first that breaks a rule. */
export type Round = (seed: number, count: number) => Promise<void>;

/**
 * Runs rounds until the amount is reached; `size` is the number of inputs between two checks of the
 * time.
 */
async function fuzz(name: string, round: Round, size: number, amount: string): Promise<void> {
  const most = amount.endsWith("x") ? Number(amount.slice(0, -1)) : Infinity;
  const end = most < Infinity ? Infinity : performance.now() + Number(amount) * 1000;
  let seed = Date.now() >>> 0, count = 0;
  const first = seed;
  for (; performance.now() < end && count < most; seed += size, count += size) await round(seed, size);
  console.log(`${count} ${name} from seed ${first} on: every rule held`);
}

if (import.meta.main) {
  const [amount = "20", only] = Deno.args;
  await withGoOracle(async (ask) => {
    const kinds: readonly (readonly [name: string, round: Round, size: number])[] = [
      ["archives", archives, 1000],
      ["sources", sources(ask), 1000],
      ["frames", frames, 1000],
      // Rounds are small, because each silent server is waited for.
      ["servers", servers, 50],
      // Each round is one program, which must be compiled.
      ["walks", walks, 1000],
    ];
    for (const [name, round, size] of kinds) {
      if (only === undefined || only === name) await fuzz(name, round, size, amount);
    }
  });
}
