import type { CleanReport } from "../../core/report/mod.ts";

/** The look of a report that brings none: paper, because authors choose their colours for a light ground. */
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

/** Characters of a report's source that are shown where the report itself cannot be. */
const LONGEST_SOURCE = 1_000_000;

/**
 * The document of a cleaned report: the author's own, or the body's content in Kedge's plain style. `isDocument`: the
 * source already was a full document.
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

/** The source of a report that could not be made safe in time, shown as text. */
export function sourceHtml(title: string, source: string): string {
  const note = "This report is too large or too nested to be shown. Here is what it is made of.";
  const text = escapeText(source.slice(0, LONGEST_SOURCE)) + (source.length > LONGEST_SOURCE ? "\n…" : "");
  return reportHtml(title, { html: `<p>${note}</p><pre>${text}</pre>`, document: null }, false);
}

/** Tells whether a report's source is a document of its own. */
export function isDocument(source: string): boolean {
  return /^\s*(<!doctype|<html)\b/i.test(source);
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values).map(([name, value]) => ` ${name}="${escapeText(value)}"`).join("");
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
