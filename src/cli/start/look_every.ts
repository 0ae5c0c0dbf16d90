/**
 * Calls `look` every `ms` milliseconds until the signal is aborted. What is due once a day is looked at more
 * often, because a timer of a whole day would stop while the machine sleeps.
 */
export function lookEvery(ms: number, look: () => unknown, signal: AbortSignal): void {
  const timer = setInterval(look, ms);
  Deno.unrefTimer(timer);
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}
