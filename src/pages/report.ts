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

/** The document of a report: the markup in a plain look of ours, or as it is when it is a document already. */
export function reportHtml(title: string, html: string): string {
  if (/^\s*(<!doctype|<html)\b/i.test(html)) return html;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${
    escapeText(title)
  }</title><style>${STYLE}</style></head><body>${html}</body></html>`;
}

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
