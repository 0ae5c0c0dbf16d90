import { isInterpreter } from "../platform/programs.ts";

/**
 * How a program that acts for a language model is recognised: by variables that it sets for the programs it
 * starts, or by its path.
 */
interface KnownAgent {
  readonly name: string;
  /** Names of variables that only this agent sets, and that people do not set themselves. */
  readonly marks?: RegExp;
  /** Path of the agent's program, or of the script that an interpreter runs for it, with `/` as separator. */
  readonly program?: RegExp;
}

/** Matches a program of that name in any folder, with or without the suffix of a system's build. */
const called = (name: string) =>
  new RegExp(`(^|/)(${name})(-(x86_64|aarch64|x64|arm64)[\\w-]*)?(\\.(exe|js|mjs|cmd))?$`);
const any = (...ways: RegExp[]) => new RegExp(ways.map(({ source }) => source).join("|"));

/** The known agents, the most specific first, because an agent may set marks that others set, too. */
const AGENTS: readonly KnownAgent[] = [
  {
    name: "Claude Code",
    marks: /^(CLAUDECODE|CLAUDE_CODE_(ENTRYPOINT|SESSION_ID|SSE_PORT))$/,
    program: any(called("claude"), /\/claude\/versions\/[^/]+$/, /\/@anthropic-ai\/claude-code(-[\w-]+)?\//),
  },
  {
    name: "Codex",
    // Variables that users set themselves do not identify the caller.
    marks: /^CODEX_(?!(HOME|API_KEY|ACCESS_TOKEN|SQLITE_HOME|CA_CERTIFICATE)$)/,
    program: any(called("codex"), /\/@openai\/codex(-[\w-]+)?\//),
  },
  {
    name: "Cursor",
    marks: /^CURSOR_AGENT$/,
    program: any(called("cursor-agent"), /\/cursor-agent\/versions\//),
  },
  { name: "Cline", marks: /^CLINE_ACTIVE$/, program: any(called("cline"), /\/node_modules\/cline\//) },
  {
    name: "Gemini CLI",
    marks: /^GEMINI_CLI$/,
    program: any(called("gemini"), /\/@google\/gemini-cli\//),
  },
  {
    name: "GitHub Copilot",
    marks: /^COPILOT_(CLI|AGENT)$/,
    program: any(called("copilot"), /\/@github\/copilot\//),
  },
  { name: "OpenCode", marks: /^OPENCODE(_CLIENT)?$/, program: any(called("opencode"), /\/opencode-ai\//) },
  { name: "Qwen Code", marks: /^QWEN_CODE$/, program: any(called("qwen"), /\/@qwen-code\/qwen-code\//) },
  { name: "Augment", marks: /^AUGMENT_AGENT$/, program: any(called("auggie"), /\/@augmentcode\/auggie\//) },
  { name: "Antigravity", marks: /^ANTIGRAVITY_AGENT$/ },
  { name: "Trae", marks: /^TRAE_AI_SHELL_ID$/ },
  { name: "Amp", program: /\/@sourcegraph\/amp\// },
  { name: "Aider", program: called("aider") },
  { name: "Kiro", program: called("kiro-cli(-chat)?") },
  { name: "Amazon Q", program: called("qchat") },
  { name: "Crush", program: any(/(^|\/)crush(\.exe)?$/, /\/@charmland\/crush\//) },
  // Names that several agents share.
  { name: "an agent", marks: /^(AI_AGENT|AGENT)$/ },
];

/**
 * Returns the agent whose mark is among variables of the form `NAME=value`; null when there is none. An empty
 * value does not count.
 */
export function agentOfEnvironment(environment: readonly string[]): string | null {
  const names = environment.flatMap((variable) => {
    const equals = variable.indexOf("=");
    return equals > 0 && equals < variable.length - 1 ? [variable.slice(0, equals)] : [];
  });
  return AGENTS.find(({ marks }) => marks && names.some((name) => marks.test(name)))?.name ?? null;
}

/**
 * Returns the agent to which a program belongs; null when there is none. `words` are the start of the command
 * line. For an interpreter the script decides, which is the first argument that is not a flag.
 */
export function agentOfProgram(program: string, words: readonly string[]): string | null {
  const path = program.replaceAll("\\", "/");
  const script = isInterpreter(path) ? words.slice(1).find((word) => !word.startsWith("-")) : undefined;
  const paths = script === undefined ? [path] : [path, script.replaceAll("\\", "/")];
  return AGENTS.find((agent) => agent.program && paths.some((path) => agent.program!.test(path)))?.name ??
    null;
}

/** Returns an environment without the marks of agents, for programs of a person's Kedge that an agent has started. */
export function withoutAgentMarks(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !AGENTS.some(({ marks }) => marks?.test(name))),
  );
}
