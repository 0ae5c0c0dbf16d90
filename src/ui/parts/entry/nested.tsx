import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ConfigField } from "../../../core/config/fields.ts";
import type { Path } from "../../../core/document/kind.ts";
import { Button, Field, Tool } from "../../system/mod.ts";
import { controlOf, type Draft, draftOf, entryFields } from "./values.ts";

/** A list inside an entry, as rows of fields, for example the secrets or clusters of an account. */
export function NestedList(
  { field, path, items, problems, disabled, onChange }: {
    field: ConfigField;
    path: Path;
    items: readonly Draft[];
    /** The problems by path, for example `secrets.0.label`. */
    problems: Readonly<Record<string, string>>;
    disabled: boolean;
    onChange: (items: readonly Draft[]) => void;
  },
): JSX.Element {
  const { single } = entryFields(path);
  const root = useRef<HTMLFieldSetElement>(null);
  const added = useRef(false);
  // The new row stands above the button that added it, so the focus moves back to its first field.
  useLayoutEffect(() => {
    if (!added.current) return;
    added.current = false;
    [...root.current?.querySelectorAll(".nested-row") ?? []].at(-1)?.querySelector("input")?.focus();
  }, [items.length]);
  const noun = (field.schema.items?.title ?? "entry").toLowerCase();
  const set = (index: number, key: string, text: string) =>
    onChange(
      items.map((item, at) => at === index ? { ...item, texts: { ...item.texts, [key]: text } } : item),
    );
  return (
    <fieldset class="nested column" ref={root} disabled={disabled}>
      <legend>{field.title}</legend>
      {items.map((item, index) => (
        <div class="row nested-row" key={index}>
          {single.map((inner) => (
            <div class="grow" key={inner.key}>
              <Field
                field={{
                  ...controlOf(inner),
                  key: `${field.key}.${index}.${inner.key}`,
                  label: index === 0 ? inner.title : "",
                  help: "",
                  required: false,
                  placeholder: index === 0 ? controlOf(inner).placeholder : inner.title,
                }}
                value={item.texts[inner.key] ?? ""}
                problem={problems[`${field.key}.${index}.${inner.key}`]}
                onInput={(text) => set(index, inner.key, text)}
              />
            </div>
          ))}
          <Tool
            icon="trash"
            label={`Remove ${noun}`}
            onClick={() => onChange(items.toSpliced(index, 1))}
          />
        </div>
      ))}
      <div class="row">
        <Button
          compact
          icon="plus"
          onClick={() => {
            added.current = true;
            onChange([...items, draftOf({}, path)]);
          }}
        >
          {`Add ${noun}`}
        </Button>
      </div>
    </fieldset>
  );
}
