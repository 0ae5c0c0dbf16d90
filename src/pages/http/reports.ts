import { type CleanReport, createReportCleaner } from "../../core/report/mod.ts";
import type { DialogState, WindowState } from "../../core/state/state.ts";
import { headersFor, NOTHING, PRINTABLE, REPORT } from "./headers.ts";
import type { PagesOptions } from "./options.ts";

type HtmlDialog = Extract<DialogState, { kind: "html" }>;

/** A report as it is served, with the targets of its links. */
interface Served {
  readonly dialog: string;
  readonly window: string;
  readonly document: Promise<string>;
  links: readonly string[];
}

/** The reports of actions. */
export type Reports = ReturnType<typeof createReports>;

/** Creates the reports of a page server. Each is cleaned once for all places that show it. */
export function createReports(options: PagesOptions) {
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
    /** Starts to clean the report of a window's dialog, if the dialog has one. */
    prepare(window: WindowState): void {
      const dialog = dialogOf(window.params.dialog, window);
      if (dialog) serve(dialog, window);
    },
    /**
     * Answers with the report of the window's own dialog, for a sandboxed frame or the
     * user's web browser; null when there is none.
     */
    async answer(id: string, window: WindowState): Promise<Response | null> {
      const dialog = dialogOf(id, window);
      if (!dialog) return null;
      const policy = dialog.showPrint ? PRINTABLE : REPORT;
      const document = await serve(dialog, window).document;
      return new Response(document, { headers: headersFor(policy, "text/html; charset=utf-8") });
    },
    /**
     * Opens a link of a report in the user's web browser and responds that the report stays. A report
     * has no cookie, because its frame has no origin; the token in its links replaces the cookie.
     * Returns null when there is no such link.
     */
    openLink(window: string, token: string, index: string): Response | null {
      const report = served.get(token);
      const link = report?.window === window && /^\d+$/.test(index) ? report.links[Number(index)] : undefined;
      if (link === undefined) return null;
      options.openInBrowser(link).catch((error) => options.onError(error, window));
      return new Response(null, { status: 204, headers: headersFor(NOTHING) });
    },
    /** Forgets the reports of all other dialogs. */
    keep(dialogs: ReadonlySet<string>): void {
      for (const [token, { dialog }] of served) if (!dialogs.has(dialog)) served.delete(token);
    },
    close: () => cleaner.close(),
  };
}

/**
 * The style of a report without styles of its own. It is light, because authors
 * choose their colours for a light background.
 */
const STYLE = `
:root { color-scheme: light; }
body { margin: 16px; background: #fff; color: #1b1f26; font: 13px/1.5 system-ui, "Segoe UI", "Noto Sans", sans-serif; }
h1 { font-size: 17px; } h2 { font-size: 15px; } h3 { font-size: 13px; }
h1, h2, h3 { margin: 16px 0 8px; line-height: 1.3; } :is(h1, h2, h3):first-child { margin-top: 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 10px; border: 1px solid #dfe2e7; text-align: left; vertical-align: top; }
th { background: #f5f6f8; font-weight: 600; }
code, pre { font: 12px/1.5 ui-monospace, "SF Mono", Consolas, "DejaVu Sans Mono", monospace; }
pre { padding: 8px 10px; border-radius: 6px; background: #f5f6f8; overflow: auto; white-space: pre-wrap; }
img { max-width: 100%; }
a { color: #1a56b3; }`;

/** Maximum characters of a report's source shown instead of the report. */
const MAX_SOURCE_LENGTH = 1_000_000;

/**
 * Returns the document of a cleaned report: the author's document, or the author's content in Kedge's plain
 * style. `whole`: whether the source was already a full document.
 */
export function reportHtml(
  title: string,
  report: Pick<CleanReport, "html" | "document">,
  whole: boolean,
): string {
  const { lang = "en", dir, ...body } = report.document ?? {};
  const style = whole || report.document ? "" : `<style>${STYLE}</style>`;
  return `<!doctype html><html${
    attributes({ lang, ...(dir ? { dir } : {}) })
  }><head><meta charset="utf-8"><title>${escapeText(title)}</title>${style}</head><body${
    attributes(body)
  }>${report.html}</body></html>`;
}

/** Returns a document with the source of a report that could not be cleaned in time. */
export function sourceHtml(title: string, source: string): string {
  const note = "This report is too large or too nested to be shown. Here is what it is made of.";
  const text = escapeText(source.slice(0, MAX_SOURCE_LENGTH)) +
    (source.length > MAX_SOURCE_LENGTH ? "\n…" : "");
  return reportHtml(title, { html: `<p>${note}</p><pre>${text}</pre>`, document: null }, false);
}

/** Whether a report's source is a document of its own. */
export function isDocument(source: string): boolean {
  return /^\s*(<!doctype|<html)\b/i.test(source);
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values).map(([name, value]) => ` ${name}="${escapeText(value)}"`).join("");
}

/** Escapes a text for HTML, also inside an attribute. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
