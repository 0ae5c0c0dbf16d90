import { hostSystem } from "../core/platform/mod.ts";
import { onStopSelf } from "./stop_self.ts";

/**
 * Calls `stop` for each signal that asks the program to end, instead of ending at once, and when the program
 * ends itself. Returns the function that undoes this.
 */
export function onStopSignal(stop: () => void): () => void {
  const signals = hostSystem().stopSignals;
  for (const signal of signals) Deno.addSignalListener(signal, stop);
  const release = onStopSelf(stop);
  return () => {
    release();
    for (const signal of signals) Deno.removeSignalListener(signal, stop);
  };
}

/** Settles when `signal` aborts; at once when it has. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
