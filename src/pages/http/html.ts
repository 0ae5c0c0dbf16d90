import { usedLocales } from "../../core/text/locale.ts";
import type { WindowState } from "../../core/state/state.ts";
import { pageOf } from "../registry.ts";
import { ENTRY } from "./assets.ts";

/** The document of a window's page. The page reads which one it is from `data-page`, and how to write numbers and times from two others. */
export function pageHtml(window: WindowState, surface: "window" | "browser"): string {
  const { numbers, times } = usedLocales();
  return `<!doctype html>
<html lang="en" data-page="${escape(window.page)}" data-surface="${surface}"${
    pageOf(window).resizable ? " data-resizable" : ""
  }${numbers === null ? "" : ` data-numbers="${escape(numbers)}"`}${
    times === null ? "" : ` data-times="${escape(times)}"`
  }>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(window.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${ENTRY.style}">
<script type="module" src="${ENTRY.script}"></script>
</head>
<body></body>
</html>
`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
