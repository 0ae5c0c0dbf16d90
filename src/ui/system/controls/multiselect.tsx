import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { fit, haystack, typedWords } from "../../../core/find/matcher.ts";
import { joinChoices, splitChoices } from "../../../core/actions/frames/choices.ts";
import type { Option } from "../../../core/state/state.ts";
import { focusFirstRow } from "../lists/first_row.ts";
import { useRoving } from "../lists/roving.ts";
import type { ControlProps } from "./props.ts";
import { SearchField } from "./search_field.tsx";

const FILTER_FROM = 9;

/** Check boxes for several of many options. They are one stop of Tab, with a filter for nine options or more. */
export function Multiselect(props: ControlProps): JSX.Element {
  const { field, value, onInput } = props;
  const [filter, setFilter] = useState("");
  const chosen = new Set(splitChoices(field, value));
  const words = typedWords(filter);
  const rows = field.options.map((option, at) => ({ ...option, at, on: chosen.has(option.value) }));
  const shown = rows.filter(({ label, value }) => fit(words, haystack(label, value)) !== null);
  const boxes = useRef<HTMLDivElement>(null);
  useRoving(boxes);
  const many = field.options.length >= FILTER_FROM;
  const toggle = (option: Option, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(option.value);
    else next.delete(option.value);
    onInput(joinChoices(field, next));
  };
  return (
    <div class="column">
      {many && (
        <SearchField
          label={`Filter ${field.label}`}
          placeholder={`Filter ${field.options.length} options`}
          autoFocus={props.autoFocus}
          value={filter}
          onInput={setFilter}
          // Enter with nothing typed presses the marked button of the form.
          onRows={(key) => key === "Enter" && filter === "" ? false : focusFirstRow(boxes)}
        />
      )}
      <div class={`choices${many ? " many" : ""}`} role="group" aria-label={field.label} ref={boxes}>
        {shown.map((option, index) => (
          <label class="choice" key={option.at} data-row>
            <input
              type="checkbox"
              checked={option.on}
              data-focus={(props.autoFocus && !many && index === 0) || undefined}
              onInput={(event) => toggle(option, event.currentTarget.checked)}
            />
            <span class="grow">{option.label}</span>
          </label>
        ))}
        {shown.length === 0 && <span class="quiet small">No option matches.</span>}
      </div>
      {many && (
        <span class="quiet small numbers" role="status">
          {rows.filter(({ on }) => on).length} of {rows.length} chosen
        </span>
      )}
    </div>
  );
}
