import type { Args, CommandName } from "../args.ts";

/**
 * Who may use a command while the gate for agents is on: `anyone`; an agent with a grant for the `account`
 * and role or the `server` that the first operand names; or only a `person`.
 */
type Who = "anyone" | "account" | "server" | "person";

/** Who may use each command. A command that neither reveals, uses nor changes anything of the user's is for anyone. */
export const WHO: Readonly<Record<CommandName, Who>> = {
  "validate-config": "anyone",
  "validate-bundle": "anyone",
  "print-config": "anyone",
  "label": "anyone",
  "schema": "anyone",
  "list": "anyone",
  // Only a person can decide whether to trust an extension.
  "install": "person",
  "uninstall": "person",
  // Flags choose its account and answer its dialogs. The gate's tool run_action leaves both to the user.
  "run": "person",
  "new": "anyone",
  "dev": "person",
  "pack": "anyone",
  "sign-in": "anyone",
  "sign-out": "person",
  "accounts": "anyone",
  "credentials": "account",
  "exec": "account",
  "exports": "account",
  "console": "account",
  // The gate protects profiles of ~/.aws/config, servers and passwords.
  "aws-profiles": "person",
  "import": "person",
  "catalog-add": "person",
  "catalog-remove": "person",
  "catalog-publish": "person",
  "catalogs": "anyone",
  "secrets": "account",
  "secret": "account",
  "databases": "account",
  "logs": "account",
  "terminal": "account",
  "query": "server",
  "ask": "server",
  "tunnel": "server",
  // An ssh that a person or a granted call started asks this of its Kedge, whose window asks the person.
  "askpass": "anyone",
  "doctor": "anyone",
  "start": "anyone",
  "toggle": "anyone",
  "version": "anyone",
  "help": "anyone",
  "mcp": "anyone",
};

/**
 * Returns who may use a command line. `--mcp --setup` is for persons, because it writes the command that lets
 * an agent reach Kedge.
 */
export function whoMay({ command, setup }: Pick<Args, "command" | "setup">): Who {
  return command === "mcp" && setup ? "person" : WHO[command];
}
