import type { ComponentChildren, JSX, RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type ListEntry, type ListName, nameInList } from "../../../core/config/document.ts";
import type { ConfigField } from "../../../core/config/fields.ts";
import type { Diagnostic } from "../../../core/diagnostic.ts";
import { engineFacts } from "../../../core/sql/engines/mod.ts";
import type { fileEntriesNamed } from "../../../pages/file_lists.ts";
import { type Client, type ShownRows, useRows } from "../../client/mod.ts";
import { Field, focusStart, Notice } from "../../system/mod.ts";
import { NestedList } from "./nested.tsx";
import { pastedTexts } from "./pasted_texts.ts";
import { problemAt, problemElsewhere, suggestionsFor } from "./sentences.ts";
import {
  type Draft,
  draftOf,
  draftProblems,
  entryControl,
  entryFields,
  entryOf,
  partedFields,
} from "./values.ts";

/** The form of one entry of a list in config.json: its input, and whether it can be saved. */
export interface EntryForm {
  readonly list: ListName;
  readonly draft: Draft;
  /** The entry when the form was opened or last saved; empty for a new entry. */
  readonly origin: ListEntry;
  /** The entry as it would be saved. */
  readonly value: ListEntry;
  readonly edited: boolean;
  /** Whether the value differs from the file's, also where it has the same text, such as a number in quotes. */
  readonly differs: boolean;
  /** Whether the user has submitted the form. Missing values are errors from then on. */
  readonly asked: boolean;
  /** The problems by path, for example `secrets.0.label`. */
  readonly problems: Readonly<Record<string, string>>;
  readonly ref: RefObject<HTMLFormElement>;
  change(key: string, text: string): void;
  /** Called when the user leaves a field. A typed address is complete by then and fills the other fields. */
  left(key: string): void;
  changeList(key: string, items: readonly Draft[]): void;
  revert(): void;
  /** Focuses the first field with an error. Returns false when there is none. */
  toProblem(): Promise<boolean>;
  /** Saves the entry, or focuses the first field with an error. Returns whether it was saved. */
  save(): Promise<boolean>;
}

/**
 * Returns the form of an entry, or of a new one. The form follows its entry until the user edits it. The page must
 * offer the query `named`.
 */
export function useEntryForm(
  { list, entry, client, store }: {
    list: ListName;
    entry: ListEntry | undefined;
    client: Pick<Client, "query">;
    store: (value: ListEntry, was: ListEntry | undefined) => Promise<boolean>;
  },
): EntryForm {
  const [start, setStart] = useState<Draft>(() => draftOf(entry ?? {}, [list]));
  const [draft, setDraft] = useState(start);
  const [asked, setAsked] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  const saving = useRef(false);
  useLayoutEffect(() => focusStart(ref.current), []);
  const edited = JSON.stringify([draft.texts, draft.lists]) !== JSON.stringify([start.texts, start.lists]);
  const begin = (entry: ListEntry) => {
    const now = draftOf(entry, [list]);
    setStart(now);
    setDraft(now);
  };
  useLayoutEffect(() => {
    if (entry && !edited && JSON.stringify(entry) !== JSON.stringify(start.origin)) begin(entry);
  }, [entry]);
  const was = entry && start.origin;
  const value = entryOf(draft, [list]);
  const name = nameInList(list, value);
  const named = useRows<typeof fileEntriesNamed>(client, "named", { list, name }, {
    count: name === "" ? 0 : 2,
  });
  const problemsWith = ({ current, rows }: ShownRows<number>) => {
    const itself = was && nameInList(list, was) === name ? 1 : 0;
    return draftProblems(draft, [list], current && rows.length > itself);
  };
  const problems = problemsWith(named);
  const left = (key: string) =>
    setDraft((now) => {
      const texts = pastedTexts(list, now.texts, key);
      return texts === null ? now : { ...now, texts: { ...now.texts, ...texts } };
    });
  return {
    list,
    draft,
    origin: start.origin,
    value,
    edited,
    differs: edited || JSON.stringify(value) !== JSON.stringify(start.origin),
    asked,
    problems,
    ref,
    change: (key, text) =>
      setDraft((now) => ({
        ...now,
        texts: {
          ...now.texts,
          ...usualPort(now.texts, key, text),
          [key]: text,
          // The beginning of an address typed letter by letter is not an address yet, but a pasted one is complete.
          ...(Math.abs(text.length - (now.texts[key] ?? "").length) > 1
            ? pastedTexts(list, now.texts, key, text)
            : key === "address" && { ...pastedTexts(list, now.texts, key, text), address: text }),
        },
      })),
    left,
    changeList: (key, items) => setDraft((now) => ({ ...now, lists: { ...now.lists, [key]: items } })),
    revert: () => begin(entry ?? {}),
    toProblem,
    async save() {
      // Ignores a second press while saving, because it would add a new entry twice.
      if (saving.current) return false;
      saving.current = true;
      try {
        return await save();
      } finally {
        saving.current = false;
      }
    },
  };

  async function toProblem(): Promise<boolean> {
    const address = Object.keys(draft.texts).find((key) => pastedTexts(list, draft.texts, key) !== null);
    // Show the values in the other fields before they are saved. A password in
    // the address is never written to the file.
    if (address !== undefined) return left(address), true;
    setAsked(true);
    const problems = problemsWith(name === "" ? named : await named.latest());
    const wrong = Object.keys(problems)[0];
    if (wrong !== undefined) {
      const field = ref.current?.querySelector<HTMLElement>(`[name="${CSS.escape(wrong)}"]`);
      // A field of a folded section cannot have the focus.
      const folded = field?.closest("details");
      if (folded) folded.open = true;
      field?.focus();
    }
    return wrong !== undefined;
  }

  async function save(): Promise<boolean> {
    if (await toProblem()) return false;
    if (!await store(value, was)) return false;
    const now = draftOf(value, [list]);
    setStart(now);
    // Keep text that was typed while the form was being saved.
    setDraft((typed) => typed === draft ? now : { ...typed, origin: now.origin });
    return true;
  }
}

