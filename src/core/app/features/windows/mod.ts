import * as z from "zod";
import { resourceKey } from "../../../resources/resource_key.ts";
import { KINDS_OF_RESOURCES } from "../../../resources/kinds/mod.ts";
import { isRegion } from "../../../text/aws_names.ts";
import { command, feature, id } from "../../feature.ts";
import type { Windows } from "../../windows.ts";

const params = z.record(z.string().max(50), z.string().max(4000));

/** Returns the palette's key of the resource that a page opens at; null for a page that shows no resources. */
function resourceIn(page: string, { account = "", ...at }: z.infer<typeof params>): string | null {
  const kinds = KINDS_OF_RESOURCES.filter(({ name, otherPages = [] }) =>
    name === page || otherPages.includes(page)
  );
  if (kinds.length === 0) return null;
  for (const sort of kinds.flatMap(({ sorts }) => sorts)) {
    const id = sort.idIn(at);
    if (id !== null) return resourceKey(sort.name, { account, region: at.region }, id);
  }
  return `${page}:${account}`;
}

/** The commands that open, close and size windows. */
export const windows = feature({
  /**
   * Opens a page. Uses are counted for pages without parameters, and for pages about a server, an account or
   * a resource.
   */
  openWindow: command({ page: id, params: params.optional() }, ({ page, params }) => {
    if (params === undefined) return `kedge:${page}`;
    if (page === "accounts" && params.account !== undefined) return `account:${params.account}`;
    const resource = params.account === undefined ? null : resourceIn(page, params);
    if (resource !== null) return resource;
    return page === "server" && params.server !== undefined ? `server:${params.server}` : null;
  }),
  /** Closes a window. With `asking`, a page with unsaved input asks first, once. */
  closeWindow: command({ window: id, asking: z.literal(true).optional() }),
  /** Marks whether closing a window would lose the user's input. */
  markUnsaved: command({ window: id, unsaved: z.boolean() }),
  /** Resizes a window to the height of its content, in CSS pixels. */
  resizeWindow: command({ window: id, height: z.number().min(1).max(4000) }),
  /** Shows another region in a window about an account. */
  setWindowRegion: command({ window: id, region: z.string().refine(isRegion) }),
  /** Saves the size that the user gave a window, in CSS pixels, for the next window of its page. */
  rememberSize: command({
    window: id,
    width: z.number().int().min(1).max(100_000),
    height: z.number().int().min(1).max(100_000),
  }),
}, ({ windows, windowClosed }: {
  readonly windows: Windows;
  /** Closes a window and cancels what it asks. */
  readonly windowClosed: (window: string) => void;
}) => ({
  openWindow: ({ page, params }) => void windows.open(page, params),
  closeWindow: ({ window, asking }) => {
    if (!asking || !windows.asksFirst(window)) windowClosed(window);
  },
  markUnsaved: ({ window, unsaved }) => windows.markUnsaved(window, unsaved),
  resizeWindow: ({ window, height }) => windows.resize(window, height),
  setWindowRegion: ({ window, region }) => windows.setRegion(window, region),
  rememberSize: ({ window, width, height }) => windows.remember(window, { width, height }),
}));
