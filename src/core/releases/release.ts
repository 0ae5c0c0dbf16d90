import * as z from "zod";
import { oneLine } from "../text/outside.ts";
import { versionAtLeast } from "../version_order.ts";
import { isSignedBySsh, SIGNATURE_BEGIN, sshKey } from "./ssh_signature.ts";

/** Maximum bytes of the file about a new version. */
export const MAX_RELEASE_SIZE = 64 * 1024;
/** The purpose of the signature; a signature by the same key for another purpose is invalid here. */
const NAMESPACE = "kedge-release";
/** Maximum validity of a file, ms, so that users notice when newer files are withheld from them. */
const MAX_MS = 400 * 24 * 3_600_000;

const line = z.string().max(300).transform((text) => oneLine(text, { longest: 300 }));

/** A version of Kedge, as its signed file describes it. */
const schema = z.object({
  version: z.string().max(40).regex(/^\d+(\.\d+){2}$/),
  /** Time until which this file is valid, ISO 8601. */
  expires: z.iso.datetime().transform((text) => Date.parse(text)),
  /** Address of the page for reading and downloading: https. */
  page: z.url({ protocol: /^https$/ }).max(500),
  /** The changes, one sentence each. */
  lines: z.array(line).max(10),
});
/** An available version; `expires` in ms since 1970. */
export type Release = Readonly<z.infer<typeof schema>>;

const savedSchema = schema.extend({ expires: z.number() });
/** Parses a saved release; null for any other value. */
export const savedRelease = (saved: unknown): Release | null => savedSchema.safeParse(saved).data ?? null;

/**
 * Parses the file about a version: a JSON text followed by its signature from `ssh-keygen -Y sign -n
 * kedge-release`. Accepts a file that the build's key has signed, that has not expired, and whose version is
 * not older than the last one seen; otherwise returns the reason as a sentence.
 */
export async function readRelease(
  bytes: Uint8Array,
  key: string,
  seen: Release | null,
  now: number,
): Promise<{ readonly release: Release } | { readonly fault: string }> {
  if (bytes.length > MAX_RELEASE_SIZE) return { fault: "It is too large." };
  const text = new TextDecoder("latin1").decode(bytes);
  const at = text.indexOf(SIGNATURE_BEGIN), signer = sshKey(key);
  if (at < 0 || !signer) return { fault: "It is not signed." };
  const signed = bytes.subarray(0, at);
  if (!await isSignedBySsh(signed, text.slice(at), signer, NAMESPACE)) {
    return { fault: "Its signature is not that of this build's key." };
  }
  const found = parsed(signed);
  if (!found) return { fault: "It is signed, and says nothing that this version understands." };
  if (found.expires <= now) {
    return { fault: "It has ended: somebody holds a newer one back, or none was made." };
  }
  if (found.expires > now + MAX_MS) return { fault: "It would not end for more than a year." };
  if (seen && !versionAtLeast(found.version, seen.version)) {
    return { fault: `It goes back behind version ${seen.version}.` };
  }
  return { release: found };
}

function parsed(bytes: Uint8Array): Release | null {
  try {
    return schema.safeParse(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))).data ?? null;
  } catch {
    return null;
  }
}
