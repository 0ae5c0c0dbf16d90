import type { JSX } from "preact";
import { Field, inputField, Pill } from "../../system/mod.ts";
import { Yours } from "./yours.tsx";
import { type ConfigEntry, differs, valueProblem } from "./values.ts";

/** The action's config as a form. Values that differ from the bundle are marked. */
export function ConfigFields(
  { entries, texts, onChange }: {
    entries: readonly ConfigEntry[];
    texts: ReadonlyMap<string, string>;
    /** `null` removes the user's value. */
    onChange: (key: string, text: string | null) => void;
  },
): JSX.Element {
  return (
    <section class="column loose" aria-label="Settings">
      <h2 class="part-title">Settings</h2>
      {entries.map((entry) => {
        const text = texts.get(entry.key);
        return text !== undefined && (
          <ConfigField key={entry.key} entry={entry} text={text} onChange={onChange} />
        );
      })}
    </section>
  );
}

function ConfigField(
  { entry, text, onChange }: {
    entry: ConfigEntry;
    text: string;
    onChange: (key: string, text: string | null) => void;
  },
): JSX.Element {
  const { key, kind, original } = entry;
  const mine = differs(entry, text);
  const aside = mine && (original === undefined
    ? (
      <>
        <Pill tone="caution">no longer in the extension</Pill>
        <button type="button" class="link" onClick={() => onChange(key, null)}>Remove</button>
      </>
    )
    : (
      <Yours
        title={`The extension says ${original === "" ? "nothing" : original}`}
        onReset={() => onChange(key, original)}
      />
    ));
  const field = (
    <Field
      field={inputField({ key: `config.${key}`, label: key, kind: kind === "json" ? "textarea" : kind })}
      value={text}
      code={kind === "json"}
      problem={valueProblem(text, kind)}
      aside={kind !== "checkbox" && aside}
      onInput={(text) => onChange(key, text)}
    />
  );
  return kind === "checkbox" ? <div class="row checkbox-line">{field}{aside}</div> : field;
}
