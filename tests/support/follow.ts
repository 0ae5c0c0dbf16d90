import { type ConfigFileState, createLooks, watchConfigFile } from "../../src/core/config_file/mod.ts";
import { beginWait } from "../runner/slowness.ts";

/** A watched configuration file and its reported states. */
export interface Followed extends AsyncDisposable {
  readonly states: readonly ConfigFileState[];
  /** Settles when the current file has been reported. */
  seen(): Promise<void>;
  /** Waits until the newest state is `wanted` and returns that state; throws after `ms`. */
  until(wanted: (state: ConfigFileState) => boolean, ms?: number): Promise<ConfigFileState>;
}

/** Interval of checks without an event, in ms; so long that only events are noticed. */
const NEVER = 3_600_000;

/** Follows a file from its first state, only by events. */
export async function follow(file: string): Promise<Followed> {
  const states: ConfigFileState[] = [];
  const stop = new AbortController();
  const looks = createLooks();
  let changed = Promise.withResolvers<void>();
  const watching = watchConfigFile(
    file,
    (state) => {
      states.push(state);
      changed.resolve();
    },
    stop.signal,
    { look: NEVER, looks },
  );
  const followed: Followed = {
    states,
    seen: looks.now,
    async until(wanted, ms = 60_000) {
      const isOver = beginWait(ms);
      for (;;) {
        const newest = states.at(-1);
        if (newest && wanted(newest)) return newest;
        if (isOver()) {
          throw new Error(
            `not seen within ${ms} ms; heard: ${
              JSON.stringify(states.map(({ status, text }) => [status, text]))
            }`,
          );
        }
        changed = Promise.withResolvers();
        // Check again after 200 ms even without an event, because the time may be over.
        let timer: ReturnType<typeof setTimeout> | undefined;
        await Promise.race([changed.promise, new Promise((done) => timer = setTimeout(done, 200))]);
        clearTimeout(timer);
      }
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await watching;
    },
  };
  await followed.until(() => true);
  return followed;
}
