import { safeJson } from "../core/text/controls.ts";
import { OutputError } from "./exit.ts";

/**
 * Writes all bytes to standard output, even when a pipe accepts fewer at once. Returns false when the reader
 * has gone, as with `| head`, which is not reported. Throws an OutputError when they cannot be written.
 */
export async function printBytes(bytes: Uint8Array): Promise<boolean> {
  try {
    for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return false;
    throw new OutputError(error);
  }
}

/** Writes a document as one line of JSON. Control characters that JSON allows but terminals obey are escaped. */
export async function printDocument(document: unknown): Promise<void> {
  await printBytes(new TextEncoder().encode(`${safeJson(JSON.stringify(document))}\n`));
}
