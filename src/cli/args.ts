import { faultOfMcp, flagsOfCommand } from "./misused_flags.ts";

/** Whether a word of a command line is a link to Kedge, valid or not. */
export function isLink(word: string): boolean {
  return /^kedge:/i.test(word);
}

/** Commands by the flags that name them, with the minimum and maximum number of operands. */
const COMMANDS = {
  "validate-config": [0, 1],
  "validate-bundle": [1, Infinity],
  "print-config": [0, 1],
  "label": [1, 2],
  "schema": [1, 1],
  "list": [0, 0],
  "install": [1, 1],
  "uninstall": [1, 1],
  "run": [1, 1],
  "new": [1, 1],
  "dev": [1, 1],
  "pack": [1, 1],
  "sign-in": [0, 0],
  "sign-out": [0, 0],
  "accounts": [0, 0],
  "credentials": [1, 1],
  "exec": [1, Infinity],
  "exports": [1, 1],
  "console": [1, 2],
  "aws-profiles": [0, Infinity],
  "secrets": [1, 1],
  "secret": [2, 3],
  "databases": [1, 1],
  "logs": [2, 2],
  "terminal": [2, 3],
  "import": [1, 2],
  "query": [1, 2],
  "ask": [2, 2],
  "tunnel": [1, 1],
  "catalog-add": [1, 1],
  "catalog-remove": [1, 1],
  "catalog-publish": [1, 1],
  "catalogs": [0, 0],
  "askpass": [1, 1],
  "doctor": [0, 0],
  "toggle": [0, 0],
  "mcp": [0, 1],
  "version": [0, 0],
  "help": [0, 0],
} as const satisfies Record<string, readonly [number, number]>;

/** The name of a command, which is a flag except for `start`. */
export type CommandName = keyof typeof COMMANDS | "start";

/** Commands about resources of an account. */
const FOUND = ["secrets", "secret", "databases", "logs", "terminal", "tunnel"] as const;

/** Options and the commands that accept them. */
const OPTIONS = {
  "compile": { type: "boolean", of: ["validate-bundle"] },
  "trust": { type: "string", of: ["install", "catalog-add"] },
  "answers": { type: "string", of: ["run"] },
  "account": { type: "string", of: ["run"] },
  "role": { type: "string", of: ["run"] },
  "region": {
    type: "string",
    of: ["run", "credentials", "exec", "exports", "console", ...FOUND],
  },
  "device": { type: "boolean", of: ["sign-in"] },
  "no-browser": { type: "boolean", of: ["sign-in"] },
  "refresh": { type: "boolean", of: ["accounts"] },
  "shell": { type: "string", of: ["exports", "terminal"] },
  "task": { type: "string", of: ["terminal"] },
  "wait": { type: "boolean", of: ["terminal"] },
  "yes": { type: "boolean", of: ["aws-profiles", "import", "catalog-publish", "mcp"] },
  "to": { type: "string", of: ["catalog-publish"] },
  "key": { type: "string", of: ["catalog-publish"] },
  "news": { type: "string", of: ["catalog-publish"] },
  "name": { type: "string", of: ["catalog-publish"] },
  "days": { type: "string", of: ["catalog-publish"] },
  "signers": { type: "string", of: ["catalog-publish"] },
  "threshold": { type: "string", of: ["catalog-publish"] },
  "withdraw": { type: "string", of: ["catalog-publish"] },
  "output": { type: "string", of: ["pack", "query"] },
  "since": { type: "string", of: ["logs"] },
  "follow": { type: "boolean", of: ["logs"] },
  // Without --logs this is a command; after --logs its value is the query for Logs Insights.
  "query": { type: "string", of: ["logs"] },
  "format": { type: "string", of: ["query", "logs"] },
  "limit": { type: "string", of: ["query", "logs"] },
  "write": { type: "boolean", of: ["query"] },
  "port": { type: "string", of: ["tunnel"] },
  "setup": { type: "boolean", of: ["mcp"] },
  "remove": { type: "boolean", of: ["mcp"] },
  "log": { type: "boolean", of: ["mcp"] },
  "browser": { type: "boolean", of: ["start", "dev"] },
  "hidden": { type: "boolean", of: ["start"] },
} as const satisfies Record<string, { type: "boolean" | "string"; of: readonly CommandName[] }>;

