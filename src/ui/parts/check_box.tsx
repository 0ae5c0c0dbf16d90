import type { ComponentProps, JSX } from "preact";
import { Field, inputField } from "../system/mod.ts";

/** A field that is ticked or not. */
export function CheckBox(
  { name, label, help = "", on, onChange, ...more }:
    & Pick<ComponentProps<typeof Field>, "autoFocus" | "disabled" | "problem">
    & {
      /** The key of the field. */
      name: string;
      label: string;
      help?: string;
      on: boolean;
      onChange: (on: boolean) => void;
    },
): JSX.Element {
  return (
    <Field
      {...more}
      field={inputField({ key: name, kind: "checkbox", label, help })}
      value={String(on)}
      onInput={(value) => onChange(value === "true")}
    />
  );
}
