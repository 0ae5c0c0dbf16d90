import type {
  AssistantAnswer,
  AssistantFailure,
  AssistantQuestion,
  AssistantSettings,
} from "../../../assistant/mod.ts";
import type { Server } from "../../../config/config.ts";
import { ENGINES } from "../../../sql/engines/mod.ts";
import { dialectOf } from "../../../sql/text/dialect.ts";
import { errorWithoutValues, withoutValues } from "../../../sql/text/values_out.ts";
import { writeNature } from "../../../sql/text/writes.ts";
import type { RowSource } from "../../../resources/rows.ts";
import type { RefusedSql, ServerCatalog } from "../../../sql/query_window/types.ts";
import type { Store } from "../../../state/store.ts";
import { type CommandResult, type Refusal, refusal } from "../../../result.ts";
import type { FailedQuery } from "./failed_query.ts";

/** Asks the assistant's program a question. */
type AskAssistant = (
  settings: AssistantSettings,
  question: AssistantQuestion,
  signal: AbortSignal,
) => Promise<AssistantAnswer & { readonly ok: true } | AssistantFailure>;

/** The parts of the assistant that this module uses; loaded at the first question. */
export interface AssistantWords {
  readonly ask: AskAssistant;
  /** Returns the full text that would be sent. */
  readonly prompt: (question: AssistantQuestion) => string;
  readonly touches: (nature: ReturnType<typeof writeNature>) => string;
}

/** Questions in plain language to servers. */
export type Asking = ReturnType<typeof createAsking>;

/** Codes of errors that code in the database raises. Their messages may quote any value. */
const WRITTEN_BY_USER: ReadonlySet<string> = new Set(["P0001", "45000", "1644"]);

const OFF: CommandResult = refusal(
  "Asking in plain language is switched off.",
  "Switch it on in the settings.",
);

/** Makes the questions. Nothing is asked unless the configuration allows it. */
export function createAsking(
  store: Store,
  find: (server: string) => Server | undefined,
  refused: (server: string, failed: FailedQuery) => RefusedSql | null,
  catalog: (server: string) => Promise<ServerCatalog | null>,
  assistant: () => Promise<AssistantWords>,
) {
  const running = new Map<string, AbortController>();

  async function about(
    name: string,
    question: string,
    failed?: FailedQuery,
  ): Promise<
    | { readonly ok: true; readonly question: AssistantQuestion; readonly back: (sql: string) => string }
    | Refusal
  > {
    const server = find(name);
    const known = await catalog(name);
    if (!server || !known) return refusal(`There is no server "${name}".`);
    const error = failed ? refused(name, failed) : null;
    if (failed && !error) return refusal("This error is no longer kept.");
    // The failed statement tells best which tables matter.
    const tables = await known.promptTables(error ? `${error.sql} ${question}` : question);
    if ("error" in tables) return tables;
    const { name: product } = ENGINES[server.engine];
    const prompt = { question, product, tables };
    if (!error) return { ok: true, question: prompt, back: (sql) => sql };
    const { sql, back } = withoutValues(error.sql, dialectOf(server.engine));
    const names = tables.flatMap(({ schema, name, columns = [] }) => [
      schema,
      name,
      ...columns.map((column) => column.name),
    ]);
    const words = WRITTEN_BY_USER.has(error.code ?? "")
      ? `an error that the database raises itself (${error.code})`
      : errorWithoutValues(error.message, [sql, ...names]);
    return { ok: true, question: { ...prompt, failed: { sql, error: words } }, back };
  }

  return {
    async ask(name: string, question: string, failed?: FailedQuery): Promise<CommandResult> {
      const { aiEnabled, assistantBinPath: program, aiModel: model } = store.get().config.value;
      if (!aiEnabled) return OFF;
      running.get(name)?.abort();
      const stop = new AbortController();
      running.set(name, stop);
      try {
        const made = await about(name, question, failed);
        if (!made.ok) return made;
        const { ask, touches } = await assistant();
        const answer = await ask({ program, model }, made.question, stop.signal);
        if (!answer.ok) return refusal(`${answer.message}.`, answer.hint);
        const sql = made.back(answer.sql);
        const { explanation } = answer;
        return {
          ok: true,
          value: { sql, explanation, touches: touches(writeNature(sql, find(name)!.engine)) },
        };
      } finally {
        if (running.get(name) === stop) running.delete(name);
      }
    },
    cancel: (name: string) => running.get(name)?.abort(),
    /** Returns the exact text that would be sent, so that the user can read it first. */
    preview: (name: string, question: string, failed?: FailedQuery): RowSource<string> => ({
      async read() {
        if (!store.get().config.value.aiEnabled) {
          return refusal("Asking in plain language is switched off.");
        }
        const made = await about(name, question, failed);
        if (!made.ok) return made;
        const { prompt } = await assistant();
        return { ok: true, rows: [prompt(made.question)], total: 1 };
      },
      subscribe: () => () => {},
    }),
  };
}
