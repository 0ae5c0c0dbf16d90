/** Wakes one waiter; rung before the wait it wakes it at once. */
interface Bell {
  ring(): void;
  /** Takes back what rang before. */
  hush(): void;
  /** True when it rings within `ms`, false when it does not. */
  wait(ms: number): Promise<boolean>;
}

/** Makes a bell that has not rung. */
export function createBell(): Bell {
  let rung = Promise.withResolvers<boolean>();
  return {
    ring: () => rung.resolve(true),
    hush: () => rung = Promise.withResolvers(),
    async wait(ms) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const silence = new Promise<boolean>((resolve) => timer = setTimeout(resolve, ms, false));
      const result = await Promise.race([rung.promise, silence]);
      clearTimeout(timer);
      return result;
    },
  };
}
