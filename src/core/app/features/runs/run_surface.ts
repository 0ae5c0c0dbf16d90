import type { RunSurface } from "../../../actions/run/surface.ts";
import { accountTitle } from "../../../accounts/words.ts";
import type { Server } from "../../../config/config.ts";
import type { AskLogin } from "../../../sql/login/mod.ts";
import { isActive, knownAccount, runOf } from "../../../state/selectors.ts";
import type { RunState } from "../../../state/state.ts";
import type { Store } from "../../../state/store.ts";
import type { Dialogs } from "../dialogs/dialogs.ts";
import type { SignIn } from "../sign_in/sign_in.ts";
import type { Windows } from "../../windows.ts";
import type { Toasts } from "../toasts/toasts.ts";

export type { RunSurface } from "../../../actions/run/surface.ts";

/** Minimum time between two shown changes of progress or button, ms. */
const PACE = 50;
/** Maximum toasts shown at once. The newest are shown. */
const MAX_TOASTS = 20;

/** The dependencies of a run's surface. */
interface RunSurfaceParts {
  readonly store: Store;
  readonly dialogs: Dialogs;
  readonly toasts: Toasts;
  readonly windows: Pick<Windows, "retitle">;
  readonly login: AskLogin<Server>;
  readonly signIn: Pick<SignIn, "needed">;
  readonly now: () => number;
  patch(change: Partial<RunState>): void;
}

/** Returns the surface of a run on the desktop. Output goes to the state, questions to windows. */
export function desktopSurface(run: string, parts: RunSurfaceParts): RunSurface {
  const { store, dialogs, toasts, patch } = parts;

  const going = () => {
    const now = runOf(store.get(), run);
    return now !== null && isActive(now);
  };

  /** Toasts that are not shown yet, by ID, the newest last. */
  const fresh = new Map<string, { toast: Parameters<Toasts["show"]>[0]; seconds: number }>();
  const showToasts = throttle(PACE, (waiting: typeof fresh) => {
    for (const { toast, seconds } of waiting.values()) {
      // A loading toast of an ended run would never finish.
      if (toast.type !== "loading" || going()) toasts.show(toast, seconds);
    }
    waiting.clear();
  }, () => true);

  /** What the run does when no question is open. */
  let phase: "compiling" | "running" = "running";

  /** Number of open questions, with those of Kedge itself on the run's behalf. */
  let questions = 0;

  /** Sets the run's status to waiting while a question is open, which pauses the run's clock. */
  async function waiting<T>(ask: (dialogs: Dialogs) => Promise<T>): Promise<T> {
    questions++;
    patch({ status: "waiting" });
    try {
      return await ask(dialogs);
    } finally {
      questions--;
      if (questions === 0 && runOf(store.get(), run)?.status === "waiting") patch({ status: phase });
    }
  }

  return {
    phase(status, building) {
      phase = status;
      const progress = building
        ? { title: "Compiling", label: building.name, fraction: building.fraction, cancelable: false }
        : null;
      // The user may be choosing the account meanwhile. The status then stays at waiting.
      patch({ status: questions > 0 ? "waiting" : status, progress });
    },
    context(context) {
      const known = knownAccount(store.get(), context?.account);
      const of = { env: known?.env ?? null, ...(known?.name && { name: known.name }) };
      patch({ context: context && { ...context, ...of } });
      // The title of the console tells the account.
      parts.windows.retitle("console", { run });
    },
    clock: (ms, runs) => patch({ clock: runs ? { ms, since: parts.now() } : { ms } }),
    // The console reads the log of the run from its file.
    log: () => {},
    async alert(message, signal) {
      await waiting(() => dialogs.open<"alert">({ kind: "alert", run, message }, { signal }));
    },
    confirm: (message, signal) =>
      waiting(() => dialogs.open<"confirm">({ kind: "confirm", run, message }, { signal })),
    ask: (title, field, signal) =>
      waiting(() => dialogs.open<"ask">({ kind: "ask", run, title, field }, { signal })),
    form: (title, fields, signal) =>
      waiting(() => dialogs.open<"form">({ kind: "form", run, title, fields }, { signal })),
    async html(report, signal) {
      await waiting(() => dialogs.open<"html">({ kind: "html", run, ...report }, { signal }));
    },
    chooseAccount: (question, signal) =>
      waiting(() =>
        dialogs.open<"account">({ kind: "account", run, ...question }, {
          signal,
          title: `Account for ${question.actionLabel}`,
        })
      ),
    signIn(context, signal) {
      const { actionLabel, extensionName } = runOf(store.get(), run)!;
      const known = knownAccount(store.get(), context.account);
      const where = accountTitle(context.account, known?.name);
      return waiting(() =>
        parts.signIn.needed({
          what: `${actionLabel} of ${extensionName}`,
          why: `It runs in ${where}${context.role ? ` as ${context.role}` : ""}.`,
        }, signal)
      );
    },
    login: (server, problem, signal, turn) => waiting(() => parts.login(server, problem, signal, turn)),
    toast(toast, seconds) {
      const id = `${run}/${toast.id}`;
      fresh.delete(id);
      fresh.set(id, { toast: { ...toast, id, run }, seconds });
      const [oldest] = fresh.keys();
      if (fresh.size > MAX_TOASTS) fresh.delete(oldest!);
      showToasts(fresh);
    },
    dismissToast(id) {
      fresh.delete(`${run}/${id}`);
      toasts.dismiss(`${run}/${id}`);
    },
    progress: throttle(PACE, (progress) => patch({ progress }), going),
    button: throttle(PACE, (button) => patch({ button }), going),
  };
}

/**
 * Passes the first of several values at once, and of the values that follow within `ms` only the last one
 * when that time is over. A script that sets values in a loop must not change the state each time. `wanted`
 * is asked before a late value is passed.
 */
function throttle<T>(
  ms: number,
  apply: (value: T) => void,
  wanted: () => boolean,
): (value: T) => void {
  let last: { readonly value: T } | undefined;
  let waiting = false;

  function next(): void {
    waiting = false;
    if (!last || !wanted()) return;
    const { value } = last;
    last = undefined;
    give(value);
  }
  function give(value: T): void {
    waiting = true;
    setTimeout(next, ms);
    apply(value);
  }
  return (value) => {
    if (waiting) last = { value };
    else give(value);
  };
}
