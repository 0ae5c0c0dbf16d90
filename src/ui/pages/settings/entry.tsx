import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Field as FieldInfo } from "../../../core/config/fields.ts";
import { Button, Field, focusStart, useKeys } from "../../system/mod.ts";
import { entriesOf, type Entry } from "../../text/document.ts";
import type { Editing } from "./editing.ts";
import { NestedList } from "./nested.tsx";
import { controlOf, type Draft, draftOf, draftProblems, entryFields, entryOf, textOf } from "./values.ts";

/** The form of one entry of a list: all its fields, and the lists inside of it; saved as a whole. */
export function EntryForm(
  { list, noun, index, entry, editing, onDone, children }: {
    list: string;
    noun: string;
    index: number;
    /** Undefined for a new one. */
    entry: Entry | undefined;
    editing: Editing;
    onDone: () => void;
    /** Shown below the fields, for the entry as it would be saved. */
    children?: (draft: Entry) => ComponentChildren;
  },
): JSX.Element {
  const [draft, setDraft] = useState<Draft>(() => draftOf(entry ?? {}, [list]));
  const [start] = useState(draft);
  const [asked, setAsked] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => focusStart(form.current), []);
  const problems = draftProblems(draft, [list]);
  const edited = JSON.stringify([draft.texts, draft.lists]) !== JSON.stringify([start.texts, start.lists]);
  const leave = () => {
    if (edited && !leaving) setLeaving(true);
    else onDone();
  };
  useKeys((event) => {
    if (event.key !== "Escape") return false;
    leave();
    return true;
    // Before the window's own Escape, which would close it.
  }, true);
  const save = async () => {
    setAsked(true);
    setLeaving(false);
    const wrong = Object.keys(problems)[0];
    if (wrong !== undefined) {
      return form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(wrong)}"]`)?.focus();
    }
    if (await editing.save([list, placeNow()], entryOf(draft, [list]), entry && start.origin)) onDone();
  };
  /** Where the entry is now: the file may have changed since the form was opened. */
  const placeNow = (): number => {
    const entries = entriesOf(editing.root, list);
    if (!entry) return entries.length;
    const own = JSON.stringify(start.origin);
    const isOwn = (at: number) => JSON.stringify(entries[at]) === own;
    return isOwn(index) ? index : [...entries.keys()].find(isOwn) ?? index;
  };
  const change = (key: string, text: string) => {
    setLeaving(false);
    setDraft((now) => ({ ...now, texts: { ...now.texts, ...usualPort(now.texts, key, text), [key]: text } }));
  };
  const { single, lists } = entryFields([list]);
  const title = entry ? `Edit ${noun}` : `New ${noun}`;
  /** As typed, except that a form nobody has filled in yet is not red all over. */
  const problemOf = (key: string) => {
    if (asked || (draft.texts[key] ?? "") !== "") return problems[key];
    return editing.problem([list, index, key]);
  };
  return (
    <form
      class="column entry"
      ref={form}
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div class="row">
        <Button kind="bare" onClick={leave} title="Esc">‹ Back</Button>
        <h2 class="grow">{title}</h2>
      </div>
      <div class="form-grid">
        {single.map((field, at) => (
          <Field
            key={field.key}
            field={fieldOf(field, draft.texts)}
            value={draft.texts[field.key] ?? ""}
            problem={problemOf(field.key)}
            autoFocus={at === 0}
            disabled={editing.locked}
            code={field.schema.format !== undefined}
            onInput={(text) => change(field.key, text)}
          />
        ))}
      </div>
      {lists.map((field) => (
        <NestedList
          key={field.key}
          field={field}
          path={[list, 0, field.key]}
          items={draft.lists[field.key] ?? []}
          problems={asked ? problems : {}}
          disabled={editing.locked}
          onChange={(items) => setDraft((now) => ({ ...now, lists: { ...now.lists, [field.key]: items } }))}
        />
      ))}
      {children?.(entryOf(draft, [list]))}
      <div class="row entry-foot">
        <span class="grow quiet small" role="status">{leaving ? "Your changes are not saved." : ""}</span>
        <Button onClick={leave}>{leaving ? "Discard changes" : "Cancel"}</Button>
        <Button kind="marked" type="submit" disabled={editing.locked || (!edited && entry !== undefined)}>
          {entry ? "Save" : `Add ${noun}`}
        </Button>
      </div>
    </form>
  );
}

/** The control of a field; what is usual for a server follows its engine. */
function fieldOf(field: FieldInfo, texts: Draft["texts"]) {
  const control = controlOf(field);
  if (field.key === "port") return { ...control, placeholder: PORTS[texts.engine ?? ""] ?? "" };
  if (field.key === "database") {
    return {
      ...control,
      placeholder: DATABASES[texts.engine ?? ""] ?? "",
      required: texts.engine === "mysql",
    };
  }
  if (field.key === "flags") {
    return { ...control, placeholder: `none (${textOf(field.default)} ignores case)` };
  }
  return control;
}

/** A port that is empty or another engine's usual one follows the engine. */
function usualPort(texts: Draft["texts"], key: string, text: string): Readonly<Record<string, string>> {
  const follows = texts.port === "" || texts.port === PORTS[texts.engine ?? ""];
  return key === "engine" && follows ? { port: PORTS[text] ?? "" } : {} as Readonly<Record<string, string>>;
}

const PORTS: Readonly<Record<string, string>> = { postgres: "5432", mysql: "3306", redshift: "5439" };
const DATABASES: Readonly<Record<string, string>> = { postgres: "postgres", redshift: "dev" };
