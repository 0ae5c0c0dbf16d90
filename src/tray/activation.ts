/**
 * How long an activation token stays usable, in ms. Compositors accept a token for a while after the key
 * press or click.
 */
const GOOD_MS = 10_000;

/** An activation token of a compositor or X desktop; real ones have about forty characters. */
const WORD = /^[\x21-\x7e]{1,200}$/;

/**
 * Holds an activation token: a text that lets the next window take the focus on desktops that guard it, as
 * Wayland does (xdg-activation). The desktop issues a token with a key press or click of the user, and each
 * token is good for one window.
 */
export type Activation = ReturnType<typeof createActivation>;

/** Creates the holder of the token for the next window. `now` returns a time in ms. */
export function createActivation(now: () => number = () => performance.now()) {
  let pending: { readonly word: string; readonly since: number } | null = null;
  return {
    /** Keeps a token for the next window; a value that is not a token is ignored. */
    note(word: unknown) {
      if (typeof word === "string" && WORD.test(word)) pending = { word, since: now() };
    },
    /** Removes and returns the token; undefined when there is none or it is too old. */
    take(): string | undefined {
      const { word, since } = pending ?? { since: -Infinity };
      pending = null;
      return now() - since < GOOD_MS ? word : undefined;
    },
  };
}

/**
 * Returns the activation token that the desktop gave this process at its start. A second start passes this
 * token on to the running Kedge.
 */
export function givenActivation(): string | undefined {
  const word = Deno.env.get("XDG_ACTIVATION_TOKEN") ?? "";
  return WORD.test(word) ? word : undefined;
}
