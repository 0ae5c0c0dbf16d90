import type { Peer } from "../peer/mod.ts";
import { serveUser } from "../peer/serve.ts";

/** Lifetime of a ticket, ms: a browser may have to start first. */
const TICKET_LIFE_MS = 60_000;
/** Number of wrong codes after which a ticket is void: five guesses of a million. */
const MAX_TRIES = 5;
/** Maximum bytes of a form with a code. */
const MAX_FORM = 1000;

const HEADERS = {
  "cache-control": "no-store",
  // With "no-referrer" a browser would not send the form's origin.
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "content-security-policy":
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
};

/** Shows the user the code that a browser must send, in a place where no one else can read it. */
export type ShowCode = (code: string) => void;

/** Tickets that are still valid. */
const tickets = new Set<Handover>();

/** Voids every ticket, so that Kedge can end without waiting for browsers. */
export function voidTickets(): void {
  for (const ticket of tickets) ticket.close();
}

/** An address that waits for the browser to fetch it. */
interface Handover {
  /** An address that is safe in a list of arguments: it works once and only for this user. */
  readonly ticket: string;
  /** Resolves with whether the address was fetched, at the latest when the ticket expires. */
  readonly taken: Promise<boolean>;
  /** Voids the ticket. */
  close(): void;
}

/**
 * Keeps an address out of the arguments of a browser, which every user of the machine can read. The arguments
 * contain a ticket for this process instead, which redirects only its own user to the address. The kernel
 * identifies the user; when it cannot, the browser must send a code that `showCode` shows to the user.
 */
export function handOver(address: string, showCode: ShowCode, life = TICKET_LIFE_MS): Handover {
  const { promise: taken, resolve } = Promise.withResolvers<boolean>();
  const path = `/${crypto.getRandomValues(new Uint8Array(16)).toHex()}`;
  const code = String(crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000).padStart(6, "0");
  let open = true, reported = false, tries = 0;

  const answer = (status: number, headers: Record<string, string> = {}, body: string | null = null) =>
    new Response(body, { status, headers: { ...HEADERS, ...headers } });
  const page = (status: number, wrong: boolean) =>
    answer(status, { "content-type": "text/html; charset=utf-8" }, codePage(wrong));

  function end(fetched: boolean): void {
    if (!open) return;
    open = false;
    tickets.delete(handover);
    clearTimeout(timer);
    resolve(fetched);
    void server.shutdown();
  }

  function give(): Response {
    end(true);
    return answer(303, { location: address, "referrer-policy": "no-referrer" });
  }

  async function handle(request: Request, peer: Peer): Promise<Response> {
    const host = `127.0.0.1:${server.port}`;
    const origin = request.headers.get("origin");
    if (!open || request.headers.get("host") !== host) return answer(403);
    if (new URL(request.url).pathname !== path) return answer(403);
    if (origin !== null && origin !== `http://${host}`) return answer(403);
    if (request.method === "GET") {
      if (peer === "user") return give();
      if (!reported) showCode(`${code.slice(0, 3)} ${code.slice(3)}`);
      reported = true;
      return page(200, false);
    }
    if (request.method !== "POST" || origin === null) return answer(405, { allow: "GET, POST" });
    const sent = await sentCode(request);
    // The state is checked again because the ticket may have been used or voided meanwhile.
    if (!open || tries >= MAX_TRIES) return answer(403);
    tries++;
    if (sent === code) return give();
    if (tries >= MAX_TRIES) end(false);
    return page(403, true);
  }

  const server = serveUser({}, () => answer(403), handle);
  const timer = setTimeout(() => end(false), life);
  const handover: Handover = {
    ticket: `http://127.0.0.1:${server.port}${path}`,
    taken,
    close: () => end(false),
  };
  tickets.add(handover);
  return handover;
}

/** Returns the digits of a form's `code`; empty when there are none. */
async function sentCode(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length") ?? Infinity) > MAX_FORM) return "";
  const text = await request.text().catch(() => "");
  return new URLSearchParams(text).get("code")?.replaceAll(/\D/g, "") ?? "";
}

const STYLE = `
:root { color-scheme: light dark; font: 13px/1.5 system-ui, "Segoe UI", "Noto Sans", sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f5f6f8, #16181d);
  color: light-dark(#1b1f26, #e6e8ec); }
main { width: 320px; padding: 16px; }
h1 { margin: 0 0 8px; font-size: 15px; }
p { margin: 0 0 16px; }
form { display: flex; gap: 8px; }
input, button { box-sizing: border-box; height: 28px; padding: 0 10px; border-radius: 6px; font: inherit; }
input { flex: 1; min-width: 0; border: 1px solid light-dark(#868d99, #7a8290); background: light-dark(#fff, #1f2229);
  color: inherit; letter-spacing: 2px; font-variant-numeric: tabular-nums; }
button { border: 0; background: #1a56b3; color: #fff; font-weight: 600; }
:focus-visible { outline: 2px solid light-dark(#1a56b3, #7fb0ff); outline-offset: 1px; }
.wrong { color: light-dark(#a3231c, #ff9a92); }`;

/** Returns the page that asks for the code of a ticket when the system cannot identify the browser's user. */
function codePage(wrong: boolean): string {
  const message = wrong
    ? '<p class="wrong" role="alert">That is not the code. Look again at what Kedge shows.</p>'
    : "<p>The system does not tell whose browser this is. So that only you get in, Kedge shows you a code: in its " +
      "terminal, or as a message on your desktop.</p>";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kedge</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Type the code that Kedge shows</h1>
${message}
<form method="post">
<input name="code" inputmode="numeric" autocomplete="off" maxlength="12" required autofocus aria-label="Code">
<button>Go on</button>
</form>
</main>
</body>
</html>
`;
}
