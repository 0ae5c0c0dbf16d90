import type { Importable } from "../../../aws/profiles/importable.ts";
import type { EnvRule } from "../../../config/config.ts";
import { asEntry, type ListEntry, listOf, nameInList } from "../../../config/document.ts";
import { parseConfig } from "../../../config/parse.ts";
import { unreadableRefusal } from "../../../config/unreadable.ts";
import type { Edit } from "../../../json/edit.ts";
import type { Writing } from "../../../state/store.ts";
import { importEdits } from "../../../import/edits.ts";
import { type CommandResult, type Refusal, refusal } from "../../../result.ts";
import { failureText } from "../../../files/reason.ts";
import type { Configuration } from "./configuration.ts";

/** The result of an edit. `undo` reverts it and keeps later changes elsewhere in the file. */
type Edited =
  | { readonly ok: true; undo(): Promise<Edited> }
  | Refusal & {
    /** Whether an undo cannot succeed later either. */
    readonly final?: true;
  };

export interface SettingsServices {
  /** Changes the file and keeps everything else in it. */
  readonly editConfig: (edits: readonly Edit[]) => Promise<Edited>;
  /** Settles when the state has the current content of the file. */
  readonly seen: () => Promise<void>;
  /** Reads the user's AWS files. Throws an Error that tells why they cannot be read. */
  readonly readAws: () => Promise<Importable>;
  /** Opens the file in the user's editor, and creates it first if it does not exist. */
  readonly openConfig: (line?: number, column?: number) => Promise<CommandResult>;
}

/** Maximum number of changes that can be undone. Older ones are forgotten. */
const MAX_UNDOS = 50;

/** Maximum number of rules, the same as in the file. */
const MAX_RULES = 1000;

/** Edits of config.json by Kedge. */
export type ConfigEdits = ReturnType<typeof createSettings>;

/**
 * Edits that were made in one step, or why they were not. `undo` reverts that step, whatever was changed
 * afterwards.
 */
type EditedAtOnce =
  | { readonly ok: true; undo(): Promise<CommandResult> }
  | Refusal;

/** A step that can be undone. */
interface Step {
  readonly field: string;
  undo(): Promise<Edited>;
  /** Called once `undo` has changed the file. Returns what else could not be taken back, in sentences. */
  undone(): Promise<readonly string[]>;
}

/** The value of the result of an undo. */
export interface Undone {
  /** The changed field of the file. */
  readonly field: string;
  /** What belongs to the change outside of the file and could not be taken back, in sentences. */
  readonly left: readonly string[];
}

/** Marks an edit that adds an entry to a list, because the caller's copy of the list may be old. */
function named(edit: Edit): Edit {
  const { path, value, was, to } = edit;
  const adds = typeof path.at(-1) === "number" && value !== undefined && was === undefined &&
    to === undefined;
  return adds ? { ...edit, add: true } : edit;
}

/** Returns the names of servers that edits change, each as `[from, to]`. */
function newNames(edits: readonly Edit[]): readonly (readonly [from: string, to: string])[] {
  return edits.flatMap(({ path, value, was }) => {
    if (path[0] !== "servers" || path.length !== 2 || value === undefined || was === undefined) return [];
    const [from, to] = [was, value].map((entry) => nameInList("servers", asEntry(entry)));
    return from === to ? [] : [[from!, to!] as const];
  });
}

