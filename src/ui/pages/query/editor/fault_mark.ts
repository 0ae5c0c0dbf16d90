import { type EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** Marks the offset at which the server found a fault; null removes the mark. */
export const markFault = StateEffect.define<number | null>();

const MARK = Decoration.mark({ class: "cm-fault" });

/** The mark of the word at which the server found a fault, until that word changes. */
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
  // A fault at the end of the text is marked at its last character.
  const offset = Math.min(at, length - 1);
  const word = state.wordAt(offset);
  const { from, to } = word && word.to > offset ? word : { from: offset, to: offset + 1 };
  return Decoration.set(MARK.range(from, to));
}
