import type { Suite } from "./suite.ts";

/** Rounds of the fixed piece of work: some 0.3 s of one core, of plain arithmetic that no processor has an instruction for. */
const ROUNDS = 150_000_000;

/** What the rounds leave: another number means that they were not done. */
const RESULT = 1_652_207_860;

/** The machine that the limits were set on: an idle core of it does the rounds in that time, and it has two. */
const REFERENCE = { ms: 300, cores: 2 } as const;

/** However slow a machine is, a suite that hangs has to end. */
const MOST = 4;

/** What a machine can do, as it was measured. */
export interface Speed {
  /** Wall time of the rounds: what else the machine does counts. */
  readonly ms: number;
  readonly cores: number;
}

/** Does the fixed piece of work on one core. */
export function measureSpeed(): Speed {
  const begun = performance.now();
  let state = 1;
  for (let round = 0; round < ROUNDS; round++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
  }
  if (state !== RESULT) throw new Error(`the measure of the machine gave ${state} instead of ${RESULT}`);
  return { ms: performance.now() - begun, cores: navigator.hardwareConcurrency };
}

/** How many times slower a machine is than the one that the limits were set on, from 1 to 4; more cores do not make it quicker. */
export function slowness({ ms, cores }: Speed): number {
  const times = ms / REFERENCE.ms * Math.max(1, REFERENCE.cores / cores);
  return Math.min(MOST, Math.max(1, times));
}

/** The line that says what was measured, and what follows. */
export function slownessLine(speed: Speed): string {
  const cores = (count: number) => `${count} ${count === 1 ? "core" : "cores"}`;
  return `speed: ${Math.round(speed.ms)} ms on ${cores(speed.cores)} (${REFERENCE.ms} ms on ${
    cores(REFERENCE.cores)
  } are the measure): limits × ${slowness(speed).toFixed(1)}`;
}

/** The suite with the time that a machine so much slower needs, in whole minutes. */
export function widened(suite: Suite, times: number): Suite {
  return { ...suite, limit: Math.ceil(suite.limit * times) };
}
