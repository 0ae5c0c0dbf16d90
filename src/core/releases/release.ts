import { z } from "zod";
import { oneLine } from "../text/outside.ts";
import { versionAtLeast } from "../version_order.ts";
import { isSignedBySsh, SIGNATURE_BEGIN, sshKey } from "./ssh_signature.ts";

/** Bytes of the file that tells of a new version, at most. */
export const LARGEST_RELEASE = 64 * 1024;
/** What the signature is for: one of another file of the same key says nothing here. */
const NAMESPACE = "kedge-release";
/** The longest time for which a file can be believed, ms: what is held back must come out. */
const LONGEST_MS = 400 * 24 * 3_600_000;

const line = z.string().max(300).transform((text) => oneLine(text, { longest: 300 }));

/** A version of Kedge, as its signed file tells of it. */
const schema = z.object({
  version: z.string().max(40).regex(/^\d+(\.\d+){2}$/),
  /** When this file ends being news, ISO 8601. */
  expires: z.iso.datetime().transform((text) => Date.parse(text)),
  /** Where it can be read of and downloaded: https. */
  page: z.url({ protocol: /^https$/ }).max(500),
  /** What it brings, a sentence each. */
  lines: z.array(line).max(10),
});
/** A version that is there; `expires` in ms since 1970. */
export type Release = Readonly<z.infer<typeof schema>>;

const savedSchema = schema.extend({ expires: z.number() });
/** Reads an update that was kept; null for anything else. */
export const savedRelease = (saved: unknown): Release | null => savedSchema.safeParse(saved).data ?? null;

/**
 * Reads the file that tells of a version: a JSON text, and behind it the signature that `ssh-keygen -Y sign -n kedge-release`
 * gives of that text. Believed is what the build's key has signed, has not ended, and goes back behind no version that was
 * seen; else a sentence says why not.
 */
export async function readRelease(
  bytes: Uint8Array,
  key: string,
  seen: Release | null,
  now: number,
): Promise<{ readonly release: Release } | { readonly fault: string }> {
  if (bytes.length > LARGEST_RELEASE) return { fault: "It is too large." };
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
  if (found.expires > now + LONGEST_MS) return { fault: "It would not end for more than a year." };
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
