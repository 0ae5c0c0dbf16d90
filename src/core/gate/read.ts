import type { Server } from "../config/config.ts";
import type { Column, RowSink } from "../sql/driver/mod.ts";
import { isRefusal, type StatementFailure, wouldWrite } from "../sql/session/mod.ts";
import { dialectOf } from "../sql/text/dialect.ts";
import { splitStatements } from "../sql/text/split.ts";
import { readingFault } from "../sql/text/reading.ts";
import { textOf, valueOf } from "../sql/values.ts";
import { afterCharacters, positions } from "../text/position.ts";
import type { AgentSession } from "./agent_session.ts";
import { refused, type ToolRefusal } from "./answer.ts";
import { HIDDEN } from "./hidden/refusal.ts";
import { agentText } from "./agent_text.ts";
import { plainTextFault } from "./plain_text.ts";

/**
 * Maximum characters of a cell; longer cells are cut, with a note. The cells of a row with more characters than
 * an answer holds are cut to equal parts of it.
 */
const MAX_CELL_LENGTH = 4000, MAX_ROW_SIZE = 60_000;

/** A cell in the form for agents: hidden characters are spelled out. */
type AgentCell = string | number | boolean | null;

/** The rows of a read. */
export interface RowsOfRead {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly AgentCell[])[];
  /** Whether the server had more rows. */
  readonly cut: boolean;
  readonly characters: number;
  readonly ms: number;
}

/** Returns why a text is refused before anybody is asked; null when it appears to only read. */
export function readFault(sql: string, engine: Server["engine"]): ToolRefusal | null {
  const control = plainTextFault(sql);
  if (control) return control;
  const ranges = splitStatements(sql, dialectOf(engine));
  if (ranges.length === 0) return refused("There is no statement.");
  if (ranges.length > 1) {
    return refused(`These are ${ranges.length} statements.`, "Read with one statement at a time.");
  }
  const error = readingFault(sql.slice(ranges[0]!.start, ranges[0]!.end), engine);
  return error === null ? null : refused(error, "Nothing was run. What writes goes through propose_write.");
}

/** Runs one statement that only reads, and returns its rows as far as they fit. */
export async function readRows(
  session: AgentSession,
  sql: string,
  signal: AbortSignal,
): Promise<RowsOfRead | ToolRefusal> {
  const began = performance.now();
  const taken = takeRows();
  const end = await session.run({ sql, write: false }, taken.sink, signal);
  if (!end.ok) return explained(end, sql, signal);
  return {
    columns: taken.columns(),
    rows: taken.rows,
    cut: end.outcome.cut,
    characters: taken.characters(),
    ms: Math.round(performance.now() - began),
  };
}

function takeRows() {
  let columns: readonly Column[] = [];
  const rows: AgentCell[][] = [];
  let characters = 0;
  const sink: RowSink = {
    columns(next) {
      // Only the last of several results counts.
      columns = next;
      rows.length = characters = 0;
    },
    row(bytes, bounds) {
      const cells = (longest: number) =>
        columns.map((column, i) => {
          const start = bounds[2 * i]!, end = bounds[2 * i + 1]!;
          if (end - start > 4 * MAX_CELL_LENGTH) {
            return cellText(`${textOf(column, bytes, start, start + 4 * longest)}`, longest, end - start);
          }
          const value = valueOf(column, bytes, start, end);
          return typeof value === "string" ? cellText(value, longest) : value;
        });
      const whole = cells(MAX_CELL_LENGTH);
      const row = charactersOf(whole) <= MAX_ROW_SIZE
        ? whole
        : cells(Math.floor(MAX_ROW_SIZE / columns.length));
      characters += charactersOf(row);
      rows.push(row);
      return true;
    },
  };
  return { sink, rows, columns: () => columns, characters: () => characters };
}

const charactersOf = (row: readonly AgentCell[]) =>
  row.reduce<number>((sum, cell) => sum + (typeof cell === "string" ? cell.length + 3 : 8), 0);

/** Returns a text in the form for agents: cut when it is long, with hidden characters spelled out. */
function cellText(text: string, longest: number, bytes?: number): string {
  const short = text.length > longest ? text.slice(0, longest) : text;
  const seen = agentText(short);
  if (short === text && bytes === undefined) return seen;
  return `${seen}… (cut: ${bytes === undefined ? `${text.length} characters` : `${bytes} bytes`})`;
}

/** Returns a failure with its position and the next step, as a query window shows it. */
export function explained(end: StatementFailure, sql: string, signal: AbortSignal): ToolRefusal {
  if (signal.aborted) return { status: "stopped", error: "It was stopped." };
  if (!isRefusal(end)) return { status: "failed", error: end.message, hint: end.hint };
  const { code, position, detail = "", hint, message, kind } = end;
  const at = position === undefined
    ? undefined
    : positions(sql)(afterCharacters(sql, 0, sql.length, position - 1));
  const writes = (kind === "refused" && code !== HIDDEN) || wouldWrite(end);
  const words = writes
    ? "Nothing was changed. What writes goes through propose_write."
    : [detail, hint].filter((part) => part !== "").join(" ");
  return {
    status: writes || code === HIDDEN ? "refused" : "failed",
    error: message,
    ...(words !== "" && { hint: words }),
    ...(code !== undefined && { code }),
    ...(at && { line: at.line, column: at.column }),
  };
}
