import { serveUser } from "../../platform/peer/serve.ts";
import { CloudError, notAllowed } from "../errors.ts";
import { sameText } from "./pkce.ts";

/** Waits on this machine for the portal's answer, which the browser delivers. */
interface Callback {
  /** Address to which the portal redirects the browser. */
  readonly redirectUri: string;
  /** The code from the portal. Rejects with a CloudError when the portal or the user refused. */
  readonly code: Promise<string>;
  /** Tells the waiting browser the outcome; null for a success. */
  finish(problem: string | null): void;
  close(): Promise<void>;
}

/** Maximum time for the browser to fetch the last page, ms. */
const LAST_PAGE = 1_000;

/** Path that AWS has registered for programs on the user's machine. */
const CALLBACK_PATH = "/oauth/callback";

/**
 * Listens on 127.0.0.1. Only the first request with the right `state` counts; others are refused and change
 * nothing. A program that has not seen the address can therefore neither end nor forge a sign-in.
 */
export function listenForAnswer(state: string): Callback {
  const answered = Promise.withResolvers<string>();
  const finished = Promise.withResolvers<string | null>();
  // A caller that stopped waiting must not cause an unhandled rejection.
  answered.promise.catch(() => {});
  let taken = false;
  const cut = new AbortController();
  const refuse = () => answerPage(403, REFUSED);
  const server = serveUser({ signal: cut.signal }, refuse, async (request) => {
    const url = new URL(request.url);
    if (request.headers.get("host") !== `127.0.0.1:${server.port}`) return refuse();
    if (url.pathname !== CALLBACK_PATH) return answerPage(404, "There is nothing here.");
    if (request.method !== "GET") return answerPage(405, REFUSED);
    const once = (name: string) => {
      const values = url.searchParams.getAll(name);
      return values.length === 1 ? values[0]! : null;
    };
    if (!sameText(once("state") ?? "", state)) return answerPage(400, REFUSED);
    if (taken) return answerPage(409, "This sign-in has already had its answer.");
    const code = once("code"), error = once("error");
    if (error === null && (!code || code.length > 8192)) return answerPage(400, REFUSED);
    taken = true;
    if (error !== null) {
      answered.reject(refusal(error));
      return answerPage(200, "The sign-in was not allowed. Kedge got no access.");
    }
    answered.resolve(code!);
    const problem = await finished.promise;
    return problem === null ? answerPage(200, null) : answerPage(502, problem);
  });
  return {
    redirectUri: `http://127.0.0.1:${server.port}${CALLBACK_PATH}`,
    code: answered.promise,
    finish: (problem) => finished.resolve(problem),
    async close() {
      finished.resolve("The sign-in was called off.");
      // A browser that does not fetch the last page must not delay the end.
      const timer = setTimeout(() => cut.abort(), LAST_PAGE);
      await server.shutdown();
      clearTimeout(timer);
    },
  };
}

const REFUSED = "This is not the answer to a sign-in that Kedge began.";

function refusal(error: string): CloudError {
  if (error === "access_denied") return notAllowed();
  const word = error.replace(/[^\w.-]/g, "").slice(0, 60);
  return new CloudError(
    `The sign-in portal refuses the sign-in (${word}).`,
    "Check the address and region of the sign-in portal in the settings.",
  );
}

/**
 * Returns the page that ends a sign-in in the browser; `problem` is null for a success. The page runs and
 * loads nothing, and its address, which contains the code, is sent nowhere.
 */
function answerPage(status: number, problem: string | null): Response {
  const title = problem === null ? "You are signed in" : "Kedge";
  const text = problem ?? "Kedge has what it needs. You can close this tab.";
  return new Response(html(title, text, problem === null), {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      // Closes the connection after the page, so that the server can end at once.
      "connection": "close",
    },
  });
}

function html(title: string, text: string, good: boolean): string {
  const safe = (value: string) => value.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${safe(title)}</title>
<style>
  body { font: 13px/1.5 system-ui, sans-serif; margin: 0; min-height: 90vh; display: grid; place-content: center;
    justify-items: center; gap: 4px; background: light-dark(#fff, #1c1d20); color: light-dark(#1b1c1f, #ececee) }
  h1 { font-size: 15px; font-weight: 600; margin: 0 }
  p { margin: 0; color: light-dark(#5a5d66, #a6a9b3); max-width: 46ch; text-align: center }
  .mark { font-size: 32px; line-height: 1; color: light-dark(#1f7a3d, #6fd08c) }
</style>
${good ? '<div class="mark" aria-hidden="true">✓</div>' : ""}
<h1>${safe(title)}</h1>
<p>${safe(text)}</p>
</html>
`;
}
