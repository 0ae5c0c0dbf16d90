import { hostileGo } from "../support/go/go_fuzz.ts";
import { compareWithGo, type GoVerdict } from "../support/go/oracle.ts";
import { Random } from "../support/random.ts";
import type { Round } from "./main.ts";

/** Checks that Kedge finds the same imports as Go in Go files that try to be misread. */
export const sources =
  (ask: (sources: readonly Uint8Array[]) => Promise<GoVerdict[]>): Round => async (seed, count) => {
    const files = Array.from({ length: count }, (_, index) => hostileGo(new Random(seed + index)));
    const verdicts = await ask(files);
    for (const [index, file] of files.entries()) {
      try {
        compareWithGo(file, verdicts[index]!);
      } catch (error) {
        throw new Error(`source of seed ${seed + index}`, { cause: error });
      }
    }
  };
