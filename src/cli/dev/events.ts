import * as z from "zod";
import type { App } from "../../core/app/app.ts";
import type { DevelopmentState } from "../../core/state/development.ts";
import { isActive } from "../../core/state/selectors.ts";
import type { LogLine, RunState } from "../../core/state/state.ts";

/**
 * An event that `--dev` shows on its terminal. It comes over the socket of a running Kedge, or from the same
 * process.
 */
export type DevEvent =
  | { readonly type: "state"; readonly state: DevelopmentState }
  | { readonly type: "begin"; readonly label: string }
  | { readonly type: "lines"; readonly lines: readonly LogLine[] }
  | {
    readonly type: "end";
    readonly label: string;
    readonly status: RunState["status"];
    readonly ms: number;
    readonly error?: string;
    readonly hint?: string;
  }
  /** The work has ended, or a request of the terminal failed. */
  | { readonly type: "failed"; readonly error: string; readonly hint?: string };

/** Request of the terminal: run the last action again. */
export const wish = z.strictObject({ wish: z.literal("again") });

/** Maximum lines of a run printed on the terminal; the window shows all of them. */
const MAX_LINES = 500;

/** Reports the state of a folder under development and its runs to `tell`, until `signal` aborts. */
export function followWork(
  app: Pick<App, "store" | "queries">,
  folder: string,
  signal: AbortSignal,
  tell: (event: DevEvent) => void,
): void {
  let last: DevelopmentState | undefined;
  /** Active runs by ID, each with the function that stops following its lines. */
  const going = new Map<string, () => Promise<void>>();

  function followLines(run: string): () => Promise<void> {
    const log = app.queries.runLog(run);
    let from = 0;
    let reading = Promise.resolve();
    const more = () =>
      reading = reading.then(async () => {
        const read = await log?.read(from, MAX_LINES - from, signal);
        if (!read?.ok || read.rows.length === 0) return;
        from += read.rows.length;
        tell({ type: "lines", lines: read.rows });
        const left = (read.total ?? from) - from;
        if (from === MAX_LINES && left > 0) {
          const text = `… ${left} more lines: the window has them`;
          tell({ type: "lines", lines: [{ stream: "log", text, time: 0 }] });
        }
      }).catch(() => {});
    const stop = log?.subscribe(more);
    void more();
    return () => (stop?.(), more());
  }

  function look(): void {
    const { development, runs } = app.store.get();
    const state = development.find((one) => one.folder === folder);
    if (state && state !== last) tell({ type: "state", state: last = state });
    for (const run of runs) {
      if (!run.developed || run.extension !== state?.extension) continue;
      const follow = going.get(run.id);
      if (isActive(run) && !follow) {
        tell({ type: "begin", label: run.actionLabel });
        going.set(run.id, followLines(run.id));
      } else if (!isActive(run) && follow) {
        going.delete(run.id);
        const { actionLabel: label, status, ms = 0, error, hint } = run;
        void follow().then(() =>
          tell({ type: "end", label, status, ms, ...(error && { error }), ...(hint && { hint }) })
        );
      }
    }
  }

  const stop = app.store.subscribe(look);
  signal.addEventListener("abort", stop, { once: true });
  look();
}

/** Runs the action again that ran last. Returns the event of a failure; null when the run started. */
export async function runLastAgain(
  app: Pick<App, "store" | "dispatch">,
  folder: string,
): Promise<DevEvent | null> {
  const { development, runs } = app.store.get();
  const id = development.find((one) => one.folder === folder)?.extension;
  const [last] = runs.filter((run) => run.developed && run.extension === id)
    .sort((a, b) => b.startedAt - a.startedAt);
  if (!last) {
    return {
      type: "failed",
      error: "Nothing has run yet.",
      hint: "Run an action from the palette or the tray.",
    };
  }
  const result = await app.dispatch({ name: "runAction", extension: last.extension, action: last.action });
  return result.ok ? null : { type: "failed", ...result };
}
