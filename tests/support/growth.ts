import { ok } from "node:assert/strict";

/** So many times the size may take `MOST` times as long as so many works of the small one; what grows by the square takes `TIMES`. */
const TIMES = 16, MOST = 5;
/** Rounds, and ms of the small works, until times are told from the noise of a machine that counts in steps of some ms. */
const ROUNDS = 3, ENOUGH_MS = 24;
/** Processor time in ms of the small works from which on one round says enough. */
const PLENTY_MS = 400;
/** Time for a test to settle, in ms: what is out of proportion stays so. */
const PATIENCE_MS = 60_000;

/**
 * Processor time of this thread, in ms: what else runs on the machine does not count. Elsewhere than on Linux the time
 * that goes by.
 */
export function threadTime(): number {
  try {
    return Number(Deno.readTextFileSync("/proc/thread-self/schedstat").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/**
 * Fails when work takes time out of proportion to its size: `TIMES` works of a sixteenth and one of the whole `size` are
 * timed in turns, so that both have the same machine. `make` builds what is worked on, untimed. `time` measures a work in
 * ms: {@link timeOf} of this thread, unless it says better.
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
    if (enough && ratio() <= MOST) break;
  }
  ok(
    ratio() <= MOST,
    `one work of ${TIMES} times the size took ${ratio().toFixed(1)} times as long as ${TIMES} works`,
  );
}

/** The time of one work, in ms: of this thread's processor, or, when it is done by others and waited for, of the clock. */
async function timeOf(work: () => unknown): Promise<number> {
  const [processor, clock] = [threadTime(), performance.now()];
  const done = work();
  if (!(done instanceof Promise)) return threadTime() - processor;
  await done;
  return performance.now() - clock;
}
