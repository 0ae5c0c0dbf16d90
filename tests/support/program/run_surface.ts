import type { RunSurface } from "../../../src/core/actions/mod.ts";
import type { LogLine, RunProgress, RunState } from "../../../src/core/state/state.ts";

/**
 * A surface that records everything and answers at once: alerts are closed, confirms are answered yes,
 * everything else is cancelled.
 */
export interface RecordingSurface extends RunSurface {
  readonly lines: LogLine[];
  readonly seen: string[];
  readonly phases: string[];
  lastProgress: RunProgress | null;
  lastButton: RunState["button"] | null;
  /** Resolves when a line of the log contains the text; rejects after a minute. */
  logged(text: string): Promise<void>;
}

/** Creates this surface; `change` replaces parts of it. */
export function recordingSurface(change: Partial<RunSurface> = {}): RecordingSurface {
  const waiting: { text: string; resolve: () => void }[] = [];
  const surface: RecordingSurface = {
    lines: [],
    seen: [],
    phases: [],
    lastProgress: null,
    lastButton: null,
    phase: (phase) => void surface.phases.push(phase),
    context: () => {},
    clock: () => {},
    log(line) {
      surface.lines.push(line);
      for (const { text, resolve } of waiting) if (line.text.includes(text)) resolve();
    },
    alert(message) {
      surface.seen.push(`alert ${message}`);
      return Promise.resolve();
    },
    confirm(message) {
      surface.seen.push(`confirm ${message}`);
      return Promise.resolve(true);
    },
    ask: () => Promise.resolve(null),
    form: () => Promise.resolve(null),
    html(report) {
      surface.seen.push(`html ${report.html.length}`);
      return Promise.resolve();
    },
    chooseAccount: () => Promise.resolve(null),
    login: () => Promise.resolve(null),
    toast: (toast) => void surface.seen.push(`toast ${toast.title}`),
    dismissToast: () => {},
    progress: (progress) => void (surface.lastProgress = progress),
    button: (button) => void (surface.lastButton = button),
    logged(text) {
      if (surface.lines.some((line) => line.text.includes(text))) return Promise.resolve();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const timer = setTimeout(
        () => reject(new Error(`"${text}" was not logged: ${JSON.stringify(surface.lines.slice(-5))}`)),
        60_000,
      );
      waiting.push({
        text,
        resolve() {
          clearTimeout(timer);
          resolve();
        },
      });
      return promise;
    },
    ...change,
  };
  return surface;
}
