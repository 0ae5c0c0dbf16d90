import { readBounded } from "../../bytes.ts";
import { certificateTrouble, unansweredWords } from "../../certificate_trouble.ts";
import { CatalogueError } from "../error.ts";
import { SOURCE_LIMIT } from "../limits.ts";
import { byteSize } from "../../text/byte_size.ts";

const MAX_REDIRECTS = 5;

/** Options for reading one file. */
interface Asking {
  readonly fetch?: typeof fetch;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether redirects on the same host are followed. Default true. */
  readonly redirects?: boolean;
}

/**
 * Downloads a file with limits of size and time. Follows redirects only on the same host, because the
 * certificate of another host says nothing about the publisher. Throws a {@link CatalogueError}.
 */
export async function httpsFile(
  address: URL,
  most: number,
  signal: AbortSignal,
  { fetch: get = fetch, headers, redirects = true }: Asking = {},
): Promise<Uint8Array> {
  const limit = AbortSignal.timeout(SOURCE_LIMIT);
  let url = address;
  try {
    for (let at = 0; at <= MAX_REDIRECTS; at++) {
      const response = await get(url, {
        redirect: "manual",
        credentials: "omit",
        signal: AbortSignal.any([signal, limit]),
        headers: { accept: "application/json, application/octet-stream, */*", ...headers },
      });
      const location = response.headers.get("location");
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel();
        const next = location === null || !redirects ? null : URL.parse(location, url);
        if (next?.origin !== address.origin) throw elsewhere(address, next);
        url = next;
        continue;
      }
      if (!response.ok) {
        await response.body?.cancel();
        throw refused(url, response.status);
      }
      const bytes = await readBounded(response.body, most);
      if (bytes) return bytes;
      throw new CatalogueError(
        "too-large",
        `${shown(url)} sends more than ${byteSize(most)}`,
        "Ask whoever publishes it.",
      );
    }
    throw new CatalogueError("redirect", `${shown(address)} leads in a circle`, "Check the address.");
  } catch (error) {
    if (error instanceof CatalogueError) throw error;
    if (signal.aborted) throw new CatalogueError("cancelled", "it was cancelled", "Try again.");
    if (limit.aborted) {
      throw new CatalogueError("unreachable", `${address.host} did not answer in time`, "Try again.");
    }
    throw unreached(address, unansweredWords(error, url.href));
  }
}

/** Returns an address without parts that may be secret. */
const shown = ({ origin, pathname }: URL) => `${origin}${pathname}`;

function elsewhere(from: URL, to: URL | null): CatalogueError {
  return new CatalogueError(
    "redirect",
    `${from.host} leads to another host${to ? `, ${to.host}` : ""}`,
    "Nothing is taken from there. If the catalogue has moved, correct its address in config.json.",
  );
}

function refused(url: URL, status: number): CatalogueError {
  if (status === 404 || status === 410) {
    return new CatalogueError("missing", `there is no ${shown(url)}`, "Check the address.");
  }
  if (status === 401 || status === 403) {
    return new CatalogueError(
      "password",
      `${shown(url)} may not be read without signing in (${status})`,
      "Use a git repository or S3 where not everybody may read it.",
    );
  }
  return new CatalogueError("unreachable", `${shown(url)} answered ${status}`, "Try again in a minute.");
}

function unreached({ host }: URL, reason: string): CatalogueError {
  if (/dns error|failed to lookup/i.test(reason)) {
    return new CatalogueError("unreachable", `there is no host ${host}, or no network`, "Check the network.");
  }
  const certificate = certificateTrouble(reason);
  if (certificate) {
    return new CatalogueError(
      "unreachable",
      `the certificate of ${host} ${certificate.is}`,
      certificate.hint,
    );
  }
  return new CatalogueError("unreachable", `${host} cannot be reached`, "Check the network.");
}
