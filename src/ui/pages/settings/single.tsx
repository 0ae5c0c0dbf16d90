import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ConfigField } from "../../../core/config/fields.ts";
import { Field } from "../../system/mod.ts";
import { typedText } from "../../../core/config/document.ts";
import type { Json } from "../../../core/json/node.ts";
import { controlOf, typedProblem, typedValue } from "../../parts/entry/values.ts";
import { beginsRegion, suggestionsFor } from "../../parts/entry/sentences.ts";
import { ShortcutRecorder, ShortcutTrouble } from "../../parts/recorder.tsx";
import { useLeaving, useUnsaved } from "../../unsaved.ts";
import type { SettingsModel } from "../../../pages/settings/page.ts";
import { type Editing, useGuard } from "./editing.ts";

/**
 * One top-level value. It is checked while the user types, and saved when
 * the user leaves the field or presses Enter.
 */
export function SingleField(
  { field, editing, autoFocus, trouble = null, desktopKeys = null }: {
    field: ConfigField;
    editing: Editing;
    autoFocus?: boolean;
    /** Why the value does not work on this computer; null when it does. */
    trouble?: SettingsModel["shortcutProblem"];
    /**
     * The keys that the desktop assigned instead of the shortcut, in the desktop's
     * notation; null when it assigned the shortcut.
     */
    desktopKeys?: SettingsModel["desktopKeys"];
  },
): JSX.Element {
  const { key, schema } = field;
  const raw = editing.root[key];
  const saved = typedText(raw);
  const [typed, setTyped] = useState<string | null>(null);
  /** Texts that were sent to be saved and are not in the file yet, in order. Text typed after them stays. */
  const sent = useRef<readonly { readonly text: string }[]>([]);
  const newest = useRef(saved);
  newest.current = saved;
  const says = (text: string) => typedText(typedValue(text, field));
  // A new value in the file replaces the typed text. The value arrives before the reply to the save.
  useLayoutEffect(() => {
    const at = sent.current.findIndex(({ text }) => says(text) === saved);
    const own = sent.current[at];
    sent.current = own ? sent.current.slice(at + 1) : [];
    setTyped((typed) => own && (typed !== own.text || sent.current.length > 0) ? typed : null);
  }, [saved, typeof raw]);

  const isSwitch = schema.type === "boolean";
  const shown = typed ?? (isSwitch || key === "globalShortcut" ? typedText(raw ?? field.default) : saved);
  /** Whether the user is typing a word. The beginning of a region is not shown as an error then. */
  const [inWord, setInWord] = useState(false);
  const begun = inWord && schema.format === "region" && beginsRegion(typed ?? "");
  const problem = typed === null
    ? editing.problem([key])
    : begun
    ? undefined
    : typedProblem(typed, field, [key]);
  const changed = key !== "version" && raw !== undefined && !isSame(field.default, raw);
  const standard = field.default === undefined
    ? ""
    : isSwitch
    ? (field.default ? "on" : "off")
    : typedText(field.default);

  const isWrong = (text: string) =>
    typedValue(text, field) !== undefined && typedProblem(text, field, [key]) !== undefined;
  /** Saves the text and returns whether the file has it. */
  const save = async (text: string): Promise<boolean> => {
    const value = typedValue(text, field);
    const last = sent.current.at(-1);
    if (last?.text === text) return true;
    if (!last && isSame(value, raw)) {
      setTyped(null);
      return true;
    }
    // The field shows the problem already, so it is not sent.
    if (isWrong(text)) return false;
    const mine = { text };
    sent.current = [...sent.current, mine];
    const done = await editing.save([key], value);
    const index = sent.current.indexOf(mine);
    if (!done) sent.current = sent.current.filter((one) => one !== mine);
    // The file already has this value, so there will be no change that confirms the texts up to this one.
    else if (index >= 0 && says(text) === newest.current) sent.current = sent.current.slice(index + 1);
    if (!done) setTyped((typed) => typed ?? text);
    return done;
  };
  const [leaving, setLeaving] = useLeaving();
  // Only the window's close button leaves the field unsaved; every other way saves a valid text first.
  useUnsaved(typed !== null && !leaving, () => {
    setLeaving(true);
    void save(typed!).then((done) => done && editing.close());
  });
  const wrong = typed !== null && isWrong(typed);
  useGuard(editing, (again) => {
    if (wrong) setLeaving(true);
    else if (typed !== null) void save(typed);
    return !wrong || (again && leaving);
  });
  const pick = (text: string) => {
    setTyped(text);
    void save(text);
  };
  const control = controlOf(field);
  const reset = changed && !editing.locked
    ? (
      <button
        type="button"
        class="link small"
        data-alone={`Reset ${control.label} to ${standard === "" ? "none" : standard}`}
        onClick={() => void editing.save([key], undefined)}
      >
        Reset to {standard === "" ? "none" : standard}
      </button>
    )
    : undefined;
  return (
    <div
      class="column single"
      onKeyDown={(event) => {
        if (typed === null || (event.key !== "Escape" && event.key !== "Enter")) return;
        // Enter on a button presses the button.
        if (event.key === "Enter" && event.target instanceof HTMLButtonElement) return;
        event.preventDefault();
        if (event.key === "Enter") {
          setInWord(false);
          return void save(typed);
        }
        setTyped(null);
        editing.clear();
      }}
    >
      {key === "globalShortcut"
        ? (
          <div class="field" role="group" aria-labelledby="global-shortcut">
            <div class="label">
              <span id="global-shortcut">{control.label}</span>
              {changed && <span class="changed-mark" title="Differs from the default" />}
              <span class="grow" />
              {reset}
            </div>
            <ShortcutRecorder
              value={typedText(raw ?? field.default)}
              disabled={editing.locked}
              onPick={pick}
            />
            {problem !== undefined && <div class="wrong" role="alert">{problem}</div>}
            <div class="help words">Opens the palette from anywhere.</div>
            {desktopKeys && (
              <div class="help words">
                Your desktop's own settings have {desktopKeys} for it: these keys open it now.
              </div>
            )}
            {trouble && <ShortcutTrouble problem={trouble} />}
          </div>
        )
        : (
          <Field
            field={{ ...control, required: false }}
            value={shown}
            problem={problem}
            changed={changed}
            aside={isSwitch ? undefined : reset}
            autoFocus={autoFocus}
            // The version describes the file and is not a setting.
            disabled={editing.locked || key === "version"}
            code={schema.format !== undefined}
            suggestions={suggestionsFor(schema.format)}
            onInput={isSwitch ? pick : (text) => {
              setLeaving(false);
              setInWord(true);
              setTyped(text);
            }}
            onLeave={() => {
              setInWord(false);
              if (typed !== null) void save(typed);
            }}
          />
        )}
      {wrong && leaving && (
        <p class="danger-text small" role="alert">Not saved: correct it, or leave again to discard it.</p>
      )}
      {isSwitch && reset && <div class="beside">{reset}</div>}
    </div>
  );
}

/** Returns whether two values are equal. A number and its text in quotes are not, although they look the same. */
function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
