import { ok } from "node:assert/strict";

/**
 * The large input is `TIMES` times the small one. Its work may take `MAX_COUNT` times as long as `TIMES` small
 * works; quadratic work takes `TIMES` times as long.
 */
const TIMES = 16, MAX_COUNT = 5;
/**
 * Minimum rounds, and minimum total time of the small works in ms, until a result is clear of noise on a
 * machine that counts in steps of a few ms.
 */
const ROUNDS = 3, ENOUGH_MS = 24;
/** Processor time of the small works in ms above which one round is enough. */
const PLENTY_MS = 400;
/** How long a test may repeat the measurement, in ms; work that is out of proportion stays so. */
const PATIENCE_MS = 60_000;

/**
 * Returns the processor time of this thread in ms, which does not depend on other programs. On systems other
 * than Linux it returns the elapsed time.
 */
export function threadTime(): number {
  try {
    return Number(Deno.readTextFileSync("/proc/thread-self/schedstat").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/**
 * Fails when work takes time out of proportion to its size. `TIMES` works of a sixteenth and one of the whole
 * `size` are timed alternately, so that both run under the same conditions. `make` builds the input and is
 * not timed. `time` measures a work in ms; the default is {@link timeOf} of this thread.
 */
export async function growsInLine<T>(
  size: number,
  make: (size: number) => T,
  work: (input: T) => unknown,
  time: (work: () => unknown) => Promise<number> = timeOf,
): Promise<void> {
  const small = make(Math.round(size / TIMES)), whole = make(size);
  const took = [0, 0];
  const ratio = () => took[1]! / Math.max(took[0]!, 1);
  const begin = performance.now();
  for (let round = 1; performance.now() - begin < PATIENCE_MS; round++) {
    for (const [index, input, times] of [[0, small, TIMES], [1, whole, 1]] as const) {
      for (let i = 0; i < times; i++) took[index]! += await time(() => work(input));
    }
    const enough = took[0]! >= PLENTY_MS || (round >= ROUNDS && took[0]! >= ENOUGH_MS);
    if (enough && ratio() <= MAX_COUNT) break;
  }
  ok(
    ratio() <= MAX_COUNT,
    `one work of ${TIMES} times the size took ${ratio().toFixed(1)} times as long as ${TIMES} works`,
  );
}

/** Returns the time of one work in ms: processor time of this thread, or elapsed time if the work is asynchronous. */
async function timeOf(work: () => unknown): Promise<number> {
  const [processor, clock] = [threadTime(), performance.now()];
  const done = work();
  if (!(done instanceof Promise)) return threadTime() - processor;
  await done;
  return performance.now() - clock;
}
