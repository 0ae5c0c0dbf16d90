import { readBounded } from "../../bytes.ts";
import { LIMITS } from "../../bundle/mod.ts";
import { certificateTrouble, unansweredWords } from "../../certificate_trouble.ts";
import { addressWithoutSecrets } from "./address.ts";
import { byteSize } from "../../text/byte_size.ts";

/**
 * The result of a download: the bytes and the final address, or the reason for the failure. No text contains
 * a credential.
 */
type Download =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly address: string }
  | { readonly ok: false; readonly code: string; readonly message: string; readonly hint?: string };

const MAX_REDIRECTS = 5;
/** Maximum duration of the whole download, ms. */
const TIMEOUT_MS = 30_000;

/**
 * Downloads a bundle over https. Follows up to 5 redirects, only to https; reads no more bytes than a bundle
 * may have, whatever the headers say; takes up to 30 s. `address` is the final address without credentials.
 */
export async function download(
  source: string,
  options: { readonly signal?: AbortSignal; readonly fetch?: typeof fetch; readonly timeoutMs?: number } = {},
): Promise<Download> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  let address = source;
  const shown = () => addressWithoutSecrets(address);
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const url = URL.parse(address);
      if (url?.protocol !== "https:" || url.username || url.password) {
        return refuse(
          "not-https",
          `${shown()} is not a plain https address`,
          "Bundles are fetched over https only.",
        );
      }
      address = url.href;
      const response = await (options.fetch ?? fetch)(url, {
        redirect: "manual",
        signal,
        credentials: "omit",
        headers: { accept: "application/zip, application/octet-stream, */*" },
      });
      const location = response.headers.get("location");
      if (response.status >= 300 && response.status < 400 && location) {
        await response.body?.cancel();
        address = URL.parse(location, url)?.href ?? location;
        continue;
      }
      if (!response.ok) {
        await response.body?.cancel();
        return refuse(
          "download-failed",
          `${shown()} answered ${response.status} ${response.statusText}`.trim(),
        );
      }
      return await readBody(response, shown());
    }
    return refuse(
      "download-failed",
      `${addressWithoutSecrets(source)} redirects more than ${MAX_REDIRECTS} times`,
    );
  } catch (error) {
    if (options.signal?.aborted) return refuse("download-stopped", "the download was stopped");
    if (timeout.aborted) return refuse("download-failed", `${shown()} did not answer in time`, "Try again.");
    const { why, hint = "Check the address." } = reasonOf(error, address);
    return refuse(
      "download-failed",
      `${shown()} cannot be fetched: ${why.replaceAll(address, shown())}`,
      hint,
    );
  }
}

async function readBody(response: Response, address: string): Promise<Download> {
  const bytes = await readBounded(response.body, LIMITS.bundle);
  return bytes
    ? { ok: true, bytes, address }
    : refuse("bundle-too-large", `${address} sends more than ${byteSize(LIMITS.bundle)}`);
}

/**
 * Returns why the host did not answer, and what helps. The runtime's own message, which contains the whole
 * address, is used only as a last resort.
 */
function reasonOf(error: unknown, address: string): { readonly why: string; readonly hint?: string } {
  const why = unansweredWords(error, address);
  if (/dns error|failed to lookup/i.test(why)) return { why: "there is no such host, or no network" };
  const certificate = certificateTrouble(why);
  if (certificate) return { why: `the certificate of its host ${certificate.is}`, hint: certificate.hint };
  if (/refused/i.test(why)) return { why: "its host refuses the connection" };
  return { why };
}

function refuse(code: string, message: string, hint?: string): Download {
  return { ok: false, code, message, ...(hint ? { hint } : {}) };
}
