import { z } from "zod";

const id = z.string().min(1).max(200);
const params = z.record(z.string().max(50), z.string().max(4000));

/** Every page a window can show. */
export const pageName = z.enum([
  "home",
  "palette",
  "dialog",
  "review",
  "console",
  "extensions",
  "configure",
  "settings",
  "server",
]);

/**
 * What a face may ask of the application: the tray menu carries these as values, pages send them as
 * JSON. Parsed at the door by this schema.
 */
export const command = z.discriminatedUnion("name", [
  z.object({ name: z.literal("openWindow"), page: pageName, params: params.optional() }),
  z.object({ name: z.literal("closeWindow"), window: id }),
  /** A page says how high its content is, in CSS pixels. */
  z.object({ name: z.literal("resizeWindow"), window: id, height: z.number().min(1).max(4000) }),
  /** The user has given a window a size, in CSS pixels: the next one of its page opens like that. */
  z.object({
    name: z.literal("rememberSize"),
    window: id,
    width: z.number().int().min(1).max(100_000),
    height: z.number().int().min(1).max(100_000),
  }),
  z.object({ name: z.literal("runAction"), extension: id, action: id }),
  z.object({ name: z.literal("stopRun"), run: id }),
  z.object({ name: z.literal("clickButton"), run: id }),
  z.object({ name: z.literal("cancelProgress"), run: id }),
  z.object({ name: z.literal("dismissRun"), run: id }),
  z.object({ name: z.literal("answerDialog"), dialog: id, answer: z.json() }),
  z.object({ name: z.literal("dismissToast"), toast: id }),
  /** `source` is a file, a folder or an https address. */
  z.object({ name: z.literal("beginInstall"), source: z.string().min(1).max(4000) }),
  z.object({ name: z.literal("reviewInstalled"), extension: id }),
  /** Puts back the reviewed files of an extension that was changed on disk. */
  z.object({ name: z.literal("restoreExtension"), extension: id }),
  z.object({ name: z.literal("confirmReview"), review: id, hash: z.string().length(64) }),
  z.object({ name: z.literal("rejectReview"), review: id }),
  z.object({ name: z.literal("uninstall"), extension: id, forget: z.boolean().optional() }),
  z.object({ name: z.literal("testServer"), server: id }),
  z.object({ name: z.literal("setPassword"), server: id }),
  z.object({ name: z.literal("forgetPassword"), server: id }),
  z.object({
    name: z.literal("saveOverrides"),
    extension: id,
    action: id,
    account: z.string().max(200).optional(),
    role: z.string().max(200).optional(),
    region: z.string().max(200).optional(),
    /** Replaces the user's config overrides of this action. */
    config: z.record(z.string().max(200), z.json()).optional(),
    /** Replaces the servers that the action may write to. */
    write: z.array(z.string().max(200)).max(100).optional(),
    /** Asks for the account again at the next run. */
    forgetAnswer: z.boolean().optional(),
  }),
  /**
   * Sets one value of config.json by its path; without `value` it is removed. With `was`, only while the
   * file still has that value there; with `to` an entry of a list moves to that index instead.
   */
  z.object({
    name: z.literal("editConfig"),
    path: z.array(z.union([z.string().max(200), z.number().int().min(0)])).max(20),
    value: z.json().optional(),
    was: z.json().optional(),
    to: z.number().int().min(0).optional(),
  }),
  z.object({ name: z.literal("undoConfigEdit") }),
  /** Labels accounts by rules that are not saved; the result's value is `{labels, diagnostics}`. */
  z.object({
    name: z.literal("tryRules"),
    rules: z.array(z.object({
      env: z.string().max(50),
      matchName: z.string().max(1000).optional(),
      matchEmail: z.string().max(1000).optional(),
      flags: z.string().max(8),
    })).max(500),
    accounts: z.array(
      z.object({ name: z.string().max(300).optional(), email: z.string().max(300).optional() }),
    )
      .max(2000),
  }),
  /** Opens config.json in the user's editor, at a place where the editor can be told one. */
  z.object({
    name: z.literal("openConfig"),
    line: z.number().int().optional(),
    column: z.number().int().optional(),
  }),
  z.object({ name: z.literal("openConsole"), account: id }),
  z.object({ name: z.literal("openFolder"), extension: id }),
  /** Opens a file of an installed bundle in the user's editor; `file` is its path inside the bundle. */
  z.object({
    name: z.literal("openSource"),
    extension: id,
    file: z.string().min(1).max(1000),
    line: z.number().int().min(1).optional(),
    column: z.number().int().min(1).optional(),
  }),
  /** Shows windows in the default browser from now on: for a desktop that cannot show them itself. */
  z.object({ name: z.literal("useBrowser") }),
  z.object({ name: z.literal("quit") }),
]);

/** A request of a face to the application. */
export type Command = z.infer<typeof command>;

/** How a command ended: `error` is for the user, with the next step in `hint`. */
export type CommandResult =
  | { readonly ok: true; readonly value?: unknown }
  | { readonly ok: false; readonly error: string; readonly hint?: string };
