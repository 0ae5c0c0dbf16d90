import type { Engine } from "../engines/mod.ts";
import type { ResultWriter } from "../export/writer.ts";
import { type Dialect, dialectOf, dialectsOf } from "../text/dialect.ts";
import { readingFault, readingHint } from "../text/reading.ts";
import { type Range, splitStatements } from "../text/split.ts";
import type { RowSink } from "../driver/mod.ts";
import type { StatementEnd } from "./end.ts";
import type { Session } from "./session.ts";

/** Statements that run one after another. */
interface Script {
  readonly sql: string;
  readonly engine: Engine;
  readonly write: boolean;
  /** Maximum rows of each result; undefined: all. */
  readonly limit?: number;
}

/** The outcome of a script. */
export interface ScriptEnd {
  /** How the last attempted statement ended. */
  readonly end: StatementEnd;
  /** Where that statement is in the text; undefined when there is none. */
  readonly at?: Range;
}

/**
 * Runs the statements of a text one after another up to the first that fails. Unless they may write, runs
 * none of them when one does more than read.
 */
export async function runScript(
  session: Pick<Session, "run" | "backslashEscapes">,
  { sql, engine, write, limit }: Script,
  writer: ResultWriter,
  signal: AbortSignal,
): Promise<ScriptEnd> {
  const dialect = { ...dialectOf(engine), backslash: session.backslashEscapes };
  const refused = refusal({ sql, engine, write }, dialect);
  if (refused) return refused;
  let last = NOTHING;
  for (const at of splitStatements(sql, dialect)) {
    const began = performance.now();
    const rows = limited(writer, limit);
    const end = await session.run({ sql: sql.slice(at.start, at.end), write }, rows.sink, signal);
    last = { end, at };
    if (!end.ok) break;
    const { affected } = end.outcome;
    await writer.end({
      ...(affected === undefined ? {} : { affected }),
      cut: rows.cut() || end.outcome.cut,
      ms: Math.round(performance.now() - began),
    });
  }
  return last;
}

const NOTHING: ScriptEnd = {
  end: { ok: false, kind: "refused", message: "There is no statement", hint: "" },
};

/**
 * Returns why nothing of a text is run under any of the ways in which its server may read it; null when that
 * depends on the server's settings or the text is run.
 */
export function refusedAnyhow(script: Script): ScriptEnd | null {
  const ways = dialectsOf(script.engine);
  return ways.every((dialect) => refusal(script, dialect)) ? refusal(script, dialectOf(script.engine)) : null;
}

function refusal({ sql, engine, write }: Script, dialect: Dialect): ScriptEnd | null {
  const ranges = splitStatements(sql, dialect);
  if (ranges.length === 0) return NOTHING;
  for (const at of write ? [] : ranges) {
    const statement = sql.slice(at.start, at.end);
    const message = readingFault(statement, engine);
    if (message === null) continue;
    return { end: { ok: false, kind: "refused", message, hint: readingHint(statement, engine) }, at };
  }
  return null;
}

/** Returns a sink that passes on a maximum number of rows of each result. A further row shows that there are more. */
function limited(writer: RowSink, limit = Infinity): { readonly sink: RowSink; cut(): boolean } {
  let left = limit;
  let cut = false;
  return {
    cut: () => cut,
    sink: {
      columns(columns) {
        left = limit;
        writer.columns(columns);
      },
      row(bytes, bounds) {
        if (left-- > 0) return writer.row(bytes, bounds);
        cut = true;
        return false;
      },
    },
  };
}
