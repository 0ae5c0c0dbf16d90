import { hostSystem } from "../core/platform/mod.ts";

/** Calls `stop` in the place of ending at once, for each signal that asks the program to end; returns the way back. */
export function onStopSignal(stop: () => void): () => void {
  const signals = hostSystem().stopSignals;
  for (const signal of signals) Deno.addSignalListener(signal, stop);
  return () => {
    for (const signal of signals) Deno.removeSignalListener(signal, stop);
  };
}
