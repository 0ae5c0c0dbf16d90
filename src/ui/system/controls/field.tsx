import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { Control } from "./control.tsx";
import { Icon } from "../icon.tsx";
import type { FieldProps } from "./props.ts";

/** The text of a problem. Where it suggests a value ("Did you mean …?"), a press on the value enters it. */
function ProblemText(
  { field, problem, disabled, id, onInput }: FieldProps & { readonly problem: string; readonly id: string },
): JSX.Element {
  const [, before, meant] = /^(.*Did you mean )["“]([^"“”•…]+)["”]\?$/s.exec(problem) ?? [];
  if (before === undefined || meant === undefined || disabled || field.kind === "secret") {
    return <span>{problem}</span>;
  }
  const take = () => {
    onInput(meant);
    document.getElementById(id)?.focus();
  };
  return (
    <span>
      {before}
      <button type="button" class="link" data-alone={`Take ${meant}`} onClick={take}>{meant}</button>?
    </span>
  );
}

/** A field of any of the eight kinds: label, control, help, problem. */
export function Field(props: FieldProps): JSX.Element {
  const { field, problem } = props;
  const id = useId();
  const helpId = field.help === "" ? "" : `${id}-help`;
  const problemId = problem === undefined ? "" : `${id}-problem`;
  const describedBy = `${problemId} ${helpId}`.trim() || undefined;
  const control = (props.control ?? Control)({ ...props, id, describedBy });
  const below = (
    <>
      {problem !== undefined && (
        <div class="wrong" id={problemId} role="alert">
          <Icon name="error" />
          <ProblemText {...props} id={id} problem={problem} />
        </div>
      )}
      {field.help !== "" && <div class="help words" id={helpId}>{field.help}</div>}
    </>
  );
  if (field.kind === "checkbox") return <div class="field" data-key={field.key}>{control}{below}</div>;
  const beside = (
    <>
      {props.changed && (
        <span
          class="changed-mark"
          role="img"
          aria-label="Differs from the default"
          title="Differs from the default"
        />
      )}
      {field.required && <span class="needed">required</span>}
      {props.aside && <span class="grow" />}
      {props.aside}
    </>
  );
  if (field.kind === "radio" || field.kind === "multiselect") {
    return (
      <fieldset class="field" data-key={field.key} aria-describedby={describedBy} disabled={props.disabled}>
        {field.label !== "" && <legend>{field.label}{beside}</legend>}
        {control}
        {below}
      </fieldset>
    );
  }
  return (
    <div class="field" data-key={field.key}>
      {/* Text beside the label is not part of the field's accessible name. */}
      {field.label !== "" && (
        <div class="label">
          <label for={id}>{field.label}</label>
          {beside}
        </div>
      )}
      {control}
      {below}
    </div>
  );
}
