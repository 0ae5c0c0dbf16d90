import type { ComponentChildren, JSX } from "preact";
import { asEntry, type ListEntry, type ListName } from "../../../core/config/document.ts";
import type { Json } from "../../../core/json/node.ts";
import { EntryFields, useEntryForm } from "../../parts/entry/form.tsx";
import { Button, useEscape } from "../../system/mod.ts";
import { useLeaving, useUnsaved } from "../../unsaved.ts";
import { type Editing, useGuard } from "./editing.ts";

/** The form of one entry with all its fields and nested lists, saved as a whole. */
export function EntryEditor(
  { list, noun, index, raw, editing, onDone, children }: {
    list: ListName;
    noun: string;
    index: number;
    /** The entry as it was in the file when the form was opened; undefined for a new entry. */
    raw: Json | undefined;
    editing: Editing;
    /** Called with the saved entry, or with nothing when the form was left. */
    onDone: (saved?: Json) => void;
    /** Shown below the fields, for the entry as it would be saved. */
    children?: (draft: ListEntry) => ComponentChildren;
  },
): JSX.Element {
  const [leaving, setLeaving] = useLeaving();
  const entry = raw === undefined ? undefined : asEntry(raw);
  const form = useEntryForm({
    list,
    entry,
    client: editing.client,
    store: (value) => editing.save([list, raw === undefined ? editing.sizes[list] : index], value, raw),
  });
  const { edited } = form;
  const leave = () => {
    if (edited && !leaving) setLeaving(true);
    else onDone();
  };
  useUnsaved(edited && !leaving, () => setLeaving(true));
  useGuard(editing, (again) => {
    if (edited && !leaving) setLeaving(true);
    return !edited || (again && leaving);
  });
  useEscape(leave, true);
  const save = async () => {
    setLeaving(false);
    if (await form.save()) onDone(form.value as Json);
  };
  const title = entry ? `Edit ${noun}` : `New ${noun}`;
  return (
    <form
      class="column entry"
      ref={form.ref}
      noValidate
      aria-label={title}
      onInput={() => setLeaving(false)}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div class="row">
        <Button kind="bare" onClick={leave} title="Esc" alone="Go back">‹ Back</Button>
        <h2 class="grow">{title}</h2>
      </div>
      <EntryFields
        form={form}
        locked={editing.locked}
        at={index}
        // The index of a new entry may be another's by now.
        diagnostics={entry && editing.diagnostics}
      />
      {children?.(form.value)}
      <div class="row entry-foot">
        <span class="grow quiet small" role="status">{leaving ? "Your changes are not saved." : ""}</span>
        <Button onClick={leave}>{leaving ? "Discard changes" : "Cancel"}</Button>
        <Button
          kind="marked"
          type="submit"
          disabled={editing.locked || (!form.differs && entry !== undefined)}
        >
          {entry ? "Save" : `Add ${noun}`}
        </Button>
      </div>
    </form>
  );
}
