import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { fit, haystack, typedWords } from "../../../core/find/matcher.ts";
import { SearchField } from "../../system/mod.ts";

/** Maximum keys shown without a search field. */
const FEW = 12;

/** The state of a search among keys. */
type Finding = ReturnType<typeof useFinding>;

/** Searches among the keys of a secret, which may have hundreds. */
export function useFinding(keys: readonly string[]) {
  const [typed, type] = useState("");
  const field = useRef<HTMLInputElement>(null);
  /** Whether there are so many keys that a search field is shown. */
  const many = keys.length > FEW;
  const texts = useMemo(() => keys.map((key) => [key, haystack(key)] as const), [keys]);
  /** The keys that match, best first; all keys in their order while nothing is typed. */
  const fitting = useMemo(() => {
    const words = typedWords(typed);
    if (!many || words.length === 0) return keys;
    return texts.flatMap(([key, text]) => {
      const score = fit(words, text);
      return score === null ? [] : [{ key, score }];
    }).sort((a, b) => b.score - a.score).map(({ key }) => key);
  }, [texts, typed]);
  return { many, typed, type, fitting, field };
}

/** The search field. Enter and the down key take the first match. */
export function FindField(
  { finding: { typed, type, field }, autoFocus = false, onEnter, onDown = onEnter }: {
    finding: Finding;
    autoFocus?: boolean;
    onEnter: () => void;
    onDown?: () => void;
  },
): JSX.Element {
  return (
    <div class="secret-find">
      <SearchField
        label="Find a key"
        value={typed}
        inputRef={field}
        autoFocus={autoFocus}
        onInput={type}
        onRows={(key) => void (key === "Enter" ? onEnter() : onDown())}
      />
    </div>
  );
}

/** Moves the focus to the search field, so that a letter typed elsewhere goes into it. */
export function typesToFind({ field }: Finding, event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey) field.current?.focus();
}
