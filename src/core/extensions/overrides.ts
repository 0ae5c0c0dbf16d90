import * as z from "zod";
import { type AccountContext, partsOf } from "../accounts/context.ts";
import { makeFolder, putAside, writeFileAtomic } from "../files/atomic.ts";
import { FileError } from "../files/errors.ts";
import { mayPass, readRegularFile } from "../files/read.ts";
import type { KedgePaths } from "../paths.ts";
import { ownProperty } from "../own_property.ts";
import type { WriteGrant } from "../state/state.ts";
import { withLock } from "./lock.ts";
import { jsonValue, recordOf } from "../json_schemas.ts";
import { extensionPaths, isExtensionId } from "./record.ts";

const text = z.string().max(200);
const context = z.object({ account: text.optional(), role: text.optional(), region: text.optional() });

/** A server's name, and its host and port at the time when the user allowed it. */
const grant = z.object({ server: text, at: z.string().max(2000) });

const action = context.extend({
  /** Replaces keys of the merged config. */
  config: recordOf(jsonValue).optional(),
  /** The remembered answer to the action's account question. */
  answer: context.optional(),
  /**
   * Servers to which the action may write; it may only read from all others. A name without host and port
   * permits nothing.
   */
  write: z.array(z.union([text, grant])).max(100)
    .transform((all) => all.filter((one) => typeof one !== "string"))
    .transform((grants) => grants.length > 0 ? grants : undefined).optional(),
});

const schema = z.object({ actions: recordOf(action).default({}) });

/** The user's own settings of one action. They do not affect trust. */
type ActionOverrides = z.infer<typeof action>;
/** The user's own settings of one extension, by action id. */
export type Overrides = z.infer<typeof schema>;

/** Maximum bytes read of overrides.json; a page may send a megabyte for one action. */
const MAX_OVERRIDES = 16 * 1024 * 1024;

const NONE: Overrides = { actions: {} };

/** Reads the user's overrides; returns empty ones when there is no file or the file is damaged. */
export async function readOverrides(paths: KedgePaths, id: string): Promise<Overrides> {
  if (!isExtensionId(id)) return NONE;
  const found = await look(extensionPaths(paths, id).overrides);
  return "overrides" in found ? found.overrides ?? NONE : NONE;
}

/**
 * Reads the user's overrides before a change. Throws a {@link FileError} when the file may be intact but
 * cannot be read at the moment.
 */
export async function overridesToChange(paths: KedgePaths, id: string): Promise<Overrides> {
  if (!isExtensionId(id)) return NONE;
  const found = await look(extensionPaths(paths, id).overrides);
  if ("overrides" in found) return found.overrides ?? NONE;
  if (found.passing) throw found.passing;
  return NONE;
}

/** A change of one action's overrides in the configure dialog. Empty or absent choices are removed. */
export interface OverrideChange extends Partial<AccountContext> {
  /** Replaces the config overrides; absent keeps them. */
  readonly config?: ActionOverrides["config"];
  /** Replaces the servers to which the action may write; absent keeps them. */
  readonly write?: readonly WriteGrant[];
  /** Removes the remembered answer to the account question. */
  readonly forgetAnswer?: boolean;
}

/** Changes the overrides of one action. Other actions, and settings that the change does not name, stay. */
export async function changeOverrides(
  paths: KedgePaths,
  id: string,
  action: string,
  change: OverrideChange,
): Promise<void> {
  await withLock(paths, async () => {
    await writeOverrides(paths, id, withChange(await overridesToChange(paths, id), action, change));
  });
}

/** Returns the overrides after a change of one action. */
export function withChange({ actions }: Overrides, action: string, change: OverrideChange): Overrides {
  const { [action]: _, ...others } = actions;
  const before = ownProperty(actions, action) ?? {};
  const { config = before.config, write = before.write } = change;
  const answer = change.forgetAnswer ? undefined : before.answer;
  const after: ActionOverrides = {
    ...partsOf(change),
    ...(config && Object.keys(config).length > 0 && { config }),
    ...(answer && { answer }),
    ...(write && write.length > 0 && { write: [...write] }),
  };
  const own = Object.keys(after).length > 0 ? { [action]: after } : {};
  return { actions: { ...others, ...own } };
}

/**
 * Returns the overrides without the permission to write to servers, because the user gave it to files that
 * were reviewed.
 */
export function withoutWriting({ actions }: Overrides): Overrides {
  return {
    actions: Object.fromEntries(
      Object.entries(actions).map(([action, { write: _, ...rest }]) => [action, rest]),
    ),
  };
}

/** Saves the answer to an action's account question for its next runs. */
export async function rememberAnswer(
  paths: KedgePaths,
  id: string,
  action: string,
  answer: NonNullable<ActionOverrides["answer"]>,
): Promise<void> {
  await withLock(paths, async () => {
    await writeOverrides(paths, id, withAnswer(await overridesToChange(paths, id), action, answer));
  });
}

/** Returns the overrides with the answer to an action's account question. */
export function withAnswer(
  { actions }: Overrides,
  action: string,
  answer: NonNullable<ActionOverrides["answer"]>,
): Overrides {
  return { actions: { ...actions, [action]: { ...ownProperty(actions, action), answer } } };
}

/**
 * Writes the user's overrides. A damaged file is kept under another name. Throws a {@link FileError} when the
 * old file cannot be read at the moment.
 */
export async function writeOverrides(paths: KedgePaths, id: string, overrides: Overrides): Promise<void> {
  if (!isExtensionId(id)) throw new RangeError("not the id of an extension");
  const locations = extensionPaths(paths, id);
  await makeFolder(locations.folder);
  const found = await look(locations.overrides);
  if ("fault" in found) {
    if (found.passing) throw found.passing;
    await putAside(locations.overrides);
  }
  await writeFileAtomic(locations.overrides, JSON.stringify(schema.parse(overrides), null, 2) + "\n");
}

/**
 * Returns why the user's overrides cannot be read, with the file's name and the next step; null when they can
 * be read or do not exist. A run must check this: without the overrides it could run in an account that the
 * user did not choose.
 */
export async function overridesError(paths: KedgePaths, id: string): Promise<FileError | null> {
  const found = await look(extensionPaths(paths, id).overrides);
  if (!("fault" in found)) return null;
  const hint = "Fix the file, or move it away to run the action as its author set it up.";
  return found.passing ?? new FileError(found.fault, hint);
}

/**
 * The content of overrides.json; null in `overrides` when there is no file. `passing` is set when the file
 * may be intact but cannot be read at the moment.
 */
type Found = { overrides: Overrides | null } | { fault: string; passing: FileError | null };

async function look(file: string): Promise<Found> {
  const read = await readRegularFile(file, MAX_OVERRIDES, { ownedByUser: true });
  if (!read.ok) {
    if (read.why === "missing") return { overrides: null };
    return {
      fault: read.message,
      passing: mayPass(read.why) ? new FileError(read.message, read.hint) : null,
    };
  }
  try {
    const parsed = schema.safeParse(JSON.parse(new TextDecoder().decode(read.bytes)));
    if (parsed.success) return { overrides: parsed.data };
  } catch {
    // A file that is not JSON is damaged, too.
  }
  return { fault: `${file} is damaged`, passing: null };
}
