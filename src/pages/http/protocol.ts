import * as z from "zod";
import { command, type CommandResult } from "../../core/app/command.ts";
import type { Parts } from "../page.ts";

const id = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const rowIndex = z.number().int().min(0).max(1_000_000_000);

/** The messages that a page sends over its WebSocket. */
export const fromPage = z.discriminatedUnion("type", [
  /**
   * Answered by a `reply` with the same id, as `open` is. `pressed`: milliseconds since
   * the user last pressed a key or a button.
   */
  z.object({
    type: z.literal("command"),
    id,
    command,
    pressed: z.number().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  /** Opens a part of the page's own window in the user's web browser, for example `report/<dialog>`. */
  z.object({ type: z.literal("open"), id, part: z.string().max(500) }),
  /**
   * Requests `count` rows of a list, starting at index `from`. Answered by one or more `rows` with the same
   * id; if `live`, also after each change of these rows, until the page cancels the query.
   */
  z.object({
    type: z.literal("query"),
    id,
    name: z.string().max(50),
    params: z.record(z.string().max(50), z.json()),
    from: rowIndex,
    count: rowIndex,
    live: z.boolean(),
  }),
  z.object({ type: z.literal("cancel"), id }),
  /** The page shows its first model, so that its window can become visible. */
  z.object({ type: z.literal("ready") }),
  /** An uncaught error of the page. */
  z.object({
    type: z.literal("error"),
    message: z.string().max(4000),
    stack: z.string().max(8000).optional(),
  }),
]);

/** A parsed message of a page. */
export type FromPage = z.infer<typeof fromPage>;

/**
 * Rows of a list, starting at index `from`. `total` is the number of rows of the whole list, null while
 * unknown. Without `more`, the list ends with these rows. `unfinished` means that the list is still being
 * loaded, so that other rows may arrive. It stands beside the rows, because answers to two queries of a page
 * may arrive in either order.
 */
export type RowsAnswer<Row = unknown> =
  | {
    readonly ok: true;
    readonly from: number;
    readonly rows: readonly Row[];
    readonly total: number | null;
    readonly more: boolean;
    readonly unfinished: boolean;
  }
  | { readonly ok: false; readonly error: string; readonly hint?: string; readonly code?: string };

/** The messages that Kedge sends to a page. */
export type ToPage =
  /** The parts of the model that have changed; all of them in the first message. */
  | { readonly type: "change"; readonly parts: Parts }
  | { readonly type: "reply"; readonly id: number; readonly result: CommandResult }
  | { readonly type: "rows"; readonly id: number; readonly answer: RowsAnswer }
  /** The last message: the window has closed. */
  | { readonly type: "closed" };
