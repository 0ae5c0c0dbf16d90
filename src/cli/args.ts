import { parseArgs } from "node:util";

/** Which command the flags name, with its operands counted: [least, most]. */
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
  "pack": [1, 1],
  "credentials": [1, 1],
  "doctor": [0, 0],
  "toggle": [0, 0],
  "version": [0, 0],
  "help": [0, 0],
} as const satisfies Record<string, readonly [number, number]>;

/** A command line flag that names what to do. */
export type CommandName = keyof typeof COMMANDS | "start";

/** Options and the commands that take them. */
const OPTIONS = {
  "compile": { type: "boolean", of: ["validate-bundle"] },
  "trust": { type: "string", of: ["install"] },
  "answers": { type: "string", of: ["run"] },
  "account": { type: "string", of: ["run"] },
  "role": { type: "string", of: ["run"] },
  "region": { type: "string", of: ["run", "credentials"] },
  "output": { type: "string", of: ["pack"] },
  "browser": { type: "boolean", of: ["start"] },
  "hidden": { type: "boolean", of: ["start"] },
} as const satisfies Record<string, { type: "boolean" | "string"; of: readonly CommandName[] }>;

/** A parsed command line. */
export interface Args {
  readonly command: CommandName;
  readonly operands: readonly string[];
  readonly json: boolean;
  readonly compile?: boolean;
  readonly trust?: string;
  readonly answers?: string;
  readonly account?: string;
  readonly role?: string;
  readonly region?: string;
  readonly output?: string;
  readonly browser?: boolean;
  readonly hidden?: boolean;
}

/** Reads the command line; wrong usage is a sentence for the user. */
export function parseCommandLine(argv: readonly string[]): Args | { readonly error: string } {
  const flags: Record<string, { type: "boolean" | "string" }> = { json: { type: "boolean" } };
  for (const name of Object.keys(COMMANDS)) flags[name] = { type: "boolean" };
  for (const [name, { type }] of Object.entries(OPTIONS)) flags[name] = { type };

  let parsed;
  try {
    parsed = parseArgs({
      args: splitCommandValues(argv),
      options: flags,
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    return { error: (error as Error).message.split(". To specify")[0]! };
  }
  const values = parsed.values as Record<string, string | boolean | undefined>;
  const named = Object.keys(COMMANDS).filter((name) => values[name]) as (keyof typeof COMMANDS)[];
  if (named.length > 1) return { error: `--${named[0]} and --${named[1]} cannot be used together` };

  const command: CommandName = named[0] ?? "start";
  const operands = parsed.positionals;
  const [least, most] = command === "start" ? [0, 0] : COMMANDS[command];
  if (operands.length < least) return { error: `--${command} needs a value` };
  if (operands.length > most) return { error: `unexpected argument "${operands[most]}"` };
  for (const [name, option] of Object.entries(OPTIONS)) {
    if (values[name] !== undefined && !(option.of as readonly string[]).includes(command)) {
      return {
        error: `--${name} belongs to --${option.of.join(" or --")}`.replace(
          "--start",
          "a start without flags",
        ),
      };
    }
  }
  const options = Object.fromEntries(
    Object.keys(OPTIONS).flatMap((name) => name in values ? [[name, values[name]]] : []),
  );
  return { ...options, command, operands, json: values.json === true };
}

/** `--run=x` is `--run x`: parseArgs knows the commands as flags without a value. */
function splitCommandValues(argv: readonly string[]): string[] {
  return argv.flatMap((arg) => {
    const equals = arg.indexOf("=");
    const name = arg.slice(2, equals);
    return arg.startsWith("--") && equals > 0 && Object.hasOwn(COMMANDS, name)
      ? [`--${name}`, arg.slice(equals + 1)]
      : [arg];
  });
}
