import { ANSWER_SCHEMA, systemPrompt } from "./prompt.ts";
import { ownProperty } from "../own_property.ts";

/** How a program is called; `input` is its standard input with the prompt. */
interface Invocation {
  readonly args: readonly string[];
  readonly input: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Variables with the program's own sign-in; it does not get those of other programs. */
  readonly keeps: RegExp;
}

type Kind = (
  parts: { readonly model: string; readonly product: string; readonly prompt: string },
) => Invocation;

/** Calls without tools, project files, plug-ins and earlier sessions. */
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
  // llm uses no tools unless they are named. Its plug-ins call any of these services.
  keeps: /^((LLM|OPENAI|ANTHROPIC|GEMINI)_\w+|GOOGLE_API_KEY)$/i,
});

/** Programs known by their file name. Any other program is called like `claude` and fails when it lacks the options. */
const KINDS: Readonly<Record<string, Kind>> = { claude, llm };

/**
 * Programs whose tools cannot be disabled by an option. A question contains names of tables, which any user
 * of the server may choose, and a tool would let such a name have effects.
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

/**
 * Returns how to call the program at a path; null for a program that must not be called because it would have
 * tools.
 */
export function invocationOf(
  path: string,
  parts: { readonly model: string; readonly product: string; readonly prompt: string },
): Invocation | null {
  const name = (path.split(/[\\/]/).at(-1) ?? "").replace(/\.(exe|cmd|bat)$/i, "").toLowerCase();
  if (REFUSED.has(name.replace(/[-_.]?cli$/, ""))) return null;
  return (ownProperty(KINDS, name) ?? claude)(parts);
}
