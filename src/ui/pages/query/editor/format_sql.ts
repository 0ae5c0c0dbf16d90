import type { Engine } from "../../../../core/sql/engines/mod.ts";
import { type Dialect, dialectOf } from "../../../../core/sql/text/dialect.ts";
import { insightsToken } from "../../../../core/sql/text/insights.ts";
import { type Token, tokens } from "../../../../core/sql/text/tokens.ts";

/** Returns the text with line breaks and indentation; an error where it cannot be parsed, so that nothing is lost. */
export async function formatSql(text: string, engine: Engine): Promise<string | Error> {
  if (engine === "logs") return withPipesApart(text);
  // The formatter does not know DELIMITER and would break the text.
  if (/^\s*delimiter\b/im.test(text)) return new Error("A text with DELIMITER is not formatted.");
  const { formatDialect, mariadb, postgresql, redshift, trino } = await import("sql-formatter");
  const dialect = { postgres: postgresql, mysql: mariadb, redshift, athena: trino }[engine];
  try {
    const formatted = formatDialect(text, {
      dialect,
      keywordCase: "preserve",
      tabWidth: 2,
      paramTypes: { named: [":"] },
    });
    const read = dialectOf(engine);
    // The formatter has its own rules of what is space, a name and a comment.
    return bare(formatted, read) === bare(text, read)
      ? formatted
      : new Error("Formatting would change more than space.");
  } catch {
    return new Error("This text cannot be read as SQL, so it was left as it is.");
  }
}

/** Returns a text as the server reads it: its tokens, and whether space parts those to which that matters. */
function bare(text: string, dialect: Dialect): string {
  let read = "", before = "";
  let last: Token | undefined;
  for (const token of tokens(text, dialect)) {
    const { kind, start, end } = token;
    if (kind === "space") continue;
    const part = kind === "comment" ? text.slice(start, end).replace(/\s+/g, "") : text.slice(start, end);
    const matters = !isSign(kind) && last && !isSign(last.kind);
    const touches = last?.end === start && (matters || (part === "&" && /^u$/i.test(before)));
    read += touches ? part : `\n${part}`;
    [last, before] = [token, part];
  }
  return read;
}

const isSign = (kind: Token["kind"]) => kind === "symbol" || kind === "comment" || kind === "end";

/** Returns a query of Logs Insights with each command on its own line. */
function withPipesApart(text: string): string {
  let formatted = "";
  for (let at = 0; at < text.length;) {
    const { kind, start, end } = insightsToken(text, at);
    const written = text.slice(start, end);
    at = end;
    if (written === "|") formatted = `${formatted.trimEnd()}${formatted.trim() === "" ? "" : "\n"}| `;
    else if (kind !== "space") formatted += written;
    // A comment must end with its line, and an empty line separates queries.
    else if (!formatted.endsWith("| ")) {
      formatted += written.includes("\n") ? written.replace(/[^\S\n]/g, "") : " ";
    }
  }
  return formatted.trim();
}
