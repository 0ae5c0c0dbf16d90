import * as z from "zod";
import type { Engine } from "../../sql/engines/mod.ts";
import { dialectOf } from "../../sql/text/dialect.ts";
import { withoutPasswords } from "../../sql/text/passwords.ts";
import { passwordDots } from "../../text/password_dots.ts";

/** Kinds of events with an agent. */
const EVENTS = [
  "asked",
  "granted",
  "denied",
  "withdrawn",
  "called",
  "read",
  "proposed",
  "committed",
  "rolled back",
  "ran",
  "refused",
  "stopped",
] as const;

/** Maximum characters of a text and of a statement in the log. */
const MAX_LENGTH = 300, MAX_STATEMENT_LENGTH = 4000;

const text = z.string().max(MAX_LENGTH + 1);

/** The schema of one line of the log file. */
export const entrySchema = z.strictObject({
  /** Number of the entry, counted from 1 without gaps. */
  n: z.int().positive(),
  at: z.iso.datetime(),
  /** The name of the agent's program as the system reports it; never the agent's own claim. */
  agent: text,
  program: text,
  folder: text.optional(),
  what: z.enum(EVENTS),
  tool: text.optional(),
  /** A server, an account with a role, or an action. */
  on: text.optional(),
  statement: z.string().max(MAX_STATEMENT_LENGTH + 1).optional(),
  rows: z.int().nonnegative().optional(),
  outcome: text.optional(),
  ms: z.number().nonnegative().optional(),
  /** The hash of the previous line; zeros in the first line. */
  before: z.string().regex(/^[0-9a-f]{64}$/),
  /** SHA-256 of this line without this field. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/** One line of the log. */
export type LogEntry = z.infer<typeof entrySchema>;

/** An event to log. `engine` is the statement's engine, which determines where the statement may contain passwords. */
export type AuditEvent = Omit<LogEntry, "n" | "before" | "hash"> & { readonly engine?: Engine };

/** The hash before the first line. */
export const NOTHING_BEFORE = "0".repeat(64);

const cut = (text: string, longest: number) => text.length > longest ? `${text.slice(0, longest)}…` : text;

/** Returns the line of an event without its hash: limited in length, and without passwords. */
export function bodyOf({ engine, ...event }: AuditEvent, n: number, before: string): Omit<LogEntry, "hash"> {
  const bounded = (text: string | undefined) =>
    text === undefined ? undefined : cut(passwordDots(text), MAX_LENGTH);
  // Without a known engine, passwords in the syntax of all engines are hidden.
  const engines: readonly Engine[] = engine ? [engine] : ["postgres", "mysql"];
  const bare = (sql: string) =>
    engines.reduce((text, engine) => withoutPasswords(text, dialectOf(engine)), sql);
  return {
    n,
    at: event.at,
    agent: cut(event.agent, MAX_LENGTH),
    program: cut(event.program, MAX_LENGTH),
    folder: event.folder === undefined ? undefined : cut(event.folder, MAX_LENGTH),
    what: event.what,
    tool: bounded(event.tool),
    on: bounded(event.on),
    statement: event.statement === undefined
      ? undefined
      : cut(passwordDots(bare(event.statement)), MAX_STATEMENT_LENGTH),
    rows: event.rows,
    outcome: bounded(event.outcome),
    ms: event.ms === undefined ? undefined : Math.max(0, Math.round(event.ms)),
    before,
  };
}

/** Returns the hash of a line from its text without the hash. */
export async function hashOf(body: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body))).toHex();
}

/** Returns a line as it is written, and its hash. */
export async function lineOf(body: Omit<LogEntry, "hash">): Promise<{ line: string; hash: string }> {
  const text = JSON.stringify(body);
  const hash = await hashOf(text);
  return { line: `${text.slice(0, -1)},"hash":"${hash}"}\n`, hash };
}
