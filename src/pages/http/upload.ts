import type { CommandResult } from "../../core/app/command.ts";
import { LIMITS } from "../../core/bundle/limits.ts";
import { readBounded } from "../../core/bytes.ts";
import type { WindowState } from "../../core/state/state.ts";
import { oneLine } from "../../core/text/outside.ts";
import { pageOf } from "../registry.ts";
import { headersFor, NOTHING } from "./headers.ts";
import type { PagesOptions } from "./options.ts";
import { byteSize } from "../../core/text/byte_size.ts";

/**
 * Maximum bytes of an upload: slightly more than the largest bundle, so that the
 * check of the bundle can report its limit.
 */
const MAX_UPLOAD = LIMITS.bundle + 64 * 1024;

/** Receives a bundle file from a page and responds with the result of a command. */
export async function receiveUpload(
  request: Request,
  name: string,
  window: WindowState,
  options: PagesOptions,
): Promise<Response> {
  const headers = headersFor(NOTHING, "application/json");
  const answer = (status: number, result: CommandResult) =>
    new Response(JSON.stringify(result), { status, headers });
  if (!pageOf(window).uploads) return new Response(null, { status: 403, headers });
  if (request.headers.get("content-type") !== "application/octet-stream") {
    return new Response(null, { status: 415, headers });
  }
  const tooMuch = Number(request.headers.get("content-length") ?? 0) > MAX_UPLOAD;
  const bytes = tooMuch ? null : await readBounded(request.body, MAX_UPLOAD);
  if (!bytes) {
    return answer(413, {
      ok: false,
      error: `${shortName(name)} is bigger than a bundle may be (${byteSize(LIMITS.bundle)}).`,
      hint: "Leave out files that the actions do not need.",
    });
  }
  try {
    return answer(200, await options.upload(shortName(name), bytes, window.id));
  } catch (error) {
    options.onError(error, window.id);
    return answer(500, { ok: false, error: "Kedge could not take the file.", hint: "The log says why." });
  }
}

/** Returns the file's name without folders and control characters. */
function shortName(name: string): string {
  return oneLine(name.split(/[\\/]/).at(-1)!, { longest: 200 }) || "The file";
}
