import { askAssistant, type AssistantFailure, touches } from "../../core/assistant/mod.ts";
import { readConfigFile } from "../../core/config_file/mod.ts";
import { kedgePaths } from "../../core/paths.ts";
import { createCatalog } from "../../core/sql/catalog/mod.ts";
import { ENGINES } from "../../core/sql/engines/mod.ts";
import { toldTables } from "../../core/sql/told.ts";
import { writeNature } from "../../core/sql/text/writes.ts";
import { oneLine } from "../../core/text/outside.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { tell } from "../accounts/reporting.ts";
import { onStopSignal } from "../signals.ts";
import { givenLogin, openOnTerminal, type say, serverOf, statusOf } from "./server.ts";

/** `--ask SERVER QUESTION`: SQL for a question in plain language, printed and not run. */
export async function run(args: Args): Promise<number> {
  const given = givenLogin();
  const stop = new AbortController();
  const fail: typeof say = (message, status, hint = "") =>
    stop.signal.aborted
      ? tell(args, "Stopped.", undefined, EXIT.stopped)
      : tell(args, oneLine(message), oneLine(hint) || undefined, status);
  const [name = "", question = ""] = args.operands;
  const { config } = readConfigFile(kedgePaths().config, { own: true });
  if (!config.aiEnabled) {
    return fail(
      "asking in plain language is switched off",
      EXIT.refused,
      'Set "aiEnabled": true in config.json. Names of tables and columns are sent to the assistant, never rows.',
    );
  }
  const server = serverOf(name, fail);
  if (!server) return EXIT.usage;
  const release = onStopSignal(() => stop.abort());
  try {
    const session = await openOnTerminal(server, given, args.json, stop).catch((error: Error) => error);
    if (session instanceof Error) return fail(session.message, EXIT.failed);
    if (!session.ok) return fail(session.message, statusOf(session), session.hint);
    const catalog = createCatalog(session, server.engine);
    const listed = await catalog.tables(stop.signal);
    if (!listed.ok) {
      await session.close();
      return fail(listed.message, EXIT.failed, listed.hint);
    }
    const tables = await toldTables(question, listed.value.entries, async (schema, name) => {
      const detail = await catalog.table(schema, name, stop.signal);
      return detail.ok ? detail.value : null;
    });
    await session.close();
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

const STATUS: Readonly<Record<AssistantFailure["kind"], number>> = {
  absent: EXIT.failed,
  "signed-out": EXIT.failed,
  failed: EXIT.failed,
  rubbish: EXIT.failed,
  slow: EXIT.timeout,
  stopped: EXIT.stopped,
};
