import type { ComponentChildren, JSX } from "preact";
import type { InputField } from "../../../core/state/state.ts";

/** What a field is. `InputField` gives its kind, label, help, options and limits. */
export interface FieldProps {
  readonly field: InputField;
  /** As text: a checkbox is `"true"` or `"false"`, a multiselect as `joinChoices` has it. */
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** What is wrong with the value; shown under the field and read out. */
  readonly problem?: string;
  readonly disabled?: boolean;
  /** True to start with the focus here. */
  readonly autoFocus?: boolean;
  /** Marks a value that differs from its default (Settings). */
  readonly changed?: boolean;
  /** For identifiers, code and numbers in columns. */
  readonly code?: boolean;
  /** Stands right of the label, for example a "Reset" link. */
  readonly aside?: ComponentChildren;
  /** A control of the page's own in the place of the kind's. */
  readonly control?: (props: ControlProps) => JSX.Element;
  /** What a text field offers to choose from; any other text may be typed as well. */
  readonly suggestions?: InputField["options"];
  /** Called when the user leaves the field. */
  readonly onLeave?: () => void;
}

/** What a control inside a field needs to know. */
export interface ControlProps extends FieldProps {
  readonly id: string;
  readonly describedBy: string | undefined;
}

/** The attributes that every single control shares. */
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

/** An `InputField` from what differs from a plain, optional text field. */
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
