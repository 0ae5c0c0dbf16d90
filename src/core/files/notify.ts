/** Wakes one waiter. When it is called before the wait, the wait ends at once. */
interface Notify {
  notify(): void;
  /** Takes back what rang before. */
  clear(): void;
  /** True when it rings within `ms`, false when it does not. */
  wait(ms: number): Promise<boolean>;
}

/** Makes a bell that has not rung. */
export function createNotify(): Notify {
  let notified = Promise.withResolvers<boolean>();
  return {
    notify: () => notified.resolve(true),
    clear: () => notified = Promise.withResolvers(),
    async wait(ms) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const silence = new Promise<boolean>((resolve) => timer = setTimeout(resolve, ms, false));
      const result = await Promise.race([notified.promise, silence]);
      clearTimeout(timer);
      return result;
    },
  };
}
