import { useEffect, useMemo, useState } from "preact/hooks";
import { highlight, type Language } from "../../text/highlight.ts";
import type { StyledToken } from "../../text/tokens.ts";

/** Maximum characters that are highlighted before the first rendering. Longer texts appear plain first. */
const AT_ONCE = 200_000;

/** Returns the tokens of a text's lines: for a short text at once, for a long one plain until it is highlighted. */
export function useHighlight(text: string, language: Language): readonly (readonly StyledToken[])[] {
  const long = text.length > AT_ONCE;
  const first = useMemo(() => highlight(text, long ? "text" : language), [text, language]);
  const [later, setLater] = useState<{ of: string; tokens: StyledToken[][] } | null>(null);
  useEffect(() => {
    if (!long) return;
    const timer = setTimeout(() => setLater({ of: text, tokens: highlight(text, language) }));
    return () => clearTimeout(timer);
  }, [text, language]);
  return later?.of === text ? later.tokens : first;
}
