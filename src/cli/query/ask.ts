import { askAssistant, type AssistantFailure, touches } from "../../core/assistant/mod.ts";
import { createCatalog } from "../../core/sql/catalog/mod.ts";
import { ENGINES } from "../../core/sql/engines/mod.ts";
import { promptTables } from "../../core/sql/prompt_tables.ts";
import { writeNature } from "../../core/sql/text/writes.ts";
import { oneLine } from "../../core/text/outside.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { tell } from "../accounts/reporting.ts";
import { onStopSignal } from "../signals.ts";
import {
  configOf,
  givenLogin,
  NotForAgentsError,
  openOnTerminal,
  type say,
  serverOf,
  statusOf,
} from "./server.ts";

/** `--ask SERVER QUESTION`: prints SQL for a question in plain language, and does not run it. */
export async function run(args: Args): Promise<number> {
  const given = givenLogin();
  const stop = new AbortController();
  const fail: typeof say = (message, status, hint = "") =>
    stop.signal.aborted
      ? tell(args, "Stopped.", undefined, EXIT.stopped)
      : tell(args, oneLine(message), oneLine(hint) || undefined, status);
  const [, question = ""] = args.operands;
  const config = configOf(fail);
  if (!config) return EXIT.usage;
  if (!config.aiEnabled) {
    return fail(
      "asking in plain language is switched off",
      EXIT.refused,
      'Set "aiEnabled": true in config.json. Names of tables and columns are sent to the assistant, never rows.',
    );
  }
  const server = serverOf(args, config, fail);
  if (typeof server === "number") return server;
  const release = onStopSignal(() => stop.abort());
  try {
    const session = await openOnTerminal(server, given, args, stop).catch((error: Error) => error);
    if (session instanceof NotForAgentsError) return fail(session.message, EXIT.refused, session.hint);
    if (session instanceof Error) return fail(session.message, EXIT.failed);
    if (!session.ok) return fail(session.message, statusOf(session), session.hint);
    const catalog = createCatalog(session.internal, server.engine);
    const tables = await describedTables(question, catalog, stop.signal).finally(() => session.close());
    if ("message" in tables) return fail(tables.message, EXIT.failed, tables.hint);
    const settings = { program: config.assistantBinPath, model: config.aiModel };
    const { name: product } = ENGINES[server.engine];
    const answer = await askAssistant(settings, { question, product, tables }, stop.signal);
    if (!answer.ok) return fail(answer.message, STATUS[answer.kind], answer.hint);
    const { sql, explanation } = answer;
    const marks = touches(writeNature(sql, server.engine));
    if (args.json) console.log(JSON.stringify({ sql, explanation, touches: marks }));
    else {
      console.log(sql);
      console.error(`${oneLine(explanation)}\n${marks} It was not run.`);
    }
    return EXIT.done;
  } finally {
    release();
  }
}

/** Returns the tables that may be relevant to a question, or why they cannot be read. */
async function describedTables(
  question: string,
  catalog: ReturnType<typeof createCatalog>,
  signal: AbortSignal,
) {
  const listed = await catalog.tables(signal);
  if (!listed.ok) return listed;
  return await promptTables(question, listed.value.entries, async (schema, name) => {
    const detail = await catalog.table(schema, name, signal);
    return detail.ok ? detail.value : null;
  });
}

const STATUS: Readonly<Record<AssistantFailure["kind"], number>> = {
  absent: EXIT.failed,
  "signed-out": EXIT.failed,
  failed: EXIT.failed,
  rubbish: EXIT.failed,
  slow: EXIT.timeout,
  stopped: EXIT.stopped,
};
