import type { WindowState } from "../../core/state/state.ts";
import { askedAgo, shapeOf } from "./follow.ts";
import type { Activation } from "../activation.ts";
import type { ToChild } from "./protocol.ts";

/** The page server's functions for a waiting page. */
export interface WaitingPage {
  /** Name of the page. */
  readonly page: string;
  /** Creates the page and returns its window; called once. */
  prepare(): WindowState;
  /** The waiting page becomes this window of the state. */
  give(waiting: string, window: string): void;
  /** The page waits again. */
  take(waiting: string): void;
}

/**
 * Creates the page that is loaded before it is needed, so that its window appears at once. `send` sends to
 * the current windows' process.
 */
export function createWarmPage(
  waiting: WaitingPage,
  address: (window: string) => string,
  send: (message: ToChild) => void,
  zoom: () => number = () => 1,
  activation?: Activation,
) {
  let warm: WindowState | null = null;
  let loaded = false;
  /** ID of the window that shows the page; null while the page waits. */
  let given: string | null = null;
  function lose() {
    loaded = false;
    if (warm && given !== null) waiting.take(warm.id);
    given = null;
  }
  return {
    /** The windows' process and the page in it have gone. */
    lose,
    /** Loads the page, because a new windows' process can show windows. */
    load() {
      warm ??= waiting.prepare();
      lose();
      send({ type: "open", id: warm.id, url: address(warm.id), ...shapeOf(warm, zoom()) });
    },
    /** A page is ready. Returns true for the waiting page, which must stay hidden. */
    ready(window: string) {
      if (window !== warm?.id) return false;
      loaded = true;
      // When a visible page was loaded again after a crash, its window must learn that the page handles keys
      // again.
      if (given !== null) send({ type: "show", id: given });
      return true;
    },
    /** A window's page has crashed. Returns the ID whose address replaces it. */
    crashed(window: string) {
      if (window === warm?.id) loaded = false;
      return warm && window === given ? warm.id : window;
    },
    /**
     * Gives the page to a window that opens, and takes it back from one that closed. Returns `before`, changed
     * so that the caller sees no difference for windows that are handled here.
     */
    follow(before: readonly WindowState[], after: readonly WindowState[]): readonly WindowState[] {
      if (!warm) return before;
      if (given !== null && !after.some(({ id }) => id === given)) {
        send({ type: "take", id: given, waiting: warm.id });
        waiting.take(warm.id);
        before = before.filter(({ id }) => id !== given);
        given = null;
      }
      const opens = !loaded || given !== null
        ? undefined
        : after.find((window) =>
          window.page === waiting.page && Object.keys(window.params).length === 0 &&
          !before.some(({ id }) => id === window.id)
        );
      if (!opens) return before;
      given = opens.id;
      // The waiting page already shows the content of a window without parameters.
      const word = activation?.take();
      send({
        type: "give",
        waiting: warm.id,
        id: opens.id,
        ...shapeOf(opens, zoom()),
        ...askedAgo(opens, Date.now()),
        ...(word !== undefined && { activation: word }),
      });
      waiting.give(warm.id, opens.id);
      return [...before, opens];
    },
  };
}
