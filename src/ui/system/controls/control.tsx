import type { JSX } from "preact";
import { Multiselect } from "./multiselect.tsx";
import { controlAttributes, type ControlProps } from "./props.ts";
import { SecretInput } from "./secret_input.tsx";
import { Select } from "./select.tsx";
import { SuggestInput } from "./suggest_input.tsx";

/** The controls of kinds that have one of their own. */
const CONTROLS: Readonly<Partial<Record<ControlProps["field"]["kind"], ControlProps["control"]>>> = {
  textarea: Textarea,
  select: Choice,
  radio: Radio,
  checkbox: Checkbox,
  multiselect: Multiselect,
  secret: SecretInput,
};

/** The control for a field's kind, without label and help. */
export function Control(props: ControlProps): JSX.Element {
  const Own = CONTROLS[props.field.kind];
  if (Own) return <Own {...props} />;
  return props.suggestions
    ? <SuggestInput {...props} suggestions={props.suggestions} />
    : <TextInput {...props} />;
}

function TextInput(props: ControlProps): JSX.Element {
  const { field, value, onInput } = props;
  return (
    <input
      {...controlAttributes(props)}
      class={`input${props.code ? " code" : ""}`}
      type="text"
      inputMode={field.kind === "number" ? "decimal" : undefined}
      value={value}
      placeholder={field.placeholder}
      autocomplete="off"
      spellcheck={false}
      onInput={(event) => onInput(event.currentTarget.value)}
      onKeyDown={field.kind === "number" ? (event) => step(event, props) : undefined}
    />
  );
}

/**
 * Lets arrow keys step a number within its limits. The value stays text, and validation reports text that is
 * not a number.
 */
function step(event: KeyboardEvent, { field, value, onInput }: ControlProps): void {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  const now = value.trim() === "" ? 0 : Number(value);
  if (!Number.isFinite(now)) return;
  event.preventDefault();
  const by = (event.shiftKey ? 10 : 1) * (event.key === "ArrowUp" ? 1 : -1);
  const next = Math.min(field.max ?? Infinity, Math.max(field.min ?? -Infinity, now + by));
  onInput(String(Number(next.toPrecision(15))));
}

function Textarea(props: ControlProps): JSX.Element {
  return (
    <textarea
      {...controlAttributes(props)}
      class={`input${props.code ? " code" : ""}`}
      rows={4}
      value={props.value}
      placeholder={props.field.placeholder}
      spellcheck={false}
      onInput={(event) => props.onInput(event.currentTarget.value)}
    />
  );
}

function Choice(props: ControlProps): JSX.Element {
  const { field: { options, placeholder }, value } = props;
  const isKnown = options.some((option) => option.value === value);
  const unknown = { value, label: value || placeholder || "Choose…" };
  return (
    <Select
      {...controlAttributes(props)}
      value={value}
      options={isKnown ? options : [unknown, ...options]}
      onPick={props.onInput}
    />
  );
}

function Radio(props: ControlProps): JSX.Element {
  const { field, value } = props;
  const chosen = field.options.findIndex((option) => option.value === value);
  return (
    <div class="choices" role="radiogroup" aria-describedby={props.describedBy} aria-label={field.label}>
      {field.options.map((option, index) => (
        <label class="choice" key={index}>
          <input
            type="radio"
            name={props.id}
            value={option.value}
            checked={index === chosen}
            data-focus={(props.autoFocus && index === Math.max(0, chosen)) || undefined}
            onChange={() => props.onInput(option.value)}
          />
          <span class="grow">{option.label}</span>
        </label>
      ))}
    </div>
  );
}

function Checkbox(props: ControlProps): JSX.Element {
  const { "aria-label": _label, ...attributes } = controlAttributes(props);
  return (
    <label class="choice">
      <input
        {...attributes}
        type="checkbox"
        checked={props.value === "true"}
        // At "change" a form that has drawn itself again for "input" has set the old value again.
        onInput={(event) => props.onInput(String(event.currentTarget.checked))}
      />
      <span class="grow">
        {props.field.label}
        {props.changed && <span class="changed-mark" title="Differs from the default" />}
      </span>
    </label>
  );
}
