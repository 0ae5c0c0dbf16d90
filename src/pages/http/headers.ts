import type { WindowState } from "../../core/state/state.ts";
import { pageOf } from "../registry.ts";

/**
 * The headers of every answer. No cross-origin-opener-policy: nothing can open these pages but by a token, and
 * with it WebKit starts a new process for every window, which takes ten times as long.
 */
const COMMON = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  // A report could name hosts only so that they are looked up.
  "x-dns-prefetch-control": "off",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), display-capture=()",
} as const;

/** The policy of answers that are no page: they may load nothing if opened as one. */
export const NOTHING =
  "default-src 'none'; sandbox; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The policy of a plain text that is shown instead of a page, also within a frame of Kedge's own pages. */
export const WORDS = NOTHING.replace("frame-ancestors 'none'", "frame-ancestors 'self'");

/** Policy of an image, which may have styles of its own as SVG does. */
export const IMAGE = NOTHING.replace("sandbox;", "style-src 'unsafe-inline'; img-src data:; sandbox;");

const SCRIPTLESS = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Policy of HTML of a script: no scripts, no network, no forms, no links out of its frame. */
export const REPORT = `sandbox; ${SCRIPTLESS}`;

/**
 * Policy of a report that its page may print: to reach it for that, the page must share its origin, which
 * without scripts gives the report nothing.
 */
export const PRINTABLE = `sandbox allow-same-origin allow-modals; ${SCRIPTLESS}`;

/**
 * Policy of a window's page. It loads from, and talks to, the addresses of its own window only: cookies of
 * other windows are in the same browser, and a page that something took over must not reach them. Only a page that is
 * defined so shows other windows' pages in frames.
 */
export function pagePolicy(window: WindowState, port: number): string {
  const address = `127.0.0.1:${port}/window/${encodeURIComponent(window.id)}/`;
  const origin = `http://${address}`;
  return `default-src 'none'; script-src ${origin}; style-src ${origin}; img-src ${origin} data: blob:; font-src ${origin}; ` +
    `connect-src ${origin} ws://${address}; frame-src ${pageOf(window).frames ? "'self'" : origin}; ` +
    "frame-ancestors 'self'; base-uri 'none'; form-action 'none'";
}

/** The headers of an answer with that content security policy. */
export function headersFor(policy: string, type?: string): Headers {
  const headers = new Headers(COMMON);
  headers.set("content-security-policy", policy);
  if (type) headers.set("content-type", type);
  return headers;
}
