import { z } from "zod";
import { command, feature, id } from "../../feature.ts";
import type { Windows } from "../../windows.ts";

const params = z.record(z.string().max(50), z.string().max(4000));

/** Pages about what an account holds. */
const HOLDINGS: ReadonlySet<string> = new Set(["secrets", "databases", "services"]);

/** Opening, closing and sizing windows. */
export const windows = feature({
  /** A page that is opened for its own sake is used; one about something is not, but for a server's and an account's. */
  openWindow: command({ page: id, params: params.optional() }, ({ page, params }) => {
    if (params === undefined) return `kedge:${page}`;
    if (page === "accounts" && params.account !== undefined) return `account:${params.account}`;
    if (params.account !== undefined && HOLDINGS.has(page)) {
      return params.secret === undefined
        ? `${page}:${params.account}`
        : `secret:${params.account}/${params.secret}`;
    }
    return page === "server" && params.server !== undefined ? `server:${params.server}` : null;
  }),
  closeWindow: command({ window: id }),
  /** A page says how high its content is, in CSS pixels. */
  resizeWindow: command({ window: id, height: z.number().min(1).max(4000) }),
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
  closeWindow: ({ window }) => windowClosed(window),
  resizeWindow: ({ window, height }) => windows.resize(window, height),
  rememberSize: ({ window, width, height }) => windows.remember(window, { width, height }),
}));
