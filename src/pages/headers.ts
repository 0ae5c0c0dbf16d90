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

/** Nothing at all: for assets and refusals, should someone open them as a page. */
const NOTHING = "default-src 'none'; sandbox; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** An image, which may have styles of its own as SVG does. */
const IMAGE = NOTHING.replace("sandbox;", "style-src 'unsafe-inline'; img-src data:; sandbox;");

/** HTML of a script: no scripts, no network, no forms, no links out of its frame. */
const REPORT = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/**
 * What an answer is allowed to be in a browser. `printable`: a report that its page may print; to reach it for
 * that, the page must share its origin, which without scripts gives the report nothing.
 */
export type Policy = "page" | "report" | "printable" | "image" | "nothing";

/** The headers of an answer. `port` is the page server's own. */
export function headersFor(policy: Policy, port: number, type?: string): Headers {
  const headers = new Headers(COMMON);
  headers.set("content-security-policy", policyText(policy, port));
  if (type) headers.set("content-type", type);
  return headers;
}

function policyText(policy: Policy, port: number): string {
  if (policy === "nothing") return NOTHING;
  if (policy === "image") return IMAGE;
  if (policy === "report") return `sandbox; ${REPORT}`;
  if (policy === "printable") return `sandbox allow-same-origin allow-modals; ${REPORT}`;
  return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
    `connect-src 'self' ws://127.0.0.1:${port}; frame-src 'self'; frame-ancestors 'self'; ` +
    "base-uri 'none'; form-action 'none'";
}
