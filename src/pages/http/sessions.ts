/** Milliseconds that a one-time address can be opened. */
export const TOKEN_LIFE_MS = 60_000;

/** Maximum cookies of closed windows, and used tokens, remembered to tell the user why they no longer work. */
const MAX_FORMER = 1000;

/**
 * Decides who may see which window, by one-time tokens and the cookies that replace them. `now` returns
 * milliseconds of a monotonic clock.
 */
export function createSessions(now: () => number = () => performance.now()) {
  const tokens = new Map<string, { window: string; target: string; until: number }>();
  const cookies = new Map<string, string>();
  /** The cookies of closed windows, the most recent last. */
  const former = new Map<string, string>();
  const spent = new Map<string, "used" | "closed">();

  function end(token: string, why: "used" | "closed" = "used") {
    tokens.delete(token);
    spent.set(token, why);
    for (const old of spent.keys()) {
      if (spent.size <= MAX_FORMER) break;
      spent.delete(old);
    }
  }

  function dropOld() {
    const time = now();
    for (const [token, { until }] of tokens) if (until <= time) end(token);
  }

  return {
    /** Returns a new token for the window's page, valid for `life` milliseconds. */
    invite(window: string, target = "", life = TOKEN_LIFE_MS): string {
      dropOld();
      const token = random();
      tokens.set(token, { window, target, until: now() + life });
      return token;
    },
    /** Exchanges a token for its window and a cookie; null for a used, unknown or expired token. */
    redeem(token: string) {
      dropOld();
      const found = tokens.get(token);
      if (!found) return null;
      end(token);
      const cookie = random();
      cookies.set(cookie, found.window);
      return { window: found.window, target: found.target, cookie };
    },
    /**
     * Returns why a token no longer works: it was used or has expired, or its
     * window was closed. Null for other texts.
     */
    spent: (token: string) => spent.get(token) ?? null,
    /** Whether the cookie belongs to the window. */
    admits: (cookie: string, window: string) => cookies.get(cookie) === window,
    /**
     * Whether the cookie belonged to the window while it was open, so that its
     * page, which may have slept, must be told.
     */
    belonged: (cookie: string, window: string) => former.get(cookie) === window,
    /** Forgets all windows that are not in `open`. */
    keep(open: ReadonlySet<string>): void {
      for (const [token, { window }] of tokens) if (!open.has(window)) end(token, "closed");
      for (const [cookie, window] of cookies) {
        if (open.has(window)) continue;
        cookies.delete(cookie);
        former.set(cookie, window);
      }
      for (const cookie of former.keys()) {
        if (former.size <= MAX_FORMER) break;
        former.delete(cookie);
      }
    },
  };
}

/** Returns 256 random bits as text that is valid in an address and in a cookie. */
function random(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: "base64url", omitPadding: true });
}