/** Options that accept no empty value, for example because a file needs a name. */
const FULL: readonly string[] = [
  "answers",
  "output",
  "trust",
  "port",
  "to",
  "key",
  "signers",
  "withdraw",
  "since",
  "query",
  "task",
];

/** A parsed command line. */
export interface Args {
  readonly command: CommandName;
  readonly operands: readonly string[];
  readonly json: boolean;
  /** Key of what the user allowed the agent that calls Kedge. The check of the caller sets this; no flag does. */
  agent?: string;
  readonly compile?: boolean;
  readonly trust?: string;
  readonly answers?: string;
  readonly account?: string;
  readonly role?: string;
  readonly region?: string;
  readonly output?: string;
  readonly device?: boolean;
  readonly "no-browser"?: boolean;
  readonly refresh?: boolean;
  readonly shell?: string;
  readonly task?: string;
  readonly wait?: boolean;
  readonly yes?: boolean;
  readonly since?: string;
  readonly follow?: boolean;
  readonly query?: string;
  readonly format?: string;
  readonly limit?: string;
  readonly write?: boolean;
  readonly port?: string;
  readonly to?: string;
  readonly key?: string;
  readonly news?: string;
  readonly name?: string;
  readonly days?: string;
  readonly signers?: string;
  readonly threshold?: string;
  readonly withdraw?: string;
  readonly setup?: boolean;
  readonly remove?: boolean;
  readonly log?: boolean;
  readonly browser?: boolean;
  readonly hidden?: boolean;
}

/** Why a command line is invalid. `unknown` is an unknown flag and the known flags to suggest from. */
export interface Misuse {
  readonly error: string;
  /** Whether the caller expects a JSON document. */
  readonly json: boolean;
  /** The first command that the line names. */
  readonly command?: CommandName;
  readonly unknown?: { readonly flag: string; readonly among: readonly string[] };
  /** The next step, when a better one than the help is known. */
  readonly hint?: string;
}

/** Reads the command line. Returns a message for the user when it is invalid. */
export function parseCommandLine(argv: readonly string[]): Args | Misuse {
  const parsed = parse(argv);
  if (!("error" in parsed)) return parsed;
  const rest = argv.indexOf("--");
  const flags = argv.slice(0, rest < 0 ? argv.length : rest).map((arg) => arg.replace(/=.*/s, ""));
  const command = (Object.keys(COMMANDS) as (keyof typeof COMMANDS)[])
    .find((name) => flags.includes(`--${name}`));
  return { ...parsed, json: flags.includes("--json"), ...(command && { command }) };
}

type Wrong = Omit<Misuse, "json" | "command">;

/** Commands whose operands name files and folders. An empty operand would mean the current folder. */
const OF_PATHS: readonly CommandName[] = ["validate-config", "print-config", "validate-bundle"];

