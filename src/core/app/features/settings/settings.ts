import type { Importable } from "../../../aws/profiles/importable.ts";
import type { EnvRule } from "../../../config/config.ts";
import { asEntry, type ListEntry, listOf, typedText } from "../../../config/document.ts";
import { unreadableRefusal } from "../../../config/unreadable.ts";
import type { Edit } from "../../../json/edit.ts";
import type { Writing } from "../../../state/store.ts";
import { importEdits } from "../../../import/edits.ts";
import type { CommandResult } from "../../result.ts";
import { failureText } from "../../../files/reason.ts";

/** How an edit ended. `undo` takes it back, keeping what was changed elsewhere in the file since. */
type Edited =
  | { readonly ok: true; undo(): Promise<Edited> }
  | { readonly ok: false; readonly error: string; readonly hint?: string };

export interface SettingsServices {
  /** Changes the file, keeping everything else in it. */
  readonly editConfig: (edits: readonly Edit[]) => Promise<Edited>;
  /** Settles when the state knows the file as it is now. */
  readonly seen: () => Promise<void>;
  /** What the user's AWS files know. Throws an Error that says why they cannot be read. */
  readonly readAws: () => Promise<Importable>;
  /** Opens the file in the user's editor, creating it first when there is none. */
  readonly openConfig: (line?: number, column?: number) => Promise<CommandResult>;
}

/** Changes that can be taken back, one after the other; older ones are forgotten. */
const MAX_UNDOS = 50;

/** So many rules are tried, as many as the file may have. */
const MAX_RULES = 1000;

/** Edits of config.json that come from inside. */
export interface ConfigEdits {
  edit(edit: Edit): Promise<CommandResult>;
  /** Makes several in one step. `onUndone` is called once that was taken back, here or by {@link ConfigEdits.undo}. */
  editAll(edits: readonly Edit[], onUndone?: () => Promise<void>): Promise<EditedAtOnce>;
  /** Brings the portal and the accounts of the user's AWS files into the file; the value says what came. */
  importAws(): Promise<CommandResult>;
  /** Takes the last change back; the value is the field of the file in which it was. */
  undo(): Promise<CommandResult>;
  open(line?: number, column?: number): Promise<CommandResult>;
  /** The rules as they stand in the file, right or wrong, with one of them as it is being written. */
  rules(draft?: { readonly at: number; readonly rule: ListEntry }): readonly EnvRule[];
}

/** Edits that were made in one step, or why they were not. `undo` takes that step back, whatever was changed after it. */
type EditedAtOnce =
  | { readonly ok: true; undo(): Promise<CommandResult> }
  | Extract<CommandResult, { ok: false }>;

/** One step that can be taken back. */
interface Step {
  readonly field: string;
  undo(): Promise<Edited>;
}

/** An edit that is marked when it adds an entry, because the caller's list may be out of date. */
function named(edit: Edit): Edit {
  const { path, value, was, to } = edit;
  const adds = typeof path.at(-1) === "number" && value !== undefined && was === undefined &&
    to === undefined;
  return adds ? { ...edit, add: true } : edit;
}

/** Makes the edits of the configuration. `onUndos` hears whether one can be taken back. */
export function createSettings(
  store: Writing<"inAwsFiles">,
  onUndos: (canUndo: boolean) => void,
  services: SettingsServices,
): ConfigEdits {
  const undos: Step[] = [];
  const show = () => onUndos(undos.length > 0);
  const inAwsFiles = store.slices.inAwsFiles;

  /** Checks what can be imported, so that an empty import is not offered. */
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

  const editAll: ConfigEdits["editAll"] = async (edits, onUndone) => {
    const { status, diagnostics } = store.get().config;
    if (status === "stale") return unreadableRefusal(diagnostics);
    const edited = await services.editConfig(edits.map(named));
    if (!edited.ok) return edited;
    const step: Step = {
      field: String(edits[0]?.path[0] ?? ""),
      async undo() {
        const undone = await edited.undo();
        if (undone.ok) await onUndone?.();
        return undone;
      },
    };
    undos.push(step);
    if (undos.length > MAX_UNDOS) undos.shift();
    show();
    // The next command, such as a test of the saved server, must see the new configuration.
    await services.seen();
    return { ok: true, undo: () => takeBack(undos.indexOf(step)) };
  };

  /** Takes the step at a place of the list back; the value is the field of the file in which it was. */
  async function takeBack(at: number): Promise<CommandResult> {
    const [step] = at < 0 ? [] : undos.splice(at, 1);
    if (!step) return { ok: false, error: "There is nothing to undo." };
    // An undo that was refused because the file was changed since will never be possible.
    const undone = await step.undo();
    show();
    if (!undone.ok) return undone;
    await services.seen();
    return { ok: true, value: step.field };
  }

  return {
    async edit(edit) {
      const edited = await editAll([edit]);
      return edited.ok ? { ok: true } : edited;
    },
    editAll,
    async importAws() {
      let found: Importable;
      try {
        found = await services.readAws();
      } catch (error) {
        return { ok: false, error: failureText("~/.aws/config could not be read", error) };
      }
      const { edits, words } = importEdits(found, store.get().config.document);
      if (edits.length === 0) {
        return { ok: false, error: "~/.aws/config names no account that config.json does not have." };
      }
      const result = await editAll(edits);
      return result.ok ? { ok: true, value: words } : result;
    },
    undo: () => takeBack(undos.length - 1),
    open: (line, column) => services.openConfig(line, column),
    rules(draft) {
      const written = listOf(store.get().config.document, "envRules").slice(0, MAX_RULES).map(asEntry);
      return (draft ? written.toSpliced(draft.at, 1, draft.rule) : written).map(ruleOf);
    },
  };
}

/** A rule as it would count; what is no text counts as none. */
function ruleOf(entry: ListEntry): EnvRule {
  const [env, matchName, matchEmail] = [entry.env, entry.matchName, entry.matchEmail].map(typedText);
  return {
    env: env!.slice(0, 50),
    ...(matchName !== "" && { matchName: matchName! }),
    ...(matchEmail !== "" && { matchEmail: matchEmail! }),
    flags: entry.flags === undefined ? "i" : typedText(entry.flags),
  };
}
