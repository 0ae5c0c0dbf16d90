import { readdir } from "node:fs/promises";
import { declaredContext, type Manifest, type ManifestAction } from "../bundle/mod.ts";
import { readWithdrawn, withdrawalOf, withdrawalWords } from "../catalogue/withdrawn.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { KedgePaths } from "../paths.ts";
import { partsOf } from "../accounts/context.ts";
import { decideContext } from "../actions/context/context.ts";
import { accountNumber } from "../accounts/words.ts";
import type { ActionConfig, ActionState, ExtensionState } from "../state/state.ts";
import { byName } from "../text/natural.ts";
import type { AppVersion } from "../version.ts";
import { versionAtLeast } from "../version_order.ts";
import { textsToShow } from "./manifest_texts.ts";
import { type Overrides, readOverrides } from "./overrides.ts";
import { extensionPaths, isExtensionId, readRecord } from "./record.ts";
import { type Verified, verifyExtension } from "./verify.ts";
import { ownProperty } from "../own_property.ts";
import { present } from "../present.ts";

/** Returns every installed extension, by name. Broken ones are included so that the user can remove them. */
export async function listExtensions(paths: KedgePaths, version: AppVersion): Promise<ExtensionState[]> {
  const names = await readdir(paths.extensions, { withFileTypes: true }).catch(() => []);
  const ids = names.filter((entry) => entry.isDirectory() && isExtensionId(entry.name))
    .map((entry) => entry.name);
  const found: ExtensionState[] = [];
  // An unreadable list counts as empty here, because each run reads it itself and is refused when that fails.
  const withdrawn = ids.length === 0 ? {} : await readWithdrawn(paths).catch(() => ({}));
  // One after the other, because checking reads all files of an extension and memory holds only one.
  for (const id of ids) {
    const extension = await describeExtension(paths, id, version);
    const why = extension && withdrawalOf(withdrawn, extension.hash);
    if (extension) found.push(why ? withWithdrawal(extension, withdrawalWords(why)) : extension);
  }
  return found.sort((a, b) => byName(a.name, b.name) || byName(a.id, b.id));
}

/** Returns an extension of which no action may run any more. */
function withWithdrawal(
  extension: ExtensionState,
  withdrawn: NonNullable<ExtensionState["withdrawn"]>,
): ExtensionState {
  const actions = extension.actions.map((action) => ({
    ...action,
    state: action.state === "changed" ? action.state : "withdrawn" as const,
    badge: "withdrawn",
  }));
  return { ...extension, withdrawn, actions };
}

/** Returns one installed extension; null when it is not installed. */
async function describeExtension(
  paths: KedgePaths,
  id: string,
  version: AppVersion,
): Promise<ExtensionState | null> {
  const verified = await verifyExtension(paths, id);
  if (verified.trust === "absent") return null;
  const record = "record" in verified ? verified.record : await readRecord(extensionPaths(paths, id).record);
  const diagnostics = problemsOf(id, verified);
  if (record === null || record === "broken") {
    return { id, name: id, trust: "broken", hash: "", source: "", installedAt: 0, diagnostics, actions: [] };
  }
  const { hash, source, installedAt } = record;
  return {
    ...describeManifest(
      record.manifest,
      await readOverrides(paths, id),
      version,
      verified.trust === "trusted",
    ),
    trust: verified.trust,
    hash,
    source,
    installedAt,
    diagnostics,
  };
}

/** Returns the state from a manifest and the user's own settings; `usable` tells whether its files may run. */
export function describeManifest(
  manifest: Manifest,
  overrides: Overrides,
  version: AppVersion,
  usable: boolean,
): Pick<ExtensionState, "id" | "name" | "actions"> & Partial<ExtensionState> {
  const forms = new Forms(manifest.config ?? {});
  const minAppVersion = manifest.minAppVersion ?? manifest.minKedgeVersion;
  const compatible = minAppVersion === undefined || version.development ||
    versionAtLeast(version.version, minAppVersion);
  const state = !usable ? "changed" : compatible ? "enabled" : "incompatible";
  return {
    id: manifest.id,
    name: manifest.name,
    ...textsToShow(manifest),
    ...present({ icon: manifest.icon, minAppVersion }),
    actions: manifest.actions.map((action) => ({
      ...describeAction(manifest, action, overrides, forms),
      state,
      ...(compatible ? {} : { badge: `kedge ≥ ${minAppVersion}` }),
    })),
  };
}

