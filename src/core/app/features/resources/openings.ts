import type { Writing } from "../../../state/store.ts";

/** Follows databases that are being opened, by their keys. Their current steps are in the state. */
export function createOpenings(store: Writing<"databaseSteps">, now: () => number) {
  const steps = store.slices.databaseSteps;
  const stops = new Map<string, AbortController>();
  return {
    cancel: (key: string) => stops.get(key)?.abort(),
    /**
     * Runs `work` and shows its steps. Returns null when it was cancelled or another call with this key replaced
     * it. Nothing else ends the work, because each of its steps has a limit of its own.
     */
    async follow<T>(
      key: string,
      work: (onStep: (step: string) => void, signal: AbortSignal) => Promise<T>,
    ): Promise<T | null> {
      stops.get(key)?.abort();
      const stop = new AbortController();
      stops.set(key, stop);
      const at = now();
      const onStep = (step: string) => {
        if (stops.get(key) === stop) steps.update((all) => ({ ...all, [key]: { step, at } }));
      };
      try {
        const done = await work(onStep, stop.signal);
        return stop.signal.aborted ? null : done;
      } catch (error) {
        if (stop.signal.aborted) return null;
        throw error;
      } finally {
        if (stops.get(key) === stop) {
          stops.delete(key);
          steps.update(({ [key]: _, ...rest }) => rest);
        }
      }
    },
  };
}
