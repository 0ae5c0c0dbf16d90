import type { RunFace } from "../actions/face.ts";
import { type AccountState, ENDED, type RunState } from "../state/state.ts";
import type { Dialogs } from "./dialogs.ts";
import type { RunLogs } from "./run_logs.ts";
import type { RunParts } from "./runs.ts";
import { throttle } from "./throttle.ts";
import type { Toasts } from "./toasts.ts";

export type { RunFace } from "../actions/face.ts";

/** How often progress and button may change what is seen, ms. */
const PACE = 50;
/** As many toasts are shown at a time; of a flood the newest. */
const MOST_TOASTS = 20;

/** The face of a run on the desktop: it shows in the state, and asks in windows. */
export function desktopFace(
  run: string,
  parts: RunParts & { patch(change: Partial<RunState>): void; logs: RunLogs },
): RunFace {
  const { store, dialogs, toasts, patch } = parts;

  const going = () => {
    const status = store.get().runs.find(({ id }) => id === run)?.status;
    return status !== undefined && !ENDED.has(status);
  };

  /** Toasts of the last moment by their id, newest last. */
  const fresh = new Map<string, { toast: Parameters<Toasts["show"]>[0]; seconds: number }>();
  const showToasts = throttle(PACE, (waiting: typeof fresh) => {
    for (const { toast, seconds } of waiting.values()) {
      // Nobody will finish what an ended run was loading.
      if (toast.type !== "loading" || going()) toasts.show(toast, seconds);
    }
    waiting.clear();
  }, () => true);

  /** While a dialog waits, the run says so: its clock is paused. */
  async function waiting<T>(ask: (dialogs: Dialogs) => Promise<T>): Promise<T> {
    patch({ status: "waiting" });
    try {
      return await ask(dialogs);
    } finally {
      const now = store.get().runs.find(({ id }) => id === run)?.status;
      const others = store.get().dialogs.some((dialog) => dialog.run === run);
      if (now === "waiting" && !others) patch({ status: "running" });
    }
  }

  return {
    phase(status, building) {
      const progress = building
        ? { title: "Compiling", label: building.name, fraction: building.fraction, cancelable: false }
        : null;
      // The user may choose the account meanwhile: then the run waits for that.
      const asking = store.get().dialogs.some((dialog) => dialog.run === run);
      patch(asking ? { progress } : { status, progress });
    },
    account(account) {
      const known = store.get().accounts.find(({ accountId }) => accountId === account?.id);
      patch({ account: account && { ...account, env: known?.env ?? null, ...nameOf(known) } });
    },
    log: (line) => parts.logs.add(run, line),
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
        dialogs.open<"account">({ kind: "account", run, accounts: store.get().accounts, ...question }, {
          signal,
          title: `Account for ${question.actionLabel}`,
        })
      ),
    async login(server, problem, signal) {
      const login = await waiting(() => parts.servers.login(server, problem, signal));
      return login && { ...login, keep: () => parts.servers.keep(server, login, signal) };
    },
    toast(toast, seconds) {
      const id = `${run}/${toast.id}`;
      fresh.delete(id);
      fresh.set(id, { toast: { ...toast, id, run }, seconds });
      const [oldest] = fresh.keys();
      if (fresh.size > MOST_TOASTS) fresh.delete(oldest!);
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

function nameOf(account: AccountState | undefined): { name?: string } {
  return account?.name ? { name: account.name } : {};
}
