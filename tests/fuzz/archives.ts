import { checkVerdict, hostileBytes } from "../support/bundles/bundle_fuzz.ts";
import { Random } from "../support/random.ts";
import type { Round } from "./main.ts";

/** Checks that random archives each get a verdict. */
export const archives: Round = (seed, count) => {
  for (let at = seed; at < seed + count; at++) {
    try {
      checkVerdict(hostileBytes(new Random(at)));
    } catch (error) {
      throw new Error(`archive of seed ${at}`, { cause: error });
    }
  }
  return Promise.resolve();
};
