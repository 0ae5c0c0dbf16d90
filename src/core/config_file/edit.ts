import { dirname, resolve } from "node:path";
import { editConfigText } from "../config/edit.ts";
import { parseConfig } from "../config/parse.ts";
import { unreadableRefusal } from "../config/unreadable.ts";
import { makeFolder, writeFileAtomic } from "../files/atomic.ts";
import { ABANDONED, clearLeftovers } from "../files/leftovers.ts";
import { readRegularFileNow } from "../files/read.ts";
import type { Edit } from "../json/edit.ts";
import { type Json, toValue } from "../json/node.ts";
import { parseJson } from "../json/parse.ts";
import { inverses, takenBack } from "../json/undo.ts";
import { canonical } from "../json/value.ts";
import { MAX_CONFIG_BYTES, readConfigText } from "./read.ts";
import { systemReason } from "../files/reason.ts";

/** The result of an edit of the file. */
export type ConfigEdited = ConfigChange | Refused;

/** Why an edit was refused; `error` is for the user. */
interface Refused {
  readonly ok: false;
  readonly error: string;
  readonly hint?: string;
  /** Whether an undo cannot succeed later either, because what it would undo was changed since. */
  readonly final?: true;
}

/** An edit that was saved. */
interface ConfigChange {
  readonly ok: true;
  /** The text of the file before the edit; empty when there was no file. */
  readonly before: string;
  /** Undoes the edit and keeps other changes made in the file since. */
  undo(): Promise<ConfigEdited>;
}

/** The initial content of a new file. */
const EMPTY = "{}\n";
/** Maximum attempts at an edit when the file changes at the same time. */
const TRIES = 10;

/** Thrown when the file changed during the edit. */
class OvertakenError extends Error {}

/** The last edit of each file, because edits of one file run one after the other. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Changes values of the configuration file by their paths, in its current text, so that a change made on disk
 * just before stays. Everything else in the file keeps every byte. Creates a missing file; a symbolic link
 * stays one. After a failure the file is unchanged.
 */
export function editConfigFile(file: string, edits: readonly Edit[]): Promise<ConfigEdited> {
  return change(file, (text) => {
    const edited = editConfigText(text, edits);
    return edited.ok ? edited.text : edited;
  }, (before, after) => undo(file, edits, before, after));
}

function undo(file: string, edits: readonly Edit[], before: string, after: string): Promise<ConfigEdited> {
  return change(file, (text) => {
    if (text === after) return before === "" ? EMPTY : before;
    // Only a text that can be read tells whether the value was changed.
    const { config, diagnostics } = parseConfig(text);
    if (config === null) return unreadableRefusal(diagnostics);
    const back = inverses(edits, valueOf(before === "" ? EMPTY : before), valueOf(text));
    if (back === null) {
      return {
        ok: false,
        error: "The value was changed in the file since, so it is not taken back",
        final: true,
      };
    }
    const edited = editConfigText(text, back);
    if (!edited.ok) return edited;
    const undone = takenBack(before, after, text);
    return undone !== null && isSame(undone, edited.text) ? undone : edited.text;
  }, (was, is) => redo(file, was, is));
}

/** Undoes an undo: restores the text when nothing else has changed. */
function redo(file: string, before: string, after: string): Promise<ConfigEdited> {
  return change(
    file,
    (text) => text === after ? before : { ok: false, error: "The file was changed since", final: true },
    (was, is) => redo(file, was, is),
  );
}

/** Returns whether a text can be parsed and has the same content as another. */
function isSame(text: string, other: string): boolean {
  const { root, problems } = parseJson(text);
  return root !== null && problems.length === 0 && canonical(toValue(root)) === canonical(valueOf(other));
}

function valueOf(text: string): Json {
  const { root } = parseJson(text);
  return root ? toValue(root) : {};
}

function change(
  file: string,
  make: (text: string) => string | Refused,
  undoOf: (before: string, after: string) => Promise<ConfigEdited>,
): Promise<ConfigEdited> {
  const key = resolve(file);
  const turn = (queues.get(key) ?? Promise.resolve()).then(() => changeNow(file, make, undoOf));
  const settled = turn.catch(() => {}).then(() => {
    if (queues.get(key) === settled) queues.delete(key);
  });
  queues.set(key, settled);
  return turn;
}

async function changeNow(
  file: string,
  make: (text: string) => string | Refused,
  undoOf: (before: string, after: string) => Promise<ConfigEdited>,
): Promise<ConfigEdited> {
  for (let tries = 0; tries < TRIES; tries++) {
    const content = await readConfigText(file, { ownedByUser: true });
    if (!("text" in content) && content.diagnostic) {
      const { message, hint } = content.diagnostic;
      return { ok: false, error: `config.json cannot be read: ${message}`, ...(hint ? { hint } : {}) };
    }
    const before = "text" in content ? content.text : "";
    const after = make("text" in content ? content.text : EMPTY);
    if (typeof after !== "string") return after;
    const done: ConfigChange = { ok: true, before, undo: () => undoOf(before, after) };
    if (after === before) return done;
    if (new TextEncoder().encode(after).length > MAX_CONFIG_BYTES) {
      return {
        ok: false,
        error: "config.json would become too large",
        hint: "Remove entries that are not needed",
      };
    }
    try {
      const target = await linkTarget(file);
      await makeFolder(dirname(target));
      await clearLeftovers(target, ABANDONED);
      await writeFileAtomic(target, after, 0o600, () => {
        if (textNow(target) !== before) throw new OvertakenError();
      });
      return done;
    } catch (error) {
      if (!(error instanceof OvertakenError)) return notSaved(error);
    }
  }
  return {
    ok: false,
    error: "config.json keeps changing, so it could not be saved",
    hint: "Try again in a moment",
  };
}

/** Returns the current text of a file; empty when there is none. */
function textNow(target: string): string {
  const read = readRegularFileNow(target, MAX_CONFIG_BYTES);
  if (read.ok) return new TextDecoder("utf-8", { ignoreBOM: true }).decode(read.bytes);
  if (read.why === "missing") return "";
  throw new OvertakenError();
}

/** Returns the real path of a file, even when a link leads to a file that does not exist yet. */
async function linkTarget(file: string): Promise<string> {
  const real = (path: string) => Deno.realPath(path).catch(() => null);
  const there = await real(file);
  if (there !== null) return there;
  let path = resolve(file);
  for (let links = 0; links < 40; links++) {
    const target = await Deno.readLink(path).catch(() => null);
    if (target === null) return path;
    // A relative link starts in the folder where it really is, which may itself be behind a link.
    path = resolve(await real(dirname(path)) ?? dirname(path), target);
  }
  return path;
}

function notSaved(error: unknown): Refused {
  if (!(error instanceof Error)) throw error;
  return {
    ok: false,
    error: `config.json could not be saved: ${systemReason(error)}`,
    hint: "The file is as it was",
  };
}
