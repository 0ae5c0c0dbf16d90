import { ANSWER_SCHEMA, systemPrompt } from "./prompt.ts";
import { ownProperty } from "../own_property.ts";

/** How a program is asked: what goes to its standard input comes from the prompt. */
interface Invocation {
  readonly args: readonly string[];
  readonly input: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Variables in which the program finds its own sign-in; it does not get those of other programs. */
  readonly keeps: RegExp;
}

type Kind = (
  parts: { readonly model: string; readonly product: string; readonly prompt: string },
) => Invocation;

/** Asks without tools, project files, plug-ins or sessions of before. */
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

const llm: Kind = ({ model, product, prompt }) => ({
  args: ["-m", model, "-s", systemPrompt(product), "--schema", ANSWER_SCHEMA, "-n"],
  input: prompt,
  // It has no tools unless they are named. Its plug-ins ask any of these.
  keeps: /^((LLM|OPENAI|ANTHROPIC|GEMINI)_\w+|GOOGLE_API_KEY)$/i,
});

/** Programs that are known by their file's name; any other is asked as `claude` is, and fails when it knows no such options. */
const KINDS: Readonly<Record<string, Kind>> = { claude, llm };

/**
 * Programs whose tools no option can take away: a question holds the names of a server's tables, which any user of
 * the server may choose, and a tool would let such a name act.
 */
const REFUSED: ReadonlySet<string> = new Set([
  "codex",
  "gemini",
  "opencode",
  "aider",
  "goose",
  "copilot",
  "qwen",
]);

/** How the program at a path is asked; null for one that is not asked, because it would have tools. */
export function invocationOf(
  path: string,
  parts: { readonly model: string; readonly product: string; readonly prompt: string },
): Invocation | null {
  const name = (path.split(/[\\/]/).at(-1) ?? "").replace(/\.(exe|cmd|bat)$/i, "").toLowerCase();
  if (REFUSED.has(name.replace(/[-_.]?cli$/, ""))) return null;
  return (ownProperty(KINDS, name) ?? claude)(parts);
}
