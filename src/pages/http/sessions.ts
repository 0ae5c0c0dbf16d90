/** How long a one-time address can be opened. */
export const TOKEN_LIFE_MS = 60_000;

/** At most this many cookies of closed windows, and tokens that were used, are remembered, so that who comes with one is told. */
const MOST_FORMER = 1000;

/** Who may see which window: one-time tokens, and the cookies that they become. */
interface Sessions {
  /** A new token for the window's page; `life` in ms is {@link TOKEN_LIFE_MS} unless told. */
  invite(window: string, target?: string, life?: number): string;
  /** Exchanges a token for its window; null for a used, unknown or expired one. */
  redeem(token: string): { readonly window: string; readonly target: string; readonly cookie: string } | null;
  /** Why what was a token once opens nothing any more: it was used or is too old, or its window was closed before. */
  spent(token: string): "used" | "closed" | null;
  /** Tells whether the cookie belongs to the window. */
  admits(cookie: string, window: string): boolean;
  /** Tells whether the cookie belonged to the window while it was open: its page, which may have slept, is to be told. */
  belonged(cookie: string, window: string): boolean;
  /** Forgets everything about windows that are not among `open`. */
  keep(open: ReadonlySet<string>): void;
}

/** Makes an empty set of sessions. `now` gives milliseconds, of a clock that nobody sets. */
export function createSessions(now: () => number = () => performance.now()): Sessions {
  const tokens = new Map<string, { window: string; target: string; until: number }>();
  const cookies = new Map<string, string>();
  /** Those of closed windows, the last one last. */
  const former = new Map<string, string>();
  const spent = new Map<string, "used" | "closed">();

  function end(token: string, why: "used" | "closed" = "used") {
    tokens.delete(token);
    spent.set(token, why);
    for (const old of spent.keys()) {
      if (spent.size <= MOST_FORMER) break;
      spent.delete(old);
    }
  }

  function dropOld() {
    const time = now();
    for (const [token, { until }] of tokens) if (until <= time) end(token);
  }

  return {
    invite(window, target = "", life = TOKEN_LIFE_MS) {
      dropOld();
      const token = random();
      tokens.set(token, { window, target, until: now() + life });
      return token;
    },
    redeem(token) {
      dropOld();
      const found = tokens.get(token);
      if (!found) return null;
      end(token);
      const cookie = random();
      cookies.set(cookie, found.window);
      return { window: found.window, target: found.target, cookie };
    },
    spent: (token) => spent.get(token) ?? null,
    admits: (cookie, window) => cookies.get(cookie) === window,
    belonged: (cookie, window) => former.get(cookie) === window,
    keep(open) {
      for (const [token, { window }] of tokens) if (!open.has(window)) end(token, "closed");
      for (const [cookie, window] of cookies) {
        if (open.has(window)) continue;
        cookies.delete(cookie);
        former.set(cookie, window);
      }
      for (const cookie of former.keys()) {
        if (former.size <= MOST_FORMER) break;
        former.delete(cookie);
      }
    },
  };
}

/** 256 random bits, as text that fits an address and a cookie. */
function random(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: "base64url", omitPadding: true });
}
