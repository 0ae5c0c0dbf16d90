import type { WindowState } from "../../core/state/state.ts";
import { askedAgo, shapeOf } from "./follow.ts";
import type { Activation } from "../activation.ts";
import type { ToChild } from "./protocol.ts";

/** The page server's side of a page that waits. */
export interface WaitingPage {
  /** The name of the page. */
  readonly page: string;
  /** Makes it; called once. Returns what its window is like. */
  prepare(): WindowState;
  /** It shows that window of the state. */
  give(waiting: string, window: string): void;
  /** It waits again. */
  take(waiting: string): void;
}

/** A page that is loaded before anybody wants it, so that its window is there at once. */
interface WarmPage {
  /** A new windows' process can show windows: the page is loaded in it. */
  load(): void;
  /** The windows' process has gone, and the page with it. */
  lose(): void;
  /** A page is ready to be shown; true for the one that waits hidden, which must stay so. */
  ready(window: string): boolean;
  /** A window's page has crashed: the id whose address is loaded in its place. */
  crashed(window: string): string;
  /**
   * Gives the page to a window that opens, and takes it from one that was closed. Returns the windows `before` as they are
   * for all others: what is dealt with here is not among what has changed.
   */
  follow(before: readonly WindowState[], after: readonly WindowState[]): readonly WindowState[];
}

/** Makes it; `send` is for the windows' process of the moment. */
export function createWarmPage(
  waiting: WaitingPage,
  address: (window: string) => string,
  send: (message: ToChild) => void,
  zoom: () => number = () => 1,
  activation?: Activation,
): WarmPage {
  let warm: WindowState | null = null;
  let loaded = false;
  /** The window that it stands for. */
  let given: string | null = null;
  function lose() {
    loaded = false;
    if (warm && given !== null) waiting.take(warm.id);
    given = null;
  }
  return {
    lose,
    load() {
      warm ??= waiting.prepare();
      lose();
      send({ type: "open", id: warm.id, url: address(warm.id), ...shapeOf(warm, zoom()) });
    },
    ready(window) {
      if (window !== warm?.id) return false;
      loaded = true;
      // After a crash of a page that is shown its window must know that it listens again.
      if (given !== null) send({ type: "show", id: given });
      return true;
    },
    crashed(window) {
      if (window === warm?.id) loaded = false;
      return warm && window === given ? warm.id : window;
    },
    follow(before, after) {
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
      // It shows already what the window shows without parameters.
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
