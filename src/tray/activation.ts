/** How long a word is kept for a window, in ms: compositors take it for a while after the key or the click. */
const GOOD_MS = 10_000;

/** What a compositor or an X desktop gives; theirs have some forty characters. */
const WORD = /^[\x21-\x7e]{1,200}$/;

/**
 * What lets the next window take the focus where the desktop guards it, as Wayland does (xdg-activation): a word that comes
 * with the user's key or click, and is good for one window.
 */
export interface Activation {
  /** A word has come; what is none is left out. */
  note(word: unknown): void;
  /** Gives it away; undefined when there is none that is still good. */
  take(): string | undefined;
}

/** Makes the place where a word waits for its window. `now` counts in ms. */
export function createActivation(now: () => number = () => performance.now()): Activation {
  let pending: { readonly word: string; readonly since: number } | null = null;
  return {
    note(word) {
      if (typeof word === "string" && WORD.test(word)) pending = { word, since: now() };
    },
    take() {
      const { word, since } = pending ?? { since: -Infinity };
      pending = null;
      return now() - since < GOOD_MS ? word : undefined;
    },
  };
}

/** The word that a desktop gave to this process when it started it, for a start that hands its wish to another Kedge. */
export function givenActivation(): string | undefined {
  const word = Deno.env.get("XDG_ACTIVATION_TOKEN") ?? "";
  return WORD.test(word) ? word : undefined;
}
