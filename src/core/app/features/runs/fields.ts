import { splitChoices } from "../../../actions/frames/choices.ts";
import type { RunSurface } from "../../../actions/run/surface.ts";
import type { InputField } from "../../../state/state.ts";

/** Values from outside, by the keys of fields. */
export type Fields = Readonly<Record<string, string>>;

/**
 * A surface whose forms begin with values from outside, by the keys of their fields. The user sees each of them and answers
 * as ever: nothing is skipped. A secret is never filled in, and neither is a choice that the form does not offer.
 */
export function withFields(surface: RunSurface, fields: Fields): RunSurface {
  if (Object.keys(fields).length === 0) return surface;
  return {
    ...surface,
    form: (title, all, signal) => surface.form(title, all.map((field) => filled(field, fields)), signal),
  };
}

function filled(field: InputField, fields: Fields): InputField {
  if (!Object.hasOwn(fields, field.key)) return field;
  const value = fields[field.key]!;
  return takes(field, value) ? { ...field, default: value } : field;
}

/** Whether a field can begin with a value; what its user types there afterwards is checked anyway. */
function takes(field: InputField, value: string): boolean {
  switch (field.kind) {
    case "secret":
      return false;
    case "select":
    case "radio":
      return field.options.some((option) => option.value === value);
    case "multiselect":
      return splitChoices(field, value) !== null;
    case "checkbox":
      return value === "true" || value === "false";
    case "number":
      return /^-?\d+(\.\d+)?$/.test(value);
    case "text":
      return !value.includes("\n");
    case "textarea":
      return true;
  }
}
