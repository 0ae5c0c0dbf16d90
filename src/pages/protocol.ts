import { z } from "zod";
import { type Command, command, type CommandResult } from "../core/app/command.ts";
import type { LogLine } from "../core/state/state.ts";
import type { PageModel } from "./model.ts";

/** Bytes of one message of a page: a form's answer or a config override is far smaller. */
export const MAX_MESSAGE = 1_000_000;

const id = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** What a page sends over its WebSocket. Those with an `id` are answered by a `reply` of that id. */
export const fromPage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("command"), id, command }),
  /** Streams the log of the window's run from line `from` on. */
  z.object({ type: z.literal("log"), from: z.number().int().min(0).max(10_000_000) }),
  /** The texts of one file of the window's review: `{text?, before?}`. */
  z.object({ type: z.literal("reviewFile"), id, path: z.string().max(4000) }),
  /** A one-time address of another open window: `{address}`. Only the home page may ask. */
  z.object({ type: z.literal("address"), id, window: z.string().max(200) }),
  /** Opens an https address in the user's browser. */
  z.object({ type: z.literal("openLink"), id, url: z.string().max(4000) }),
  /** Opens the HTML of the window's dialog in the user's browser. */
  z.object({ type: z.literal("openReport"), id }),
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

/** What the host sends to a page. */
export type ToPage =
  | { readonly type: "model"; readonly model: PageModel }
  | { readonly type: "reply"; readonly id: number; readonly result: CommandResult }
  /** Lines of the window's run; `from` is the index of the first. */
  | { readonly type: "log"; readonly from: number; readonly lines: readonly LogLine[] }
  /** The window is no more: nothing else will come. */
  | { readonly type: "closed" };

export type { Command, CommandResult };
