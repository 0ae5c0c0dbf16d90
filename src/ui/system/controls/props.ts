import type { ComponentChildren, JSX } from "preact";
import type { InputField } from "../../../core/state/state.ts";

/** The properties of a field. `InputField` gives its kind, label, help, options and limits. */
export interface FieldProps {
  readonly field: InputField;
  /** The value as text: a checkbox has `"true"` or `"false"`, a multiselect the format of `joinChoices`. */
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** The problem of the value, shown under the field and read out. */
  readonly problem?: string;
  readonly disabled?: boolean;
  /** Whether the focus starts in this field. */
  readonly autoFocus?: boolean;
  /** Whether the value is marked as different from its default (Settings). */
  readonly changed?: boolean;
  /** Whether the value is shown in the code font, for identifiers, code and numbers in columns. */
  readonly code?: boolean;
  /** Content to the right of the label, for example a "Reset" link. */
  readonly aside?: ComponentChildren;
  /** A control of the page that replaces the default control of the kind. */
  readonly control?: (props: ControlProps) => JSX.Element;
  /** Values that a text field suggests. The user may type any other text. */
  readonly suggestions?: InputField["options"];
  /** Called when the user leaves the field. */
  readonly onLeave?: () => void;
}

/** The properties of the control inside a field. */
export interface ControlProps extends FieldProps {
  readonly id: string;
  readonly describedBy: string | undefined;
}

/** Returns the attributes that all controls share. */
export function controlAttributes(props: ControlProps) {
  return {
    id: props.id,
    name: props.field.key,
    disabled: props.disabled,
    "aria-label": props.field.label === "" ? props.field.placeholder || props.field.key : undefined,
    "aria-describedby": props.describedBy,
    "aria-invalid": props.problem === undefined ? undefined : true,
    "aria-required": props.field.required || undefined,
    "data-focus": props.autoFocus || undefined,
    onBlur: props.onLeave,
  };
}

/** Returns an `InputField`; properties that are not given are those of a plain, optional text field. */
export function inputField(some: Partial<InputField> & { readonly key: string }): InputField {
  return {
    kind: "text",
    label: "",
    placeholder: "",
    help: "",
    default: "",
    required: false,
    options: [],
    ...some,
  };
}