/** Makes the edits of config.json. */
export function createSettings(
  store: Writing<"inAwsFiles">,
  { showUndo, expectNames }: Pick<Configuration, "showUndo" | "expectNames">,
  services: SettingsServices,
) {
  const undos: Step[] = [];
  const show = () => showUndo(undos.length > 0);
  const inAwsFiles = store.slices.inAwsFiles;

  /** Checks whether the AWS files have anything to import, so that an empty import is not offered. */
  async function look(): Promise<void> {
    const words = await services.readAws().then(
      (found) => importEdits(found, store.get().config.document).words,
      () => "",
    );
    inAwsFiles.update(() => words);
  }
  store.subscribe((state, before) => {
    const opened = state.windows.length > before.windows.length;
    if (opened || state.config.document !== before.config.document) void look();
  });

  /** Makes a change of the file that renames servers, which may lead elsewhere by the same change. */
  async function renaming(
    names: ReturnType<typeof newNames>,
    change: () => Promise<Edited>,
  ): Promise<Edited> {
    if (names.length === 0) return await change();
    expectNames(new Map(names));
    const changed = await change();
    if (!changed.ok) expectNames(new Map());
    return changed;
  }

  async function editAll(
    edits: readonly Edit[],
    onUndone: Step["undone"] = () => Promise.resolve([]),
  ): Promise<EditedAtOnce> {
    const { status, diagnostics } = store.get().config;
    if (status === "stale") return unreadableRefusal(diagnostics);
    const names = newNames(edits);
    const edited = await renaming(names, () => services.editConfig(edits.map(named)));
    if (!edited.ok) return edited;
    const step: Step = {
      field: String(edits[0]?.path[0] ?? ""),
      undo: () => renaming(names.map(([from, to]) => [to, from]), () => edited.undo()),
      undone: onUndone,
    };
    undos.push(step);
    if (undos.length > MAX_UNDOS) undos.shift();
    show();
    // The next command, such as a test of the saved server, must see the new configuration.
    await services.seen();
    return { ok: true, undo: () => takeBack(undos.indexOf(step)) };
  }

  /**
   * Undoes the step at an index. The result's value is an {@link Undone}. A step that could not be undone
   * stays, unless it never can be: a full disk or a file that does not parse passes.
   */
  async function takeBack(at: number): Promise<CommandResult> {
    const [step] = at < 0 ? [] : undos.splice(at, 1);
    if (!step) return refusal("There is nothing to undo.");
    // The step is removed before, so that the next press meanwhile takes another one.
    const undone = await step.undo();
    if (!undone.ok && !undone.final) undos.splice(at, 0, step);
    show();
    if (!undone.ok) return refusal(undone.error, undone.hint);
    const left = await step.undone();
    await services.seen();
    return { ok: true, value: { field: step.field, left } satisfies Undone };
  }

  return {
    async edit(...edits: Edit[]): Promise<CommandResult> {
      const edited = await editAll(edits);
      return edited.ok ? { ok: true } : edited;
    },
    /**
     * Makes several edits in one step. `onUndone` is called when that step was undone, by its own `undo` or by
     * {@link ConfigEdits.undo}, and returns what else could not be taken back, in sentences.
     */
    editAll,
    /**
     * Imports the portal and the accounts of the user's AWS files. The result's value says in words what was
     * imported.
     */
    async importAws(): Promise<CommandResult> {
      let found: Importable;
      try {
        found = await services.readAws();
      } catch (error) {
        return refusal(failureText("~/.aws/config could not be read", error));
      }
      const { edits, words } = importEdits(found, store.get().config.document);
      if (edits.length === 0) {
        return refusal("~/.aws/config names no account that config.json does not have.");
      }
      const result = await editAll(edits);
      return result.ok ? { ok: true, value: words } : result;
    },
    /** Undoes the last change. The result's value is an {@link Undone}. */
    undo: () => takeBack(undos.length - 1),
    open: services.openConfig,
    /**
     * Returns the rules of the file with the draft in place of one of them. A rule that is not in force has no
     * pattern, so that it keeps its index and matches nothing.
     */
    rules(draft?: { readonly at: number; readonly rule: ListEntry }): readonly EnvRule[] {
      const written = listOf(store.get().config.document, "envRules").slice(0, MAX_RULES).map(asEntry);
      return (draft ? written.toSpliced(draft.at, 1, draft.rule) : written).map(ruleOf);
    },
  };
}

/** Rules by their entries, because all are asked for at each letter of a draft. */
const RULES = new WeakMap<ListEntry, EnvRule>();

/** Returns an entry as a rule, by the checks of the file. */
function ruleOf(entry: ListEntry): EnvRule {
  const known = RULES.get(entry);
  if (known) return known;
  const { config } = parseConfig(JSON.stringify({ envRules: [entry] }));
  const rule = config?.envRules[0] ?? { env: "", flags: "i" };
  RULES.set(entry, rule);
  return rule;
}
