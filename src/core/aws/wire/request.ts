import { readBounded } from "../../bytes.ts";
import { certificateTrouble, unansweredWords } from "../../certificate_trouble.ts";
import { fieldsOf } from "../../json_values.ts";
import { present } from "../../present.ts";
import { cancelled, CloudError } from "../errors.ts";
import { learnSkew } from "./clock.ts";
import { pause } from "./pause.ts";
import { malformed } from "./shape.ts";

/** Maximum time until a response is complete, ms. */
const LIMIT = 20_000;

/** Maximum bytes of a response. A page of a hundred accounts has thirty thousand. */
const MAX_SIZE = 1 << 20;

/** Maximum tries of a request that may succeed later. */
const TRIES = 4;

/** Maximum wait between two tries, ms. When AWS demands a longer one, the request fails with a message. */
const MAX_WAIT = 20_000;

/** A request to a service of AWS. */
interface WireRequest {
  /** What is attempted, for messages: `listing the accounts`. */
  readonly doing: string;
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
  /**
   * Whether the request may be repeated after a fault; false when a second one would have another effect.
   * Default true.
   */
  readonly again?: boolean;
  /** Maximum bytes of the response; absent for the default. */
  readonly largest?: number | undefined;
  /** Maximum time until the response is complete, ms; absent for the default. */
  readonly limit?: number | undefined;
  /** Called when AWS throttles requests, with the time in ms during which none should be sent. */
  readonly onThrottled?: (ms: number) => void;
}

/** The response of a service. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Sends a request and reads the response, with limits on size and time. Throttled requests and faults of the
 * service are tried again after the time that AWS demands; other statuses are returned. Throws a CloudError
 * that never contains the address, which may be secret.
 */
export async function request(wire: WireRequest): Promise<WireAnswer> {
  for (let attempt = 1;; attempt++) {
    const answer = await once(wire).catch((error: CloudError) => error);
    const fault = faultOf(answer, wire);
    if (!fault) {
      if (answer instanceof CloudError) throw answer;
      return answer;
    }
    const wait = fault.asked ?? backoff(attempt);
    if (fault.throttled) wire.onThrottled?.(Math.min(wait, MAX_WAIT));
    if (attempt >= fault.tries || wait > MAX_WAIT) throw fault.error;
    await pause(wait, wire.signal).catch(() => {
      throw cancelled(wire.doing);
    });
  }
}

/** A fault that may not occur at the next try. */
interface Fault {
  readonly error: CloudError;
  readonly throttled?: boolean;
  /** Wait that AWS demands, ms. */
  readonly asked?: number | undefined;
  readonly tries: number;
}

function faultOf(answer: WireAnswer | CloudError, { doing, again = true }: WireRequest): Fault | null {
  if (answer instanceof CloudError) {
    // A lost connection is tried once more. A second failure is final.
    return answer.code === "offline" ? { error: answer, tries: again ? 2 : 1 } : null;
  }
  const { status, headers } = answer;
  if (status === 429) {
    const asked = retryAfter(headers);
    const hint = asked === undefined
      ? "Try again in a minute."
      : `Try again in ${Math.ceil(asked / 1000)} seconds.`;
    const error = new CloudError(`${doing}: AWS gets too many requests`, hint, undefined, "throttled");
    return { error, throttled: true, tries: TRIES, asked };
  }
  if (status < 500) return null;
  const error = new CloudError(`${doing}: AWS has a fault (${status})`, "Try again in a minute.");
  return { error, tries: again ? TRIES : 1 };
}

/**
 * Sends a request and reads the response as JSON; null for an empty response. Throws a CloudError, also when
 * the response is not JSON.
 */
export async function requestJson(wire: WireRequest): Promise<WireAnswer & { readonly json: unknown }> {
  const answer = await request(wire);
  if (answer.text.trim() === "") return { ...answer, json: null };
  try {
    return { ...answer, json: JSON.parse(answer.text) };
  } catch {
    if (answer.status >= 400) return { ...answer, json: null };
    // The parser's message is omitted, because it quotes the text, which may contain a token.
    throw malformed(wire.doing, "it is no JSON");
  }
}

/**
 * Returns the name of the error in a response, without its namespace. AWS sends the name in a header or in
 * the body.
 */
export function errorName(answer: WireAnswer & { readonly json?: unknown }): string {
  const body = fieldsOf(answer.json);
  const code = answer.headers.get("x-amzn-errortype") ?? body.__type ?? body.code ?? body.error;
  return typeof code === "string" ? /([\w.]+)(?::|$)/.exec(code.split("#").at(-1)!)?.[1] ?? "" : "";
}

async function once(
  { doing, url, method = "GET", headers, body, signal, largest, limit: longest = LIMIT }: WireRequest,
): Promise<WireAnswer> {
  const limit = AbortSignal.timeout(longest), stop = new AbortController();
  // AbortSignal.any would keep a reference from a long-lived signal, such as that of a poll.
  const end = () => stop.abort();
  for (const one of [signal, limit]) one.addEventListener("abort", end);
  if (signal.aborted) end();
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: "application/json", ...headers },
      ...present({ body }),
      // A redirect would send the token to another host.
      redirect: "manual",
      signal: stop.signal,
    });
    learnSkew(response.headers.get("date"));
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw malformed(doing, "it leads elsewhere");
    }
    return { status: response.status, headers: response.headers, text: await read(response, doing, largest) };
  } catch (error) {
    if (error instanceof CloudError) throw error;
    if (signal.aborted) throw cancelled(doing);
    if (limit.aborted) {
      throw new CloudError(
        `${doing}: AWS did not answer in time`,
        "Check the network.",
        undefined,
        "timeout",
      );
    }
    throw unreached(doing, new URL(url).hostname, unansweredWords(error, url));
  } finally {
    for (const one of [signal, limit]) one.removeEventListener("abort", end);
  }
}

async function read(response: Response, doing: string, largest = MAX_SIZE): Promise<string> {
  const bytes = await readBounded(response.body, largest);
  if (!bytes) throw malformed(doing, "it is far too large");
  return new TextDecoder().decode(bytes);
}

/**
 * Returns why no server was reached. The runtime's message is examined but not shown, because it contains the
 * whole address.
 */
function unreached(doing: string, host: string, reason: string): CloudError {
  const unreached = (why: string, hint: string, kind: "offline" | "skewed" = "offline") =>
    new CloudError(`${doing}: ${why}`, hint, undefined, kind);
  if (/dns error|failed to lookup/i.test(reason)) {
    return unreached(`there is no host ${host}, or no network`, "Check the network, and the region.");
  }
  const certificate = certificateTrouble(reason);
  if (certificate) {
    const { is, hint, clock } = certificate;
    return unreached(`the certificate of ${host} ${is}`, hint, clock ? "skewed" : "offline");
  }
  if (/refused/i.test(reason)) return unreached(`${host} refuses the connection`, "Check the network.");
  return unreached(`${host} cannot be reached`, "Check the network.");
}

/** Returns the wait of `Retry-After` in ms. The header has seconds or a date. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/**
 * Returns the wait before a try, ms: half a second, one, two, each shortened at random so that many clients
 * do not try again at the same time.
 */
export function backoff(attempt: number): number {
  return 500 * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}
