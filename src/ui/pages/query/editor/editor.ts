import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  completionStatus,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { MariaSQL, PostgreSQL, sql, SQLDialect } from "@codemirror/lang-sql";
import { bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap, searchPanelOpen } from "@codemirror/search";
import { Compartment, EditorState, Prec, RangeSetBuilder, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  dropCursor,
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import type { Engine } from "../../../../core/sql/engines/mod.ts";
import type { Dialect } from "../../../../core/sql/text/dialect.ts";
import { type Pick, statementAt } from "../../../../core/sql/text/pick.ts";
import { type Range, splitStatements } from "../../../../core/sql/text/split.ts";
import { hiddenInCode } from "../../../../core/text/hidden.ts";
import { keyText } from "../../../system/mod.ts";
import { type AskNames, completeNames } from "./complete.ts";
import { completeInsights, insightsLanguage } from "./insights.ts";
import { COLOURS, LOOKS } from "./looks.ts";
import type { AskJoins } from "./joins.ts";
import { faultMark, markFault } from "./fault_mark.ts";

/** The properties of an editor, and the functions it calls. */
interface EditorParts {
  readonly engine: Engine;
  readonly dialect: Dialect;
  readonly ask: AskNames;
  readonly askJoins: AskJoins;
  /** Called when the text of a tab has changed. */
  readonly changed: (tab: string, text: string) => void;
  readonly run: (pick: "statement" | "all") => void;
}

/** A tenth of the length, in UTF-16 units, above which the statement at the cursor is not marked. */
const LARGE = 50_000;

/**
 * Creates the editor of a query window: one view, with a text and an undo history for each tab. It is in a
 * shadow root of `parent`, because only there its styles need no inline style sheet.
 */
export function createEditor(parent: HTMLElement, parts: EditorParts) {
  const root = parent.attachShadow({ mode: "open" });
  const states = new Map<string, EditorState>();
  let tab = "";
  const none = EditorState.create({
    extensions: [lineNumbers(), nameOf(parts.engine), LOOKS, EditorState.readOnly.of(true)],
  });
  const extensions = extensionsOf(parts, (text) => parts.changed(tab, text));
  const view = new EditorView({ parent: root, root, state: none });

  function leave(): void {
    tab = "";
    view.setState(none);
  }

  return {
    /** Shows the text of a tab. A tab that was not shown before starts with `text`. */
    show(next: string, text: string): void {
      if (next === tab) return;
      if (tab !== "") states.set(tab, view.state);
      tab = next;
      view.setState(states.get(next) ?? EditorState.create({ doc: text, extensions }));
    },
    /** Shows nothing, and takes no text, until the text of a tab is shown. */
    blank(): void {
      if (tab === "") return;
      states.set(tab, view.state);
      leave();
    },
    has: (wanted: string) => wanted === tab || states.has(wanted),
    forget(old: string): void {
      states.delete(old);
      if (tab === old) leave();
    },
    text: () => view.state.doc.toString(),
    /** Returns what “the statement” means: the selection, else the statement at the cursor. */
    pick(): Pick {
      const { from, to } = view.state.selection.main;
      return from === to ? { at: from } : { from, to };
    },
    /** Returns the text of the marked statement. */
    current(): string {
      const { from, to } = view.state.selection.main;
      const text = view.state.doc.toString();
      if (from !== to) return text.slice(from, to);
      const range = statementAt(text, splitStatements(text, parts.dialect), from);
      return range ? text.slice(range.start, range.end) : "";
    },
    /** Replaces the whole text or a range as one step that can be undone. */
    replace(text: string, { start = 0, end = view.state.doc.length }: Partial<Range> = {}): void {
      if (view.state.readOnly) return;
      view.dispatch({
        changes: { from: start, to: end, insert: text },
        selection: { anchor: start + text.length },
        scrollIntoView: true,
        // A separate undo step, so that Undo does not also revert what was typed before.
        annotations: isolateHistory.of("full"),
      });
    },
    /** Inserts a text at the cursor. */
    insert(text: string): void {
      if (view.state.readOnly) return;
      view.dispatch(view.state.replaceSelection(text));
      view.focus();
    },
    /** Moves the cursor to an offset and scrolls to it. */
    go(at: number): void {
      const offset = Math.min(at, view.state.doc.length);
      view.dispatch({ selection: { anchor: offset }, scrollIntoView: true });
      view.focus();
    },
    /** Marks the offset of a fault until the text there changes; null removes the mark. */
    markFault: (at: number | null) => view.dispatch({ effects: markFault.of(at) }),
    focus: () => view.focus(),
    /** Closes the list of names and cancels one that is loading. */
    offerNothing: () => void closeCompletion(view),
    /** Whether the editor has the focus and shows a list of names or the search, so that Esc closes that. */
    takesEscape: () =>
      root.activeElement !== null && (completionStatus(view.state) !== null || searchPanelOpen(view.state)),
    close: () => view.destroy(),
  };
}

function extensionsOf(parts: EditorParts, changed: (text: string) => void) {
  const language = languageOf(parts.engine);
  const logs = parts.engine === "logs";
  return [
    Prec.highest(keymap.of([
      { key: "Mod-Enter", run: () => (parts.run("statement"), true) },
      { key: "Shift-Mod-Enter", run: () => (parts.run("all"), true) },
    ])),
    lineNumbers(),
    highlightSpecialChars({ addSpecialChars: hiddenInCode() }),
    history(),
    drawSelection(),
    dropCursor(),
    indentUnit.of("  "),
    EditorState.allowMultipleSelections.of(true),
    bracketMatching(),
    closeBrackets(),
    highlightSelectionMatches(),
    search({ top: true }),
    new Compartment().of(logs ? insightsLanguage : sql({ dialect: language })),
    syntaxHighlighting(COLOURS),
    autocompletion({
      override: [logs ? completeInsights(parts.ask) : completeNames(parts, language)],
      icons: false,
      interactionDelay: 0,
    }),
    marked(parts.dialect),
    faultMark,
    placeholder(
      logs
        ? `Write a query, such as fields @timestamp, @message | filter @message like /error/. ${
          keyText("Mod+Enter")
        } runs it.`
        : `Write SQL. ${keyText("Mod+Enter")} runs the statement at the cursor.`,
    ),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      // Tab indents; Esc and then Tab leaves the editor, for users without a mouse.
      indentWithTab,
      ...defaultKeymap,
    ]),
    nameOf(parts.engine),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) changed(update.state.doc.toString());
    }),
    LOOKS,
  ];
}

