import { type EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** Marks the place of what the server did not take; null: nothing is wrong. */
export const markFault = StateEffect.define<number | null>();

const MARK = Decoration.mark({ class: "cm-fault" });

/** The mark at the word where the server found fault, until that word is changed. */
export const faultMark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, docChanged, effects, state }) {
    for (const effect of effects) {
      if (effect.is(markFault)) return effect.value === null ? Decoration.none : markAt(state, effect.value);
    }
    if (!docChanged) return marks;
    return marks.update({ filter: (from, to) => !changes.touchesRange(from, to) }).map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function markAt(state: EditorState, at: number): DecorationSet {
  const { length } = state.doc;
  if (length === 0) return Decoration.none;
  // At the end of a text the server misses something: its last character is marked.
  const offset = Math.min(at, length - 1);
  const word = state.wordAt(offset);
  const { from, to } = word && word.to > offset ? word : { from: offset, to: offset + 1 };
  return Decoration.set(MARK.range(from, to));
}
