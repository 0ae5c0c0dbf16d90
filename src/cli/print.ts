import { safeJson } from "../core/text/controls.ts";
import { OutputFault } from "./exit.ts";

/**
 * Writes the whole text to standard output, also when a pipe takes less at once. Returns false when the reader has
 * gone, as with `| head`, which is not reported. Throws an OutputFault when it cannot be written.
 */
export async function printBytes(bytes: Uint8Array): Promise<boolean> {
  try {
    for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return false;
    throw new OutputFault(error);
  }
}

/** Writes a document as one line of JSON. Controls that JSON has as they are and terminals follow are written out in it. */
export async function printDocument(document: unknown): Promise<void> {
  await printBytes(new TextEncoder().encode(`${safeJson(JSON.stringify(document))}\n`));
}
