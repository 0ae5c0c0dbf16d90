import type { WindowState } from "../../core/state/state.ts";
import { pageOf } from "../registry.ts";

/**
 * The headers of every response. There is no cross-origin-opener-policy: other pages cannot
 * open these pages without a token, and with the policy WebKit starts a new process for
 * every window, which takes ten times as long.
 */
const COMMON = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  // Otherwise a report could make the browser look up the host names in its links.
  "x-dns-prefetch-control": "off",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), display-capture=()",
} as const;

/** The policy of responses that are not pages. Opened as a page, they may load nothing. */
export const NOTHING =
  "default-src 'none'; sandbox; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The policy of a plain text that replaces a page, also within a frame of Kedge's own pages. */
export const WORDS = NOTHING.replace("frame-ancestors 'none'", "frame-ancestors 'self'");

/** The policy of an image. An SVG may have inline styles. */
export const IMAGE = NOTHING.replace("sandbox;", "style-src 'unsafe-inline'; img-src data:; sandbox;");

const SCRIPTLESS = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** The policy of an action's HTML: no scripts, no network, no forms, no links out of its frame. */
export const REPORT = `sandbox; ${SCRIPTLESS}`;

/**
 * The policy of a report that its page may print. For that the report must share the page's origin, which
 * gives the report no access because it has no scripts.
 */
export const PRINTABLE = `sandbox allow-same-origin allow-modals; ${SCRIPTLESS}`;

/**
 * Returns the policy of a window's page. The page may access only the addresses of its own window, because
 * the browser also has the cookies of other windows, which a compromised page must not reach. Only pages
 * defined with `frames` show other windows in frames.
 */
export function pagePolicy(window: WindowState, port: number): string {
  const address = `127.0.0.1:${port}/window/${encodeURIComponent(window.id)}/`;
  const origin = `http://${address}`;
  return `default-src 'none'; script-src ${origin}; style-src ${origin}; img-src ${origin} data: blob:; font-src ${origin}; ` +
    `connect-src ${origin} ws://${address}; frame-src ${pageOf(window).frames ? "'self'" : origin}; ` +
    "frame-ancestors 'self'; base-uri 'none'; form-action 'none'";
}

/** Returns the headers of a response with that content security policy. */
export function headersFor(policy: string, type?: string): Headers {
  const headers = new Headers(COMMON);
  headers.set("content-security-policy", policy);
  if (type) headers.set("content-type", type);
  return headers;
}
