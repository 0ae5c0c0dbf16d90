import {
  isRefusal,
  refusedAnyhow,
  runScript,
  type ScriptEnd,
  wouldWrite,
} from "../../core/sql/session/mod.ts";
import { readBounded } from "../../core/bytes.ts";
import { afterCharacters, positions } from "../../core/text/position.ts";
import { readFault } from "../../core/gate/read.ts";
import type { Args } from "../args.ts";
import { EXIT, OutputError } from "../exit.ts";
import { printBytes } from "../print.ts";
import { onStopSignal } from "../signals.ts";
import { fileOutput, type Output } from "../../core/sql/export/file.ts";
import { untilFault } from "../../core/sql/export/until_fault.ts";
import { formatOf, limitOf, writerOf } from "./format.ts";
import { keptWriter, ReaderGoneError, standardOutput } from "./output.ts";
import {
  configOf,
  givenLogin,
  NotForAgentsError,
  openOnTerminal,
  say,
  sayFailed,
  serverOf,
} from "./server.ts";
import { systemReason } from "../../core/files/reason.ts";

/** Maximum bytes of SQL read from standard input. */
const MAX_LENGTH = 64 * 1024 * 1024;

/** `--query SERVER [SQL]`: runs SQL on a server of the configuration and prints the results. */
export async function run(args: Args): Promise<number> {
  const given = givenLogin();
  const format = formatOf(args);
  const limit = limitOf(args, format);
  if (format === null || limit === null) return misused(args);
  const config = configOf();
  if (!config) return misused(args);
  const server = serverOf(args, config);
  if (typeof server === "number") return misused(args, server);
  const sql = args.operands[1] ?? await standardInput();
  if (sql === null) return misused(args);
  let output: Output;
  try {
    output = args.output === undefined ? standardOutput() : await fileOutput(args.output);
  } catch (error) {
    say(`${args.output} cannot be written: ${systemReason(error)}`, EXIT.usage);
    return misused(args);
  }
  const stop = new AbortController();
  const release = onStopSignal(() => stop.abort());
  const printer = writerOf(format, args, also(output, args));
  const kept = args.write ? keptWriter(printer) : null;
  const writer = kept ?? untilFault(printer);
  let undone = false;
  try {
    const script = {
      sql,
      engine: server.engine,
      write: args.write ?? false,
      ...(limit === undefined ? {} : { limit }),
    };
    const fault = args.agent ? readFault(sql, server.engine) : null;
    if (fault) {
      await closed(writer);
      await output.drop();
      return say(fault.error, EXIT.refused, fault.hint);
    }
    // This is checked first, so that the user is not asked for a login in vain.
    const refused = refusedAnyhow(script);
    if (refused) {
      await closed(writer);
      await output.drop();
      return explained(refused, script, args, stop.signal);
    }
    const session = await openOnTerminal(server, given, args, stop).catch((error: Error) => error);
    if (session instanceof Error || !session.ok) {
      // The writer is closed even without results, so that a JSON document is complete.
      await closed(writer);
      await output.drop();
      if (!(session instanceof Error)) return sayFailed(session, stop.signal);
      if (stop.signal.aborted) return EXIT.stopped;
      return session instanceof NotForAgentsError
        ? say(session.message, EXIT.refused, session.hint)
        : say(session.message, EXIT.failed);
    }
    try {
      const end = await runScript(session, script, writer, stop.signal);
      // Even after a failure, the document on standard output is completed. An output file is removed then.
      await closed(writer);
      const loss = printer.loss?.() ?? null;
      if (loss !== null) console.error(`kedge: ${loss}`);
      await (end.end.ok ? output.done() : output.drop());
      return end.end.ok ? EXIT.done : explained(end, script, args, stop.signal);
    } finally {
      undone = session.inTransaction;
      await session.close();
    }
  } catch (error) {
    await output.drop();
    if (error instanceof ReaderGoneError) return EXIT.done;
    if (kept === null && error instanceof OutputError) throw error;
    const why = error instanceof OutputError
      ? `${error.message}: ${systemReason(error.cause)}`
      : systemReason(error);
    return say(why, EXIT.failed, kept === null ? "" : tookEffect(kept.ended, undone));
  } finally {
    release();
  }
}

/** Returns where results are written. With `--json` and a file, the document also goes to standard output. */
function also(output: Output, { json, output: file }: Args): Output["write"] {
  if (!json || file === undefined) return output.write;
  return async (bytes) => {
    await output.write(bytes);
    await printBytes(bytes);
  };
}

/** Closes the writer and ignores that the reader of the results has gone, so that messages are still printed. */
async function closed(writer: { close(): Promise<void> }): Promise<void> {
  await writer.close().catch((error) => {
    if (!(error instanceof ReaderGoneError)) throw error;
  });
}

/** Returns what has happened on the server when the results of a script that writes cannot be written. */
function tookEffect(ended: number, undone: boolean): string {
  if (ended === 0) return "No statement took effect.";
  const statements = ended === 1 ? "1 statement" : `${ended} statements`;
  return undone
    ? `${statements} ran, and nothing after that; the transaction that was open then was rolled back.`
    : `${statements} took effect, and nothing after that was run.`;
}

/** Prints an empty document with `--json`, because the caller expects one, and returns the exit status. */
function misused({ json }: Args, status: number = EXIT.usage): number {
  if (json) console.log("[]");
  return status;
}

async function standardInput(): Promise<string | null> {
  let bytes: Uint8Array | null;
  try {
    bytes = await readBounded(Deno.stdin.readable, MAX_LENGTH);
  } catch (error) {
    say(`standard input cannot be read: ${systemReason(error)}`, EXIT.usage);
    return null;
  }
  if (bytes === null) {
    say(`more than ${MAX_LENGTH / 1024 / 1024} MB of SQL on standard input`, EXIT.usage);
    return null;
  }
  try {
    // A replaced invalid byte would be written to the database unnoticed.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    say("the SQL on standard input is not UTF-8", EXIT.usage, "Save it as UTF-8.");
    return null;
  }
}

/** Reports the failure, its position in the SQL and the next step. Returns the exit status. */
function explained(
  { end, at }: ScriptEnd,
  { sql, write }: { readonly sql: string; readonly write: boolean },
  { agent }: Pick<Args, "agent">,
  signal: AbortSignal,
): number {
  if (end.ok) return EXIT.done;
  if (signal.aborted) return EXIT.stopped;
  if (!isRefusal(end)) return sayFailed(end, signal);
  const positionOf = positions(sql);
  const offset = at && end.position !== undefined
    ? afterCharacters(sql, at.start, at.end, end.position - 1)
    : at?.start;
  const where = offset === undefined
    ? ""
    : `line ${positionOf(offset).line}, column ${positionOf(offset).column}: `;
  if (!write && wouldWrite(end)) {
    const how = agent === undefined
      ? "With --write it may write."
      : "What writes goes through propose_write.";
    return say(`${where}${end.message}`, EXIT.refused, `Nothing was changed. ${how}`);
  }
  const { detail = "", hint: advice } = end;
  if (end.kind === "query") {
    return say(`${where}${end.message}`, EXIT.failed, [detail, advice].filter(Boolean).join(" "));
  }
  const hint = at
    ? `Nothing was run. ${end.hint || "With --write it may write."}`
    : "Give SQL as an argument or on standard input.";
  return say(`${where}${end.message}`, at ? EXIT.refused : EXIT.usage, hint);
}