/** What assistive technology calls the text. */
const nameOf = (engine: Engine) =>
  EditorView.contentAttributes.of({ "aria-label": engine === "logs" ? "Query" : "SQL", "data-focus": "" });

/** In MySQL a backslash in a string escapes the next character. */
function languageOf(engine: Engine): SQLDialect {
  if (engine !== "mysql") return PostgreSQL;
  return SQLDialect.define({ ...MariaSQL.spec, backslashEscapes: true });
}

/** Marks the lines of the statement at the cursor, which Ctrl+Enter runs. */
function marked(dialect: Dialect) {
  const line = Decoration.line({ class: "cm-statement" });
  let known: { text: string; ranges: Range[] } = { text: "", ranges: [] };
  const decorations = (state: EditorState): DecorationSet => {
    const text = state.doc.toString();
    if (text !== known.text) {
      known = { text, ranges: text.length > 10 * LARGE ? [] : splitStatements(text, dialect) };
    }
    const range = statementAt(text, known.ranges, state.selection.main.head);
    const builder = new RangeSetBuilder<Decoration>();
    if (range) {
      const last = state.doc.lineAt(range.end).number;
      for (let number = state.doc.lineAt(range.start).number; number <= last; number++) {
        const { from } = state.doc.line(number);
        builder.add(from, from, line);
      }
    }
    return builder.finish();
  };
  return StateField.define<DecorationSet>({
    create: decorations,
    update: (value, transaction) =>
      transaction.docChanged || transaction.selection ? decorations(transaction.state) : value,
    provide: (field) => EditorView.decorations.from(field),
  });
}
