import type {
  AssistantAnswer,
  AssistantFailure,
  AssistantQuestion,
  AssistantSettings,
} from "../../../assistant/mod.ts";
import { ENGINES } from "../../../sql/engines/mod.ts";
import { writeNature } from "../../../sql/text/writes.ts";
import type { RowSource } from "../../../resources/rows.ts";
import type { ServerCatalog } from "../../../sql/desk/types.ts";
import type { Store } from "../../../state/store.ts";
import type { CommandResult } from "../../result.ts";

/** Asks the assistant's program. */
type AskAssistant = (
  settings: AssistantSettings,
  question: AssistantQuestion,
  signal: AbortSignal,
) => Promise<AssistantAnswer & { readonly ok: true } | AssistantFailure>;

/** The words of the assistant that are needed here; they are loaded with the first question. */
export interface AssistantWords {
  readonly ask: AskAssistant;
  /** Everything that would be sent. */
  readonly prompt: (question: AssistantQuestion) => string;
  readonly touches: (nature: ReturnType<typeof writeNature>) => string;
}

/** Questions in plain language about servers. */
export interface Asking {
  ask(server: string, question: string, failed?: AssistantQuestion["failed"]): Promise<CommandResult>;
  cancel(server: string): void;
  /** What would be sent, to be read before. */
  preview(server: string, question: string): RowSource<string>;
}

const OFF: CommandResult = {
  ok: false,
  error: "Asking in plain language is switched off.",
  hint: "Switch it on in the settings.",
};

/** Makes the questions; nothing is asked unless the configuration says so. */
export function createAsking(
  store: Store,
  catalog: (server: string) => Promise<ServerCatalog | null>,
  assistant: () => Promise<AssistantWords>,
): Asking {
  const running = new Map<string, AbortController>();

  async function about(
    name: string,
    question: string,
    failed?: AssistantQuestion["failed"],
  ): Promise<
    { readonly ok: true; readonly question: AssistantQuestion } | Extract<CommandResult, { ok: false }>
  > {
    const server = store.get().config.value.servers.find((one) => one.name === name);
    const known = await catalog(name);
    if (!server || !known) return { ok: false, error: `There is no server "${name}".` };
    const tables = await known.told(question);
    if ("error" in tables) return tables;
    const { name: product } = ENGINES[server.engine];
    return { ok: true, question: { question, product, tables, ...(failed ? { failed } : {}) } };
  }

  return {
    async ask(name, question, failed) {
      const { aiEnabled, assistantBinPath: program, aiModel: model, servers } = store.get().config.value;
      if (!aiEnabled) return OFF;
      running.get(name)?.abort();
      const stop = new AbortController();
      running.set(name, stop);
      try {
        const made = await about(name, question, failed);
        if (!made.ok) return made;
        const { ask, touches } = await assistant();
        const answer = await ask({ program, model }, made.question, stop.signal);
        if (!answer.ok) return { ok: false, error: `${answer.message}.`, hint: answer.hint };
        const { engine } = servers.find((one) => one.name === name)!;
        const { sql, explanation } = answer;
        return { ok: true, value: { sql, explanation, touches: touches(writeNature(sql, engine)) } };
      } finally {
        if (running.get(name) === stop) running.delete(name);
      }
    },
    cancel: (name) => running.get(name)?.abort(),
    preview: (name, question) => ({
      async read() {
        if (!store.get().config.value.aiEnabled) {
          return { ok: false, error: "Asking in plain language is switched off." };
        }
        const made = await about(name, question);
        if (!made.ok) return made;
        const { prompt } = await assistant();
        return { ok: true, rows: [prompt(made.question)], total: 1 };
      },
      subscribe: () => () => {},
    }),
  };
}
