import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The colours of the syntax. */
export const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--syntax-keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--syntax-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--syntax-number)" },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: "var(--syntax-comment)" },
  { tag: [tags.typeName, tags.standard(tags.name)], color: "var(--syntax-type)" },
  { tag: [tags.special(tags.name)], color: "var(--syntax-name)" },
]);

/** The theme of the editor. */
export const LOOKS = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--bg-code)", fontSize: "var(--size)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "20px" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--text)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--text)", borderLeftWidth: "2px" },
  ".cm-gutters": {
    backgroundColor: "var(--bg-code)",
    color: "var(--text-quiet)",
    border: "0",
    fontVariantNumeric: "tabular-nums",
  },
  ".cm-statement": { boxShadow: "inset 2px 0 var(--accent)", backgroundColor: "var(--bg-side)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--bg-selected)",
  },
  ".cm-selectionMatch": { backgroundColor: "var(--bg-press)" },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--bg-press)",
    outline: "1px solid var(--line-control)",
  },
  ".cm-searchMatch": { backgroundColor: "var(--mark)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--mark-now)", color: "var(--on-mark)" },
  // Separate properties, because not every engine supports the shorthand.
  ".cm-fault": {
    textDecorationLine: "underline",
    textDecorationStyle: "wavy",
    textDecorationColor: "var(--danger)",
    textUnderlineOffset: "3px",
  },
  ".cm-placeholder": { color: "var(--text-quiet)" },
  ".cm-panels": { backgroundColor: "var(--bg-side)", color: "var(--text)", borderColor: "var(--line)" },
  ".cm-panel.cm-search": { padding: "6px 8px", fontFamily: "var(--font)", fontSize: "var(--size-small)" },
  ".cm-textfield": {
    height: "24px",
    border: "1px solid var(--line-control)",
    borderRadius: "var(--radius-small)",
    backgroundColor: "var(--bg-control)",
    color: "var(--text)",
    fontSize: "var(--size-small)",
  },
  ".cm-button": {
    height: "24px",
    border: "1px solid var(--line-control)",
    borderRadius: "var(--radius-small)",
    backgroundColor: "var(--bg-control)",
    backgroundImage: "none",
    color: "var(--text)",
    fontSize: "var(--size-small)",
  },
  ".cm-panel.cm-search [name=close]": { color: "var(--text)", fontSize: "16px" },
  ".cm-textfield:focus-visible, .cm-button:focus-visible": { outline: "2px solid var(--focus)" },
  ".cm-tooltip": {
    border: "1px solid var(--line)",
    borderRadius: "var(--radius)",
    backgroundColor: "var(--bg)",
    color: "var(--text)",
    boxShadow: "var(--shadow)",
    overflow: "hidden",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "var(--size-small)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "2px 8px", lineHeight: "18px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--bg-selected)",
    color: "var(--text)",
  },
  ".cm-completionDetail": { color: "var(--text-quiet)", fontStyle: "normal", marginLeft: "12px" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
});