function parse(argv: readonly string[]): Args | Wrong {
  const read = readFlags(argv);
  if ("error" in read) return read;
  const { values, operands } = read;
  const named = Object.keys(COMMANDS).filter((name) => values[name] === true) as (keyof typeof COMMANDS)[];
  if (named.length > 1) return { error: `--${named[0]} and --${named[1]} cannot be used together` };

  // Another program passes a link and does not mean a command, so nothing may stand beside the link.
  if (named.length > 0 && isLink(argv[0] ?? "")) return { error: "a link stands alone" };

  const command: CommandName = named[0] ?? "start";
  const alone = command === "mcp" ? faultOfMcp(values) : null;
  if (alone !== null) return { error: alone };
  // Other programs start Kedge with a link as its only operand.
  const [least, most] = command === "start"
    ? [0, operands.some(isLink) ? 1 : 0]
    : command === "mcp" && !values.setup
    ? [0, 0]
    : COMMANDS[command];
  // An account may have no name, and a secret's key may be empty.
  const needed = OF_PATHS.includes(command) ? operands : command === "label" ? [] : operands.slice(0, least);
  const empty = needed.includes("");
  if (operands.length < least || empty) return { error: `--${command} needs a value` };
  if (operands.length > most) {
    const extra = operands.find((word, at) => at >= most && !isLink(word)) ?? operands[most]!;
    // Users of other programs may leave out the dashes of a command.
    const meant = command === "start" && { unknown: { flag: extra, among: Object.keys(COMMANDS) } };
    return { error: `unexpected argument "${extra}"`, ...meant };
  }
  for (const [name, option] of Object.entries(OPTIONS)) {
    if (isOption(values, name) && !(option.of as readonly string[]).includes(command)) {
      return {
        error: `--${name} belongs to --${option.of.join(" or --")}`.replace(
          "--start",
          "a start without flags",
        ),
      };
    }
  }
  const options = Object.fromEntries(
    Object.keys(OPTIONS).flatMap((name) => isOption(values, name) ? [[name, values[name]]] : []),
  );
  return { ...options, command, operands, json: values.json === true };
}

/** Whether an option is given, as opposed to the command of the same name. */
function isOption(values: Flags["values"], name: string): boolean {
  return values[name] !== undefined && !(values[name] === true && Object.hasOwn(COMMANDS, name));
}

interface Flags {
  readonly values: Readonly<Record<string, string | boolean>>;
  readonly operands: readonly string[];
}

/** Separates flags, their values and operands. `--run=x` equals `--run x`; after `--` all words are operands. */
function readFlags(argv: readonly string[]): Flags | Wrong {
  const values: Record<string, string | boolean> = {};
  const operands: string[] = [];
  const rest = argv.indexOf("--");
  const ofLogs = argv.slice(0, rest < 0 ? argv.length : rest).some((arg) => /^--logs(=|$)/.test(arg));
  /** Index of the command of `--exec` in `argv`; -1 before it is found. */
  let commandAt = -1;
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i] === "-h" ? "--help" : argv[i]!;
    if (arg === "--") {
      if (commandAt > 0) return flagsOfCommand(argv, commandAt);
      for (const operand of argv.slice(i + 1)) operands.push(operand);
      break;
    }
    const equals = arg.indexOf("=");
    const flag = equals < 0 ? arg : arg.slice(0, equals);
    // No flag contains a space. Such an operand may be SQL that begins with a comment.
    if (!arg.startsWith("-") || arg === "-" || /\s/.test(flag)) {
      operands.push(arg);
      if (values.exec && operands.length === 2) commandAt = i;
      continue;
    }
    if (commandAt > 0) return flagsOfCommand(argv, commandAt);
    const given = equals < 0 ? undefined : arg.slice(equals + 1);
    const kind = ofLogs && flag === "--query" ? "string" : kindOf(flag);
    if (kind === null) return { error: `there is no ${flag}`, unknown: { flag, among: allFlags() } };
    const name = flag.slice(2);
    if (kind === "string") {
      const value = given ?? argv[++i];
      const missing = value === undefined || (value === "" && FULL.includes(name));
      if (missing || (given === undefined && value.startsWith("--"))) {
        return { error: `${flag} needs a value` };
      }
      values[name] = value;
    } else {
      if (given !== undefined && kind !== "command") return { error: `${flag} takes no value` };
      values[name] = true;
      if (given !== undefined) operands.push(given);
    }
  }
  return { values, operands };
}

function kindOf(flag: string): "command" | "boolean" | "string" | null {
  if (!flag.startsWith("--")) return null;
  const name = flag.slice(2);
  if (Object.hasOwn(COMMANDS, name)) return "command";
  if (name === "json") return "boolean";
  return Object.hasOwn(OPTIONS, name) ? OPTIONS[name as keyof typeof OPTIONS].type : null;
}

function allFlags(): string[] {
  return ["json", ...Object.keys(COMMANDS), ...Object.keys(OPTIONS)];
}
