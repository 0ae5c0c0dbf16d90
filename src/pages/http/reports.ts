import { createReportCleaner } from "../../core/report/mod.ts";
import type { DialogState, WindowState } from "../../core/state/state.ts";
import { headersFor, NOTHING, PRINTABLE, REPORT } from "./headers.ts";
import type { PagesOptions } from "./options.ts";
import { isDocument, reportHtml, sourceHtml } from "./report.ts";

type HtmlDialog = Extract<DialogState, { kind: "html" }>;

/** A report as it is served, and where its links lead. */
interface Served {
  readonly dialog: string;
  readonly window: string;
  readonly document: Promise<string>;
  links: readonly string[];
}

/** The reports of actions: cleaned once each, for every place that shows them. */
export interface Reports {
  /** Begins to clean the report of a window's dialog, if it has one. */
  prepare(window: WindowState): void;
  /** The report of a window's own dialog, for a sandboxed frame or the user's browser; null when there is none. */
  answer(dialog: string, window: WindowState): Promise<Response | null>;
  /**
   * Opens a link of a report in the user's browser and answers that the report stays. A report has no cookie, because its frame
   * belongs to no origin: the token of its links stands for it. Null when there is no such link.
   */
  openLink(window: string, token: string, index: string): Response | null;
  /** Forgets the reports of dialogs that are gone. */
  keep(dialogs: ReadonlySet<string>): void;
  close(): void;
}

/** Makes the reports of a page server. */
export function createReports(options: PagesOptions): Reports {
  const cleaner = createReportCleaner();
  const served = new Map<string, Served>();

  function dialogOf(id: string | undefined, window: WindowState): HtmlDialog | null {
    const dialog = options.store.get().dialogs.find((dialog) => dialog.id === id);
    return dialog?.kind === "html" && window.params.dialog === id ? dialog : null;
  }

  function serve(dialog: HtmlDialog, window: WindowState): Served {
    const known = served.values().find((one) => one.dialog === dialog.id && one.window === window.id);
    if (known) return known;
    const token = crypto.getRandomValues(new Uint8Array(16)).toHex();
    const prefix = `/window/${encodeURIComponent(window.id)}/link/${token}/`;
    const document = cleaner.clean(dialog.html, prefix).then((report) => {
      if (!report) return sourceHtml(dialog.title, dialog.html);
      fresh.links = report.links;
      return reportHtml(dialog.title, report, isDocument(dialog.html));
    });
    const fresh: Served = { dialog: dialog.id, window: window.id, document, links: [] };
    served.set(token, fresh);
    return fresh;
  }

  return {
    prepare(window) {
      const dialog = dialogOf(window.params.dialog, window);
      if (dialog) serve(dialog, window);
    },
    async answer(id, window) {
      const dialog = dialogOf(id, window);
      if (!dialog) return null;
      const policy = dialog.showPrint ? PRINTABLE : REPORT;
      const document = await serve(dialog, window).document;
      return new Response(document, { headers: headersFor(policy, "text/html; charset=utf-8") });
    },
    openLink(window, token, index) {
      const report = served.get(token);
      const link = report?.window === window && /^\d+$/.test(index) ? report.links[Number(index)] : undefined;
      if (link === undefined) return null;
      options.openInBrowser(link).catch((error) => options.onError(error, window));
      return new Response(null, { status: 204, headers: headersFor(NOTHING) });
    },
    keep(dialogs) {
      for (const [token, { dialog }] of served) if (!dialogs.has(dialog)) served.delete(token);
    },
    close: () => cleaner.close(),
  };
}
