import { parseDatabase, parseTarget } from "../accounts/target.ts";
import type { Args } from "../args.ts";
import { WHO } from "./who.ts";

/** What a command is about, as its operand names it; null for what is for persons only, or names nothing. */
type NamedThing =
  | { readonly kind: "server"; readonly name: string }
  /** An account's number or name; `role` is "" where none is named. */
  | { readonly kind: "account"; readonly account: string; readonly role: string }
  | { readonly kind: "action"; readonly extension: string; readonly action: string }
  | null;

/** The thing that a command line names. */
export function thingOf({ command, operands: [named = ""] }: Pick<Args, "command" | "operands">): NamedThing {
  const database = command === "tunnel" ? parseDatabase(named) : null;
  if (database !== null) return { kind: "account", account: database.account, role: database.role };
  const who = WHO[command];
  if (who === "server") return { kind: "server", name: named };
  if (who === "account") {
    const target = parseTarget(named);
    return target && { kind: "account", ...target };
  }
  if (who === "action") {
    const slash = named.indexOf("/");
    return slash < 0
      ? null
      : { kind: "action", extension: named.slice(0, slash), action: named.slice(slash + 1) };
  }
  return null;
}
