import type {
  AccountState,
  InputField,
  LogLine,
  RunAccount,
  RunProgress,
  RunState,
  ToastState,
} from "../state/state.ts";
import type { DialogAnswer, Dialogs } from "./dialogs.ts";
import type { RunLogs } from "./run_logs.ts";
import type { RunParts } from "./runs.ts";

/** A report of a script, as it asked for it; sizes in CSS pixels, 0 for the default. */
export interface Report {
  readonly title: string;
  readonly html: string;
  readonly width: number;
  readonly height: number;
  readonly showPrint: boolean;
  readonly showOpenInBrowser: boolean;
}

/** What is known of a run's account before the user is asked for the rest. */
export interface AccountQuestion {
  readonly extensionName: string;
  readonly actionLabel: string;
  readonly account?: string;
  readonly role?: string;
  readonly region?: string;
  readonly roles: readonly string[];
}

/** Everything a run shows and asks. Questions end with null when the user cancels or `signal` aborts. */
export interface RunFace {
  phase(phase: "compiling" | "running"): void;
  account(account: Omit<RunAccount, "name" | "env"> | null): void;
  log(line: LogLine): void;
  alert(message: string, signal: AbortSignal): Promise<void>;
  confirm(message: string, signal: AbortSignal): Promise<boolean | null>;
  ask(title: string, field: InputField, signal: AbortSignal): Promise<string | null>;
  form(title: string, fields: readonly InputField[], signal: AbortSignal): Promise<DialogAnswer<"form">>;
  html(report: Report, signal: AbortSignal): Promise<void>;
  chooseAccount(question: AccountQuestion, signal: AbortSignal): Promise<DialogAnswer<"account">>;
  toast(toast: Omit<ToastState, "run" | "until">, seconds: number): void;
  dismissToast(id: string): void;
  progress(progress: RunProgress | null): void;
  button(button: RunState["button"]): void;
}

/** The face of a run on the desktop: it shows in the state, and asks in windows. */
export function desktopFace(
  run: string,
  parts: RunParts & { patch(change: Partial<RunState>): void; logs: RunLogs },
): RunFace {
  const { store, dialogs, toasts, patch } = parts;

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
    phase: (status) => patch({ status }),
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
    toast: (toast, seconds) => toasts.show({ ...toast, id: `${run}/${toast.id}`, run }, seconds),
    dismissToast: (id) => toasts.dismiss(`${run}/${id}`),
    progress: (progress) => patch({ progress }),
    button: (button) => patch({ button }),
  };
}

function nameOf(account: AccountState | undefined): { name?: string } {
  return account?.name ? { name: account.name } : {};
}