/** The fields of an entry and its nested lists, below the file's error that none of the fields can show. */
export function EntryFields(
  { form, brief = false, locked = false, first = true, children, at, diagnostics = [] }: {
    form: EntryForm;
    /** Whether the focus starts in the first field. */
    first?: boolean;
    /** Shown between the common and the rare fields. */
    children?: ComponentChildren;
    /** Whether the descriptions of the fields are left out, for a small window. */
    brief?: boolean;
    locked?: boolean;
    /** The entry's index in the file. */
    at: number;
    /** The file's problems. A field shows its own while it has the file's text. */
    diagnostics?: readonly Diagnostic[];
  },
): JSX.Element {
  const { list, draft, asked, problems } = form;
  const [unfolded, setUnfolded] = useState(false);
  const { single, lists } = entryFields([list]);
  const { front, rare } = partedFields(list, single, draft.texts);
  const elsewhere = problemElsewhere([list, at], [...front, ...rare], diagnostics);
  const { texts } = draftOf(form.origin, [list]);
  /** An untouched form shows no errors about empty fields but the file's own. */
  const problemOf = (key: string) => {
    const text = draft.texts[key] ?? "";
    const typed = asked || text !== "" ? problems[key] : undefined;
    return typed ?? (text === texts[key] ? problemAt([list, at, key], diagnostics) : undefined);
  };
  const fieldOf = (field: ConfigField, place: number, help: boolean) => {
    const control = entryControl(field, draft);
    return (
      <Field
        key={field.key}
        field={help ? control : { ...control, help: "" }}
        value={draft.texts[field.key] ?? ""}
        problem={problemOf(field.key)}
        autoFocus={first && place === 0}
        disabled={locked}
        code={field.schema.format !== undefined}
        suggestions={suggestionsFor(field.schema.format)}
        onInput={(text) => form.change(field.key, text)}
        onLeave={() => form.left(field.key)}
      />
    );
  };
  return (
    <>
      {elsewhere && <Notice tone="danger" message={elsewhere} />}
      <div class="form-grid">{front.map((field, place) => fieldOf(field, place, !brief))}</div>
      {children}
      {rare.length > 0 && (
        <details
          class="form-more"
          // What the user unfolded stays so while a value is typed that is wrong until it is whole.
          open={unfolded ||
            rare.some(({ key }) => draft.origin[key] !== undefined || problemOf(key) !== undefined)}
          onToggle={(event) => setUnfolded(event.currentTarget.open)}
        >
          <summary>Certificates and passwords</summary>
          <div class="form-grid">{rare.map((field) => fieldOf(field, -1, true))}</div>
        </details>
      )}
      {lists.map((field) => (
        <NestedList
          key={field.key}
          field={field}
          path={[list, 0, field.key]}
          items={draft.lists[field.key] ?? []}
          problems={asked ? problems : {}}
          disabled={locked}
          onChange={(items) => form.changeList(field.key, items)}
        />
      ))}
    </>
  );
}

/** Changes an empty port, or the default port of the previous engine, to the default port of the new engine. */
function usualPort(texts: Draft["texts"], key: string, text: string): Readonly<Record<string, string>> {
  const usual = (engine: string | undefined) => String(engineFacts(engine)?.port ?? "");
  const follows = texts.port !== "" && texts.port === usual(texts.engine);
  return key === "engine" && follows ? { port: usual(text) } : {} as Readonly<Record<string, string>>;
}
