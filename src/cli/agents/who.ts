import type { Args, CommandName } from "../args.ts";

/**
 * Who may use a command once the gate for agents is on: `anyone`; an agent with a grant for the `account` and role, the
 * `server` or the `action` that the first operand names; or a `person` only.
 */
type Who = "anyone" | "account" | "server" | "action" | "person";

/** Every command and who may use it. What gives, uses or changes nothing of the user's is for anyone. */
export const WHO: Readonly<Record<CommandName, Who>> = {
  "validate-config": "anyone",
  "validate-bundle": "anyone",
  "print-config": "anyone",
  "label": "anyone",
  "schema": "anyone",
  "list": "anyone",
  // Trust is a person's.
  "install": "person",
  "uninstall": "person",
  "run": "action",
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
  // Profiles of ~/.aws/config, servers and passwords are what the gate stands before.
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
  // Asked by ssh of a Kedge that a person or a grant has started; its window asks the person.
  "askpass": "anyone",
  "doctor": "anyone",
  "start": "anyone",
  "toggle": "anyone",
  "version": "anyone",
  "help": "anyone",
  "mcp": "anyone",
};

/**
 * Decides who may use a command line. The command that starts an agent is for persons: they write it into the agent's
 * configuration.
 */
export function whoMay({ command, setup }: Pick<Args, "command" | "setup">): Who {
  return command === "mcp" && setup ? "person" : WHO[command];
}
