import { z } from "zod";
import { heldKey } from "../../../resources/held_key.ts";
import { KINDS_OF_RESOURCES } from "../../../resources/kinds/mod.ts";
import { isRegion } from "../../../text/aws_names.ts";
import { command, feature, id } from "../../feature.ts";
import type { Windows } from "../../windows.ts";

const params = z.record(z.string().max(50), z.string().max(4000));

/** What a page about an account's resources is opened at, as the palette calls it; null for another page. */
function resourceIn(page: string, { account = "", ...at }: z.infer<typeof params>): string | null {
  const kinds = KINDS_OF_RESOURCES.filter(({ name, otherPages = [] }) =>
    name === page || otherPages.includes(page)
  );
  if (kinds.length === 0) return null;
  for (const sort of kinds.flatMap(({ sorts }) => sorts)) {
    const id = sort.idIn(at);
    if (id !== null) return heldKey(sort.name, { account, region: at.region }, id);
  }
  return `${page}:${account}`;
}

/** Opening, closing and sizing windows. */
export const windows = feature({
  /** A page that is opened for its own sake is used; one about something is not, but for a server's and an account's. */
  openWindow: command({ page: id, params: params.optional() }, ({ page, params }) => {
    if (params === undefined) return `kedge:${page}`;
    if (page === "accounts" && params.account !== undefined) return `account:${params.account}`;
    const resource = params.account === undefined ? null : resourceIn(page, params);
    if (resource !== null) return resource;
    return page === "server" && params.server !== undefined ? `server:${params.server}` : null;
  }),
  /** With `asking` a page in which something is entered asks first, once. */
  closeWindow: command({ window: id, asking: z.literal(true).optional() }),
  /** A page says whether closing its window would lose what was entered. */
  markUnsaved: command({ window: id, unsaved: z.boolean() }),
  /** A page says how high its content is, in CSS pixels. */
  resizeWindow: command({ window: id, height: z.number().min(1).max(4000) }),
  /** A page about an account looks in another region. */
  lookIn: command({ window: id, region: z.string().refine(isRegion) }),
  /** The user has given a window a size, in CSS pixels: the next one of its page opens like that. */
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
  lookIn: ({ window, region }) => windows.lookIn(window, region),
  rememberSize: ({ window, width, height }) => windows.remember(window, { width, height }),
}));
