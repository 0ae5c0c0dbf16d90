import type { Completion, CompletionSource } from "@codemirror/autocomplete";
import { StreamLanguage } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { COMMANDS, FUNCTIONS, insightsToken, WORDS } from "../../../../core/sql/text/insights.ts";
import { sqlName } from "../../../../core/sql/text/names.ts";
import type { AskNames } from "./complete.ts";

const COMMAND_NAMES: ReadonlySet<string> = new Set(Object.keys(COMMANDS));
const FUNCTION_NAMES: ReadonlySet<string> = new Set(FUNCTIONS);
const WORD_NAMES: ReadonlySet<string> = new Set(WORDS);

/** Highlights the language of Logs Insights. */
export const insightsLanguage = StreamLanguage.define<{ command: boolean }>({
  name: "insights",
  // A command is at the beginning or after a pipe.
  startState: () => ({ command: true }),
  token(stream, state) {
    const { kind, start, end } = insightsToken(stream.string, stream.pos);
    stream.pos = end;
    if (kind === "space") return null;
    if (kind === "comment") return "comment";
    const text = stream.string.slice(start, end);
    const first = state.command;
    state.command = text === "|";
    if (kind === "word" && first && COMMAND_NAMES.has(text)) return "keyword";
    if (kind === "word" && WORD_NAMES.has(text.toLowerCase())) return "keyword";
    if (kind === "word" && text.startsWith("@")) return "special";
    if (kind === "word" && FUNCTION_NAMES.has(text) && /^\s*\(/.test(stream.string.slice(end))) return "call";
    return kind === "string" || kind === "number" ? kind : null;
  },
  tokenTable: { call: tags.typeName, special: tags.special(tags.name) },
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", "{", "'", '"', "`"] } },
});

/** Offers commands where a command begins, else fields of the log groups, functions and keywords. */
export function completeInsights(ask: AskNames): CompletionSource {
  return async (context) => {
    const before = context.state.sliceDoc(Math.max(0, context.pos - LOOKED_AT), context.pos);
    const line = context.state.sliceDoc(context.state.doc.lineAt(context.pos).from, context.pos);
    const typed = /[@\w.]*$/.exec(before)![0];
    if (isWithin(line)) return null;
    if (typed === "" && !context.explicit) return null;
    const head = before.slice(0, before.length - typed.length);
    const fits = (name: string) => name.toLowerCase().startsWith(typed.toLowerCase());
    const from = context.pos - typed.length;
    const command = /(^|\||\n[ \t]*\n)\s*$/.test(head.replace(/#[^\n]*/g, ""));
    if (command) {
      const options = Object.entries(COMMANDS).filter(([name]) => fits(name) && name !== typed)
        .map(([label, detail]): Completion => ({ label, detail, type: "keyword" }));
      return options.length === 0 ? null : { from, options, filter: false };
    }
    const fields = await ask({ schema: "", table: "", prefix: typed });
    if (context.aborted) return null;
    const options: Completion[] = [
      ...fields.map(({ name, detail }) => ({ label: sqlName(name, "logs"), displayLabel: name, detail })),
      ...FUNCTIONS.filter(fits).map((name) => ({
        label: `${name}(`,
        displayLabel: name,
        detail: "function",
      })),
      ...WORDS.filter(fits).map((label) => ({ label, detail: "" })),
    ].map((one, index) => ({ ...one, boost: -index / 1000 }));
    // A completely typed word is not offered, so that Enter begins the next line.
    const rest = options.filter(({ label }) => label !== typed);
    return rest.length === 0 ? null : { from, options: rest, filter: false };
  };
}

/** Maximum characters before the cursor that are considered. */
const LOOKED_AT = 4000;

/** Whether a line ends inside a string, a pattern or a comment. */
function isWithin(line: string): boolean {
  for (let at = 0; at < line.length;) {
    const token = insightsToken(line, at);
    if (token.open || (token.kind === "comment" && token.end === line.length)) return true;
    at = token.end;
  }
  return false;
}
