import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { fit, haystack, typedWords } from "../../../core/find/matcher.ts";
import type { InputField } from "../../../core/state/state.ts";
import { movedIndex } from "../lists/keys.ts";
import { optionId, Options } from "../lists/list.tsx";
import { controlAttributes, type ControlProps } from "./props.ts";

type Suggestion = InputField["options"][number];

/**
 * A text field that suggests values while the user types, by their letters or by the beginning of their label.
 * Arrow keys select a suggestion, Enter takes it and Esc closes the list; any other text is accepted too.
 */
export function SuggestInput(
  { suggestions, ...props }: ControlProps & { readonly suggestions: readonly Suggestion[] },
): JSX.Element {
  const { field, id, value, onInput, onLeave } = props;
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const fitting = fittingOf(suggestions, value);
  // A text that is one of the values needs no suggestion.
  const shown = open && fitting.length > 0 && !suggestions.some((one) => one.value === value.trim());
  const list = `${id}-suggestions`;
  useLayoutEffect(() => {
    const box = document.getElementById(list);
    if (box && input.current) position(box, input.current.getBoundingClientRect());
  }, [shown, fitting.length]);
  // The field may have moved away from under the list.
  useEffect(() => {
    if (!shown) return;
    const moved = ({ target }: Event) => {
      if (!(target instanceof Element) || target.id !== list) setOpen(false);
    };
    const listening = new AbortController(), { signal } = listening;
    addEventListener("scroll", moved, { signal, capture: true });
    addEventListener("resize", moved, { signal });
    return () => listening.abort();
  }, [shown]);
  const take = (one: Suggestion) => {
    setOpen(false);
    onInput(one.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const chosen = fitting[at];
    if (!shown) {
      if (key !== "ArrowDown" || event.altKey || fitting.length === 0) return;
      setOpen(true);
      setAt(0);
    } else if (key === "Escape") setOpen(false);
    else if (key === "Enter" && chosen) take(chosen);
    else {
      // Home and End move in the text.
      const next = key === "Home" || key === "End" ? null : movedIndex(event, at, fitting.length);
      if (next === null) return;
      setAt(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <input
        {...controlAttributes(props)}
        ref={input}
        class={`input${props.code ? " code" : ""}`}
        type="text"
        value={value}
        placeholder={field.placeholder}
        autocomplete="off"
        spellcheck={false}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? list : undefined}
        aria-activedescendant={shown ? optionId(list, at) : undefined}
        onInput={(event) => {
          // With no text the list opens by an arrow key only, because Enter belongs to the form then.
          setOpen(event.currentTarget.value.trim() !== "");
          setAt(0);
          onInput(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setOpen(false);
          onLeave?.();
        }}
      />
      {shown && (
        <Options
          id={list}
          label={`Suggestions for ${field.label}`}
          items={fitting}
          active={at}
          itemKey={(one) => one.value}
          onPick={take}
          onPoint={setAt}
          // A press in the list leaves the focus in the field.
          list={{ class: "suggestions", onMouseDown: (event) => event.preventDefault() }}
          render={(one) => (
            <>
              <span class="cut">{one.value}</span>
              {one.label !== one.value && <span class="quiet small cut">{one.label}</span>}
            </>
          )}
        />
      )}
    </>
  );
}

/** Returns the suggestions that fit the typed text, the best first; all of them for no text. */
function fittingOf(suggestions: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const words = typedWords(typed), begun = typed.trim().toLowerCase();
  if (words.length === 0) return suggestions;
  return suggestions
    .flatMap((one) => {
      const score = fit(words, haystack(one.value, one.label));
      // Values that begin with the text keep their order.
      return score === null ? [] : [{ one, score: one.value.startsWith(begun) ? Infinity : score }];
    })
    .sort((a, b) => a.score === b.score ? 0 : b.score - a.score)
    .map(({ one }) => one);
}

/** Places the list below the field, or above where there is more room, and limits its height to the room there. */
function position(list: HTMLElement, field: DOMRect): void {
  const below = innerHeight - field.bottom - GAP, above = field.top - GAP;
  const isBelow = below >= Math.min(list.scrollHeight, ENOUGH) || below >= above;
  list.style.left = `${field.left}px`;
  list.style.width = `${field.width}px`;
  list.style.maxHeight = `${Math.max(0, isBelow ? below : above) - GAP}px`;
  list.style.top = isBelow ? `${field.bottom + GAP}px` : "auto";
  list.style.bottom = isBelow ? "auto" : `${innerHeight - field.top + GAP}px`;
}

/** The distance from the field and from the window's edge, and a height at which a list is well readable, in px. */
const GAP = 4, ENOUGH = 120;
