import { iconFaults, iconType } from "../../core/bundle/mod.ts";
import type { WindowState } from "../../core/state/state.ts";
import { contentType } from "./content_type.ts";
import { headersFor, IMAGE, NOTHING, pagePolicy } from "./headers.ts";
import { pageHtml } from "./html.ts";
import type { PagesOptions } from "./options.ts";
import type { Reports } from "./reports.ts";

/**
 * A part of a window's page: the document (no path), an asset, `icon/extension|review/<id>/<path>` or
 * `report/<dialog>`. Null when there is no such part.
 */
export async function answerPart(
  path: readonly (string | undefined)[],
  window: WindowState,
  options: PagesOptions,
  reports: Reports,
  port: number,
): Promise<Response | null> {
  const [first, second, third, ...rest] = path;
  if (path.includes(undefined)) return null;
  if (path.length === 1 && first === "") {
    reports.prepare(window);
    const html = pageHtml(window, options.surface ?? "window");
    return new Response(html, { headers: headersFor(pagePolicy(window, port), "text/html; charset=utf-8") });
  }
  if (path.length === 1) return await asset(first!, options);
  if (first === "report" && path.length === 2) return await reports.answer(second!, window);
  if (first === "icon" && (second === "extension" || second === "review") && third && rest.length > 0) {
    const file = rest.join("/");
    const bytes = await options.icon({ of: second, id: third, path: file });
    const type = bytes && iconFaults(file, bytes).length === 0 ? iconType(file) : undefined;
    return bytes && type ? new Response(new Uint8Array(bytes), { headers: headersFor(IMAGE, type) }) : null;
  }
  return null;
}

async function asset(name: string, options: PagesOptions): Promise<Response | null> {
  const bytes = (await options.assets).files.get(name);
  if (!bytes) return null;
  return new Response(bytes, { headers: headersFor(NOTHING, contentType(name)) });
}
