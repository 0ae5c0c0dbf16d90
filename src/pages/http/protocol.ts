import { z } from "zod";
import { command, type CommandResult } from "../../core/app/command.ts";
import type { Parts } from "../page.ts";

const id = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const rowIndex = z.number().int().min(0).max(1_000_000_000);

/** What a page sends over its WebSocket. */
export const fromPage = z.discriminatedUnion("type", [
  /** Answered by a `reply` of that id, as is `open`. `pressed`: how long ago the user pressed a key or a button, in ms. */
  z.object({
    type: z.literal("command"),
    id,
    command,
    pressed: z.number().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  /** Opens a part of the page's own window in the user's browser, for example `report/<dialog>`. */
  z.object({ type: z.literal("open"), id, part: z.string().max(500) }),
  /**
   * Asks for `count` rows from place `from` on of a list that the page may see. Answered by `rows` of that id: as often as
   * it takes, and if `live` again with each change of these rows, until the page cancels it.
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
  /** The page shows its first model: its window can be seen now. */
  z.object({ type: z.literal("ready") }),
  /** An error that the page caught nowhere. */
  z.object({
    type: z.literal("error"),
    message: z.string().max(4000),
    stack: z.string().max(8000).optional(),
  }),
]);

/** A message of a page, as parsed. */
export type FromPage = z.infer<typeof fromPage>;

/**
 * Rows of a list: from place `from` on they are these. `total` is how many there are in the whole list, null while it
 * is not known; without `more` these are its last.
 */
export type RowsAnswer<Row = unknown> =
  | {
    readonly ok: true;
    readonly from: number;
    readonly rows: readonly Row[];
    readonly total: number | null;
    readonly more: boolean;
  }
  | { readonly ok: false; readonly error: string; readonly hint?: string; readonly trouble?: string };

/** What the host sends to a page. */
export type ToPage =
  /** The parts of the model that have changed; at first all of them. */
  | { readonly type: "change"; readonly parts: Parts }
  | { readonly type: "reply"; readonly id: number; readonly result: CommandResult }
  | { readonly type: "rows"; readonly id: number; readonly answer: RowsAnswer }
  /** The window has closed: this is the last message. */
  | { readonly type: "closed" };
