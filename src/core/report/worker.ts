/**
 * Cleans reports off the main thread: a report of 16 MB takes seconds, and the parser's packages are loaded
 * only here.
 */
import { cleanReport } from "./clean.ts";
import type { CleanRequest } from "./mod.ts";

addEventListener("message", (event) => {
  const { html, linkPrefix } = (event as MessageEvent<CleanRequest>).data;
  try {
    postMessage(cleanReport(html, linkPrefix));
  } catch {
    postMessage(null);
  }
});
