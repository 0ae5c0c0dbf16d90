import type { ComponentChildren, JSX } from "preact";
import { type Mark, pieces, sliceTokens, type StyledToken } from "../../text/tokens.ts";

/** One row of code: gutters, an optional sign, and the text in coloured pieces. */
export function CodeRow(
  { gutters, sign, tokens, start, end, marks, kind = "", children }: {
    /** Texts to the left of the code, with their widths in characters. An empty text keeps its width. */
    gutters: readonly { readonly text: string; readonly width: number }[];
    sign?: string;
    tokens: readonly StyledToken[];
    /** The part of the line to show, in UTF-16 units. */
    start: number;
    end: number;
    marks: readonly Mark[];
    kind?: string;
    /** Shown after the text. */
    children?: ComponentChildren;
  },
): JSX.Element {
  const shown = pieces(sliceTokens(tokens, start, end), start, marks);
  return (
    <div class={`code-row ${kind}${start > 0 ? " goes-on" : ""}`}>
      {gutters.map((gutter, index) => (
        <span
          class="code-gutter"
          key={index}
          style={{ minWidth: `${gutter.width}ch`, boxSizing: "content-box" }}
        >
          {gutter.text}
        </span>
      ))}
      {sign !== undefined && <span class="code-sign">{sign}</span>}
      <span class="code-text">
        {shown.map((piece, index) => {
          if (piece.mark === "word") {
            return <span class={`${piece.kind} word`} key={index}>{piece.text}</span>;
          }
          const text = piece.kind === ""
            ? piece.text
            : <span class={piece.kind} key={index}>{piece.text}</span>;
          return piece.mark === null ? text : <mark class={piece.mark} key={index}>{text}</mark>;
        })}
        {children}
      </span>
    </div>
  );
}

/**
 * Returns how many characters of text fit beside the gutters. `width` and `character` are pixels, `gutters`
 * are widths in characters.
 */
export function columnsBeside(
  width: number,
  character: number,
  gutters: readonly number[],
  sign: boolean,
): number {
  const taken = gutters.reduce((sum, gutter, index) => sum + gutter * character + (index === 0 ? 20 : 8), 0);
  return Math.max(20, Math.floor((width - taken - (sign ? 16 : 0) - 16) / character));
}
