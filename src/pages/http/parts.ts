import { iconFaults, iconType } from "../../core/bundle/mod.ts";
import type { WindowState } from "../../core/state/state.ts";
import { headersFor, IMAGE, NOTHING, pagePolicy } from "./headers.ts";
import type { PagesOptions } from "./options.ts";
import { escapeText, type Reports } from "./reports.ts";
import { usedLocales } from "../../core/text/locale.ts";
import { pageOf } from "../registry.ts";
import { contentType, ENTRY } from "./assets.ts";

/**
 * Answers a request for a part of a window's page: the document (no path), an asset,
 * `icon/extension|review/<id>/<path>` or `report/<dialog>`. Returns null when there is no such part.
 */
export async function answerPart(
  path: readonly (string | undefined)[],
  window: WindowState,
  options: PagesOptions,
  reports: Reports,
  port: number,
): Promise<Response | null> {
  const [first, second, third, ...rest] = path;
  if (path.includes(undefined)) return null;
  if (path.length === 1 && first === "") {
    reports.prepare(window);
    const html = pageHtml(window, options.surface ?? "window");
    return new Response(html, { headers: headersFor(pagePolicy(window, port), "text/html; charset=utf-8") });
  }
  if (path.length === 1) return await answerAsset(first!, options);
  if (first === "report" && path.length === 2) return await reports.answer(second!, window);
  if (first === "icon" && (second === "extension" || second === "review") && third && rest.length > 0) {
    const file = rest.join("/");
    const bytes = await options.icon({ of: second, id: third, path: file });
    const type = bytes && iconFaults(file, bytes).length === 0 ? iconType(file) : undefined;
    return bytes && type ? new Response(new Uint8Array(bytes), { headers: headersFor(IMAGE, type) }) : null;
  }
  return null;
}

/** Answers a request for a file that all pages share; null when there is no such file. */
export async function answerAsset(name: string, options: PagesOptions): Promise<Response | null> {
  const bytes = (await options.assets).files.get(name);
  if (!bytes) return null;
  return new Response(bytes, { headers: headersFor(NOTHING, contentType(name)) });
}

/**
 * Returns the document of a window's page. `data-page` tells the page which one it is, `data-numbers` and
 * `data-times` how to format numbers and times.
 */
export function pageHtml(window: WindowState, surface: "window" | "browser"): string {
  const { numbers, times } = usedLocales();
  return `<!doctype html>
<html lang="en" data-page="${escapeText(window.page)}" data-surface="${surface}"${
    pageOf(window).resizable ? " data-resizable" : ""
  }${numbers === null ? "" : ` data-numbers="${escapeText(numbers)}"`}${
    times === null ? "" : ` data-times="${escapeText(times)}"`
  }>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(window.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${ENTRY.style}">
<script type="module" src="${ENTRY.script}"></script>
</head>
<body></body>
</html>
`;
}
