import { type Bundle, declaredContext } from "../bundle/mod.ts";
import { readWithdrawn, type Withdrawal, withdrawalOf, withdrawalWords } from "../catalogue/withdrawn.ts";
import { extensionPaths } from "../extensions/record.ts";
import { type Overrides, overridesError, readOverrides, verifyExtension } from "../extensions/mod.ts";
import { type FileError, isFileError } from "../files/errors.ts";
import { ownProperty } from "../own_property.ts";
import type { KedgePaths } from "../paths.ts";
import { appVersion } from "../version.ts";
import { versionAtLeast } from "../version_order.ts";
import type { LoadedAction, RunRefusal, RunRequest } from "./run/services.ts";
import { listedNames } from "../text/shorten.ts";

/**
 * Reads an installed action and compares each file with what the user trusted. Returns only bytes that were
 * checked.
 */
export async function loadAction(request: RunRequest): Promise<LoadedAction | RunRefusal> {
  const { paths, extension: id } = request;
  const verified = await verifyExtension(paths, id);
  if (verified.trust === "absent") {
    return { refused: `there is no extension "${id}"`, hint: "kedge --list shows what is installed." };
  }
  if (verified.trust === "broken") {
    return { refused: `the extension "${id}" is broken: ${verified.reason}`, hint: verified.hint };
  }
  if (verified.trust === "changed") {
    const files = listedNames(verified.changes.map(({ path, change }) => `${path} was ${change}`));
    return {
      refused: `the files of "${id}" are not those you reviewed: ${files}`,
      hint: "Review the extension again, or install it again.",
    };
  }
  const withdrawn = await withdrawalOrError(paths, verified.record.hash);
  if (isFileError(withdrawn)) {
    return {
      refused: `whether "${id}" was withdrawn is not known: ${withdrawn.message}`,
      hint: withdrawn.hint,
    };
  }
  if (withdrawn) {
    const { error, hint } = withdrawalWords(withdrawn);
    return { refused: error, hint };
  }
  const error = await overridesError(paths, id);
  if (error !== null) {
    return {
      refused: `your settings of "${id}" cannot be read: ${error.message}`,
      hint: error.hint,
    };
  }
  return actionOf(
    verified.bundle,
    request.action,
    await readOverrides(paths, id),
    extensionPaths(paths, id).bundle,
  );
}

async function withdrawalOrError(paths: KedgePaths, hash: string): Promise<Withdrawal | FileError | null> {
  try {
    return withdrawalOf(await readWithdrawn(paths), hash);
  } catch (error) {
    if (isFileError(error)) return error;
    throw error;
  }
}

/** Returns one action of a bundle that may run, with the user's own settings; `dir` is the folder of its files. */
export function actionOf(
  { manifest, files }: Bundle,
  id: string,
  overrides: Overrides,
  dir: string,
): LoadedAction | RunRefusal {
  const action = manifest.actions.find((action) => action.id === id);
  if (!action) {
    const known = listedNames(manifest.actions.map(({ id }) => id));
    return { refused: `"${manifest.id}" has no action "${id}"`, hint: `Its actions: ${known}.` };
  }
  const needed = manifest.minAppVersion ?? manifest.minKedgeVersion;
  const app = appVersion();
  if (needed && !app.development && !versionAtLeast(app.version, needed)) {
    return {
      refused: `"${manifest.name}" needs kedge ≥ ${needed}, this is ${app.version}`,
      hint: "Update Kedge.",
    };
  }
  const override = ownProperty(overrides.actions, action.id);
  const { mode, ...declared } = declaredContext(manifest, action);
  const answer = override?.answer;
  // An action with an account of its own asks only for what that account leaves open.
  const asked = mode === "inherit" || (mode === "custom" && answer?.account === declared.account);
  const { name, version = "", author = "" } = manifest;
  return {
    extension: { id: manifest.id, name, version, author },
    action: { id: action.id, label: action.label },
    entry: action.entry,
    files,
    dir,
    config: { ...manifest.config, ...action.config, ...override?.config },
    mode,
    accounts: {
      declared,
      ...(override ? { override: override } : {}),
      ...(answer && asked ? { saved: answer } : {}),
    },
    writable: override?.write ?? [],
  };
}
