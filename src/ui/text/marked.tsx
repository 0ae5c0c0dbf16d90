import type { JSX } from "preact";
import { haystack, marks, typedWords } from "../../core/find/matcher.ts";
import { seen } from "./visible.tsx";

/** A text with the letters that match the typed words marked. */
export function Found({ text, typed }: { text: string; typed: string }): JSX.Element {
  const words = typedWords(typed);
  return <Marked text={text} matches={words.length === 0 ? [] : marks(words, haystack(text))} />;
}

/** A text with the characters at `matches` (UTF-16 offsets) marked. Invisible characters are written out. */
export function Marked({ text, matches }: { text: string; matches: readonly number[] }): JSX.Element {
  const marked = new Set(matches);
  const runs: { text: string; on: boolean }[] = [];
  for (let at = 0; at < text.length; at++) {
    const on = marked.has(at);
    const last = runs.at(-1);
    if (last && last.on === on) last.text += text[at];
    else runs.push({ text: text[at] ?? "", on });
  }
  return (
    <>
      {runs.map((run, index) =>
        run.on ? <mark class="matched" key={index}>{seen(run.text)}</mark> : seen(run.text)
      )}
    </>
  );
}
