import type { CommandResult } from "../core/app/command.ts";
import type { PageName, WindowState } from "../core/state/state.ts";
import { headersFor, NOTHING } from "./headers.ts";
import type { PagesOptions } from "./options.ts";

/** Bytes of an upload: the biggest bundle, and a little so that its own check can name the limit. */
const MAX_UPLOAD = 5 * 1024 * 1024 + 64 * 1024;
/** The pages that install bundles. */
const PAGES: ReadonlySet<PageName> = new Set(["home", "extensions", "review"]);

/** Takes a bundle file that a page sends and answers with a command's result. */
export async function receiveUpload(
  request: Request,
  name: string,
  window: WindowState,
  options: PagesOptions,
): Promise<Response> {
  const headers = headersFor(NOTHING, "application/json");
  const answer = (status: number, result: CommandResult) =>
    new Response(JSON.stringify(result), { status, headers });
  if (!PAGES.has(window.page)) return new Response(null, { status: 403, headers });
  if (request.headers.get("content-type") !== "application/octet-stream") {
    return new Response(null, { status: 415, headers });
  }
  const bytes = await readBounded(request);
  if (!bytes) {
    return answer(413, {
      ok: false,
      error: `${shortName(name)} is bigger than a bundle may be (5 MB).`,
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

/** The file's own name, without folders and control characters. */
function shortName(name: string): string {
  // deno-lint-ignore no-control-regex -- they are what is removed
  return name.split(/[\\/]/).at(-1)!.replace(/[\u0000-\u001f\u007f]/g, "").slice(0, 200) || "The file";
}

async function readBounded(request: Request): Promise<Uint8Array | null> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_UPLOAD) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > MAX_UPLOAD) return null;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
