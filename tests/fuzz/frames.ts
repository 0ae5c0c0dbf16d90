import { checkFrames } from "../support/frames_fuzz.ts";
import { Random } from "../support/random.ts";
import type { Round } from "./main.ts";

/**
 * Checks that output of actions which imitates frames is read the same however its bytes are split.
 */
export const frames: Round = (seed, count) => {
  for (let at = seed; at < seed + count; at++) {
    try {
      checkFrames(new Random(at));
    } catch (error) {
      throw new Error(`output of seed ${at}`, { cause: error });
    }
  }
  return Promise.resolve();
};