function problemsOf(id: string, verified: Verified): Diagnostic[] {
  const base = { severity: "error", path: [] } as const;
  if (verified.trust === "changed") {
    return verified.changes.map(({ path, change }) => ({
      ...base,
      code: "file-changed",
      file: path,
      message: `${path} was ${change} after you reviewed it`,
      hint: "Review the extension again, or install it again.",
    }));
  }
  if (verified.trust !== "broken") return [];
  return [{
    ...base,
    code: "extension-broken",
    message: `${id} cannot run: ${verified.reason}`,
    hint: verified.hint,
  }];
}

/** Returns an action as the manifest and the user define it, before a run resolves its context. */
function describeAction(
  manifest: Manifest,
  action: ManifestAction,
  overrides: Overrides,
  forms: Forms,
): Omit<ActionState, "state"> {
  const { mode: contextMode, ...declared } = declaredContext(manifest, action);
  const { answer, config: ownConfig, write, ...chosen } = ownProperty(overrides.actions, action.id) ?? {};
  const overridden = partsOf(chosen), saved = partsOf(answer ?? {});
  const decision = decideContext({
    mode: contextMode,
    override: overridden,
    declared,
    // An action with an account of its own asks only for what that account leaves open.
    ...((contextMode === "inherit" || saved.account === declared.account) && { saved }),
    lastRole: () => undefined,
    accountRegion: () => undefined,
  });
  const shown = decision.kind === "none"
    ? {}
    : partsOf(decision.kind === "decided" ? decision.context : decision);
  const hint = contextMode === "none"
    ? undefined
    : shown.account
    ? `Runs in ${[accountNumber(shown.account), shown.role, shown.region].filter(Boolean).join(" · ")}`
    : "Asks which account to use";
  const mine = { ...overridden, ...(ownConfig && { config: ownConfig }), ...(write && { write }) };
  return {
    id: action.id,
    label: action.label,
    entry: action.entry,
    contextMode,
    hideSpinner: action.hideSpinner ?? false,
    console: action.console ?? manifest.console ?? "auto",
    ...present({
      icon: action.icon || undefined,
      ...shown,
      tooltip: action.hideTooltip ? undefined : action.tooltip || hint,
      declared: orAbsent(declared),
      own: orAbsent(mine),
      saved: orAbsent(saved),
      config: forms.of(action.config ?? {}),
    }),
  };
}

/** Maximum characters of a config that a form shows; every window receives it. */
const MAX_FORM_SIZE = 32_768;
/** Maximum characters of all forms of one extension together. */
const MAX_FORMS_SIZE = 1024 * 1024;

/**
 * The configs that the forms of an extension's actions show: the extension's config with the action's own
 * keys on top.
 */
class Forms {
  /** Characters of each member of the extension's config, including its key and a comma. */
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #all: number;
  #left = MAX_FORMS_SIZE;

  constructor(readonly config: ActionConfig) {
    this.#sizes = sizesOf(config);
    this.#all = sum(this.#sizes.values());
  }

  /** Returns the merged config; undefined when it is empty or larger than a form shows. */
  of(config: ActionConfig): ActionConfig | undefined {
    const sizes = sizesOf(config);
    const replaced = [...sizes.keys()].map((key) => this.#sizes.get(key) ?? 0);
    // The size is computed before anything is copied because there may be many actions.
    const size = this.#all - sum(replaced) + sum(sizes.values());
    if (size === 0 || size > Math.min(MAX_FORM_SIZE, this.#left)) return undefined;
    this.#left -= size;
    return sizes.size === 0 ? this.config : { ...this.config, ...config };
  }
}

function sizesOf(config: ActionConfig): Map<string, number> {
  return new Map(
    Object.entries(config).map(([key, value]) => [key, key.length + JSON.stringify(value).length + 4]),
  );
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

function orAbsent<T extends object>(object: T): T | undefined {
  return Object.keys(object).length > 0 ? object : undefined;
}
