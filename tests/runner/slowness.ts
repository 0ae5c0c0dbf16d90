/**
 * Rounds of the fixed work, about 0.3 s on one core: plain arithmetic that no processor can shorten with a
 * special instruction.
 */
const ROUNDS = 150_000_000;

/** Result of the rounds; any other number means that they were not computed. */
const RESULT = 1_652_207_860;

/**
 * The machine that the limits were set on: the time in ms that one of its idle cores takes for the rounds,
 * and its number of cores.
 */
const REFERENCE = { ms: 300, cores: 2 } as const;

/** Maximum factor, because a suite that hangs must end even on a slow machine. */
const MAX_COUNT = 4;

/** Measured speed of a machine. */
export interface Speed {
  /** Elapsed time of the rounds in ms, which includes delays by other programs. */
  readonly ms: number;
  readonly cores: number;
}

/** Does the fixed work on one core and returns the speed. */
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

/**
 * Returns how many times slower a machine is than the one that the limits were set on, from 1 to 4. More
 * cores do not make it faster.
 */
export function slowness({ ms, cores }: Speed): number {
  const times = ms / REFERENCE.ms * Math.max(1, REFERENCE.cores / cores);
  return Math.min(MAX_COUNT, Math.max(1, times));
}

/** Shortest wait that is extended, in ms: shorter ones are part of what a test checks. */
const LONG_WAIT = 60_000;

/**
 * Begins a wait of `ms` and returns a function that tells whether it is over. When a long wait is over, the
 * machine is measured once, and a slow one gets its share longer.
 */
export function beginWait(
  ms: number,
  measure = measureSpeed,
  now = () => performance.now(),
): () => boolean {
  const begun = now();
  let allowed: number | undefined;
  return () => {
    if (now() - begun <= (allowed ?? ms)) return false;
    allowed ??= ms < LONG_WAIT ? ms : ms * slowness(measure());
    return now() - begun > allowed;
  };
}

/**
 * Returns whether a duration (`took`, ms) is within a tight limit times the machine's slowness; measures
 * again if not, because the machine may be slower now than `before`.
 */
export function isWithin(took: number, limit: number, before: Speed, measure = measureSpeed): boolean {
  return took < limit * slowness(before) || took < limit * slowness(measure());
}

/** Returns the line that reports the measurement and the resulting factor. */
export function slownessLine(speed: Speed): string {
  const cores = (count: number) => `${count} ${count === 1 ? "core" : "cores"}`;
  return `speed: ${Math.round(speed.ms)} ms on ${cores(speed.cores)} (${REFERENCE.ms} ms on ${
    cores(REFERENCE.cores)
  } are the measure): limits × ${slowness(speed).toFixed(1)}`;
}
