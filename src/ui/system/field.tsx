import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import type { InputField } from "../../core/state/state.ts";
import { Control } from "./control.tsx";
import { Icon } from "./icon.tsx";

/** What a field is. `InputField` gives its kind, label, help, options and limits. */
export interface FieldProps {
  readonly field: InputField;
  /** As text: a checkbox is `"true"` or `"false"`, a multiselect its values joined by `,`. */
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
  /** Called when the user leaves the field. */
  readonly onLeave?: () => void;
}

/** What a control inside a field needs to know. */
export interface ControlProps extends FieldProps {
  readonly id: string;
  readonly describedBy: string | undefined;
}

/** A field of any of the eight kinds: label, control, help, problem. */
export function Field(props: FieldProps): JSX.Element {
  const { field, problem } = props;
  const id = useId();
  const helpId = field.help === "" ? "" : `${id}-help`;
  const problemId = problem === undefined ? "" : `${id}-problem`;
  const describedBy = `${problemId} ${helpId}`.trim() || undefined;
  const control = <Control {...props} id={id} describedBy={describedBy} />;
  const below = (
    <>
      {problem !== undefined && (
        <div class="wrong" id={problemId} role="alert">
          <Icon name="error" />
          {problem}
        </div>
      )}
      {field.help !== "" && <div class="help words" id={helpId}>{field.help}</div>}
    </>
  );
  if (field.kind === "checkbox") return <div class="field" data-key={field.key}>{control}{below}</div>;
  const heading = (
    <>
      {field.label}
      {props.changed && <span class="changed-mark" title="Differs from the default" />}
      {field.required && <span class="needed">required</span>}
      {props.aside && <span class="grow" />}
      {props.aside}
    </>
  );
  if (field.kind === "radio" || field.kind === "multiselect") {
    return (
      <fieldset class="field" data-key={field.key} aria-describedby={describedBy} disabled={props.disabled}>
        {field.label !== "" && <legend>{heading}</legend>}
        {control}
        {below}
      </fieldset>
    );
  }
  return (
    <div class="field" data-key={field.key}>
      {field.label !== "" && <label class="label" for={id}>{heading}</label>}
      {control}
      {below}
    </div>
  );
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
