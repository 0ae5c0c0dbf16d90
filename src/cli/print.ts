import { safeJson } from "../core/text/controls.ts";
import { OutputFault } from "./exit.ts";

/**
 * Writes all of it on standard output, also where a pipe takes less at once. False when nobody reads on, as behind
 * `| head`, which is not worth a word; throws an OutputFault when it cannot be written.
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
