import type { Server } from "../../config/config.ts";
import { engineAndAddress, tlsWords } from "../engines/mod.ts";
import type { ConnectionFailure } from "../failure.ts";
import type { ReachedServer } from "../found.ts";
import { type AskLogin, withLogin } from "../login/mod.ts";
import { openSession, type Session } from "../session/mod.ts";
import { type Refusal, refusal } from "../../result.ts";
import type { LinkState } from "../../state/query_window.ts";

/** The connection of a tab, opened when it is first needed and again after it was lost. */
export interface Link {
  readonly state: LinkState;
  /** Whether the connection is to an earlier configuration, so that asking for the session would close it. */
  readonly isOutdated: boolean;
  /** Returns the session, connecting first when there is none. Null: the user gave no login. */
  session(signal: AbortSignal): Promise<Session | ConnectionFailure | null>;
  /** Has the connection asked for an answer before its next use. */
  doubt(): void;
  close(): Promise<void>;
}

/** The next step after a lost connection of a tab that writes. */
const ANEW =
  "The next statement runs on a new connection, without what SET, USE and temporary tables had set up.";

/** Dependencies of a link. */
interface LinkParts {
  /** Returns the server as it is configured now. A connection to an earlier configuration is not used any more. */
  readonly server: () => ReachedServer;
  readonly login: AskLogin<Server>;
  /** Called when the state of the link has changed. */
  readonly changed: () => void;
  /** Called when the server sends a remark. */
  readonly notice: (text: string) => void;
  /** Whether statements may change the session now. One that they may have changed is not replaced unseen. */
  readonly mayWrite?: () => boolean;
  /** Time of day in ms, which goes on while the computer sleeps. */
  readonly now?: () => number;
}

/** Maximum time in ms that a write that cannot be held back waits for locks, because others wait behind it. */
const LOCK_LIMIT = 5000;

/** Time in ms after which an unused connection is asked for an answer first, because its network may be gone. */
const QUIET = 60_000;

/**
 * Returns the session of a link, or a refusal when there is none. `again` is the next step of a user who gave
 * no login.
 */
export async function sessionOf(
  link: Pick<Link, "session">,
  signal: AbortSignal,
  again?: string,
): Promise<Session | Refusal> {
  const session = await link.session(signal);
  if (session === null) return refusal("The sign-in was cancelled.", again);
  return "kind" in session ? refusal(session.message, session.hint) : session;
}

/** Returns a link. It connects when its session is first asked for. */
export function createLink(
  { server, login, changed, notice, mayWrite = () => false, now = Date.now }: LinkParts,
): Link {
  let state: LinkState = { status: "none", backslash: null };
  let open: Session | null = null;
  let opened: ReachedServer | null = null;
  /** When the session was last given, in ms since 1970. */
  let used = 0;
  /** Whether the session was given while statements may write, which may have changed its settings. */
  let written = false;
  let opening: {
    readonly signal: AbortSignal;
    readonly made: Promise<Session | ConnectionFailure | null>;
  } | null = null;
  let closed = false;
  const set = (next: Partial<LinkState> & Pick<LinkState, "status">) => {
    state = { backslash: state.backslash, ...next };
    changed();
  };

  async function connect(signal: AbortSignal): Promise<Session | ConnectionFailure | null> {
    set({ status: "connecting" });
    const target = server();
    const tried = await withLogin(
      target,
      login,
      (given) =>
        openSession(target, given, {
          signal,
          lockLimit: LOCK_LIMIT,
          onNotice: ({ severity, message }) => notice(`${severity}: ${message}`),
        }),
      signal,
    );
    if (!tried) {
      set({ status: "none" });
      return null;
    }
    const { result, notSaved } = tried;
    if (!result.ok) {
      set({ status: "none", message: result.message, hint: result.hint });
      return result;
    }
    if (closed) await result.close();
    open = result;
    opened = target;
    const message = `${engineAndAddress(target)} · ${tlsWords(target)}` +
      (notSaved ? `. The password was not stored: ${notSaved}` : "");
    set({ status: "open", message, backslash: result.backslashEscapes });
    void result.gone.then((failure) => {
      if (open !== result) return;
      open = null;
      if (!closed) {
        set({
          status: "lost",
          message: failure.message,
          hint: written ? ANEW : "It is opened again with the next statement.",
        });
      }
    });
    return result;
  }

  return {
    get state() {
      // A statement may have changed how the server reads backslashes in strings. What is shown must be read
      // as the session reads it now.
      const backslash = open?.backslashEscapes ?? state.backslash;
      if (backslash !== state.backslash) state = { ...state, backslash };
      return state;
    },
    get isOutdated() {
      return open !== null && opened !== server();
    },
    async session(signal) {
      const quiet = now() - used > QUIET;
      used = now();
      const keeps = written && (open ?? opening) !== null;
      written = keeps || mayWrite();
      for (;;) {
        // A connection that was stopped while it opened gets closed; wait for that before opening another.
        if (opening?.signal.aborted) await opening.made.catch(() => {});
        else if (!open) break;
        else {
          const old = open;
          // A server that does not end its statement loses the connection here, so that the next statement
          // does not run on a connection that is about to be cut.
          if (opened === server()) {
            await old.settled();
            // Each request to a service of AWS makes a connection of its own.
            if (quiet && !opened.https && !opened.logs) await old.answers();
            // Its settings and temporary tables have gone with it, so the statement may mean something else now.
            if (keeps && old.over !== null) return { ...await old.gone, hint: ANEW };
          }
          if (signal.aborted || (old.over === null && opened === server())) return old;
          if (open === old) open = null;
          await old.close();
        }
      }
      opening ??= { signal, made: connect(signal).finally(() => opening = null) };
      return await opening.made;
    },
    doubt: () => void (used = 0),
    async close() {
      closed = true;
      const session = open;
      open = null;
      await session?.close();
    },
  };
}
