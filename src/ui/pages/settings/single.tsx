import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Field as FieldInfo } from "../../../core/config/fields.ts";
import { Field } from "../../system/mod.ts";
import { ShortcutRecorder } from "./recorder.tsx";
import { controlOf, textOf, textProblem, valueOf } from "./values.ts";
import type { Editing } from "./editing.ts";

/** One top-level value: checked as it is typed, saved when the user leaves the field or presses Enter. */
export function SingleField(
  { field, editing, autoFocus }: { field: FieldInfo; editing: Editing; autoFocus?: boolean },
): JSX.Element {
  const { key, schema } = field;
  const raw = editing.root[key];
  const saved = textOf(raw);
  const [typed, setTyped] = useState<string | null>(null);
  // The file says something new: that is what counts.
  useEffect(() => setTyped(null), [saved]);

  const isSwitch = schema.type === "boolean";
  const shown = typed ?? (isSwitch || key === "globalShortcut" ? textOf(raw ?? field.default) : saved);
  const problem = typed === null ? editing.problem([key]) : textProblem(typed, field, [key]);
  const changed = key !== "version" && raw !== undefined && textOf(field.default) !== saved;
  const standard = field.default === undefined
    ? ""
    : isSwitch
    ? (field.default ? "on" : "off")
    : textOf(field.default);

  const save = async (text: string) => {
    const value = valueOf(text, field);
    if (textOf(value) === saved && (value === undefined) === (raw === undefined)) return setTyped(null);
    if (typeof value === "string" && schema.type === "integer") return;
    if (!await editing.save([key], value)) setTyped(text);
  };
  const pick = (text: string) => {
    setTyped(text);
    void save(text);
  };
  const reset = changed && !editing.locked
    ? (
      <button type="button" class="link small" onClick={() => void editing.save([key], undefined)}>
        Reset to {standard === "" ? "none" : standard}
      </button>
    )
    : undefined;
  const control = controlOf(field);
  return (
    <div
      class="single"
      onKeyDown={(event) => {
        if (typed === null || (event.key !== "Escape" && event.key !== "Enter")) return;
        event.preventDefault();
        if (event.key === "Escape") setTyped(null);
        else void save(typed);
      }}
    >
      <Field
        field={{ ...control, required: false }}
        value={shown}
        problem={problem}
        changed={changed}
        aside={isSwitch ? undefined : reset}
        autoFocus={autoFocus}
        // The version says what the file is; it is not a preference.
        disabled={editing.locked || key === "version"}
        code={schema.format !== undefined}
        onInput={isSwitch ? pick : setTyped}
        onLeave={() => typed !== null && void save(typed)}
      />
      {isSwitch && reset && <div class="beside">{reset}</div>}
      {key === "globalShortcut" && (
        <ShortcutRecorder value={textOf(raw ?? field.default)} disabled={editing.locked} onPick={pick} />
      )}
    </div>
  );
}
