import { EXIT } from "./exit.ts";

const stops = new Set<() => void>();

/** Calls `stop` when the program ends itself by {@link stopSelf}. Returns the function that undoes this. */
export function onStopSelf(stop: () => void): () => void {
  stops.add(stop);
  return () => void stops.delete(stop);
}

/**
 * Ends the program in order, as a signal does; at once when nothing of it has to end in order. It sends no
 * signal, because a signal to itself ends a program of Windows at once.
 */
export function stopSelf(): void {
  if (stops.size === 0) Deno.exit(EXIT.stopped);
  for (const stop of [...stops]) stop();
}
