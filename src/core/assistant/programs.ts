import { ANSWER_SCHEMA, systemPrompt } from "./prompt.ts";
import { ownProperty } from "../own_property.ts";

/** How a program is asked: what goes to its standard input comes from the prompt. */
interface Invocation {
  readonly args: readonly string[];
  readonly input: string;
  /** Files that it reads, by their names in the empty folder in which it runs. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Variables of the user's that it finds its sign-in in: those of other programs are none of its business. */
  readonly keeps: RegExp;
}

type Kind = (
  parts: { readonly model: string; readonly product: string; readonly prompt: string },
) => Invocation;

/** Asks without tools, project files, plug-ins or anything kept. */
const claude: Kind = ({ model, product, prompt }) => ({
  args: [
    "-p",
    "--model",
    model,
    "--output-format",
    "json",
    "--json-schema",
    ANSWER_SCHEMA,
    "--system-prompt",
    systemPrompt(product),
    "--tools",
    "",
    "--strict-mcp-config",
    "--setting-sources",
    "",
    "--safe-mode",
    "--disable-slash-commands",
    "--no-session-persistence",
    "--max-turns",
    "3",
    "--max-budget-usd",
    "0.5",
  ],
  input: prompt,
  env: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" },
  keeps: /^(CLAUDE|ANTHROPIC)_\w+$/i,
});

const codex: Kind = ({ model, product, prompt }) => ({
  args: ["exec", "-m", model, "--sandbox", "read-only", "--ephemeral", "--output-schema", "answer.json", "-"],
  input: `${systemPrompt(product)}\n\n${prompt}`,
  files: { "answer.json": ANSWER_SCHEMA },
  keeps: /^(OPENAI|CODEX)_\w+$/i,
});

const gemini: Kind = ({ model, product, prompt }) => ({
  args: ["-m", model, "--output-format", "json"],
  input: `${systemPrompt(product)}\n\n${prompt}`,
  keeps: /^(GEMINI_\w+|GOOGLE_API_KEY)$/i,
});

const llm: Kind = ({ model, product, prompt }) => ({
  args: ["-m", model, "-s", systemPrompt(product), "--schema", ANSWER_SCHEMA, "-n"],
  input: prompt,
  // Its plug-ins ask any of them.
  keeps: /^((LLM|OPENAI|ANTHROPIC|GEMINI)_\w+|GOOGLE_API_KEY)$/i,
});

/** Programs that are known by their file's name; any other is asked as `claude` is. */
const KINDS: Readonly<Record<string, Kind>> = { claude, codex, gemini, llm };

/** How the program at a path is asked. */
export function invocationOf(
  path: string,
  parts: { readonly model: string; readonly product: string; readonly prompt: string },
): Invocation {
  const name = (path.split(/[\\/]/).at(-1) ?? "").replace(/\.(exe|cmd|bat)$/i, "").toLowerCase();
  return (ownProperty(KINDS, name) ?? claude)(parts);
}
