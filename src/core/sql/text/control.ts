import { type Engine, ENGINES } from "../engines/mod.ts";
import { dialectOf } from "./dialect.ts";
import { tokens } from "./tokens.ts";

/** A statement that begins or ends a transaction, or works with its savepoints. */
export type Control =
  | { readonly kind: "begin"; readonly modes: string; readonly readOnly: boolean }
  | { readonly kind: "commit" | "rollback" }
  /** `name` is in the form in which the server compares names. */
  | { readonly kind: "savepoint" | "rollback-to" | "release"; readonly name: string }
  | { readonly kind: "refused"; readonly why: string };

const ISOLATION =
  /^isolation level (serializable|repeatable read|read committed|read uncommitted)|^read (write|only)|^(not )?deferrable/;
const SNAPSHOT = /^with consistent snapshot|^read (write|only)/;

const TWO_PHASES: Control = {
  kind: "refused",
  why: "A transaction of two phases is not one of this window's.",
};

/** Returns what a statement does to the transaction around it; null when it does nothing to the transaction. */
export function controlOf(sql: string, engine: Engine): Control | null {
  const mysql = ENGINES[engine].protocol === "mysql";
  const parts = partsOf(sql, engine);
  if (parts === null) return null;
  const [{ word = "" } = {}] = parts;
  const words = parts.map(({ word }) => word).join(" ");
  const tail = words.replace(/^\w+( (work|transaction|tran))?/, "").trim();
  switch (word) {
    case "begin":
    case "start":
      if (word === "start" && !/^start transaction\b/.test(words)) return null;
      return begun(tail, mysql && word === "start" ? SNAPSHOT : mysql ? /^$/ : ISOLATION);
    case "commit":
    case "end":
    case "abort":
      if (mysql && word !== "commit") return null;
      return ended(word === "abort" ? "rollback" : "commit", tail);
    case "rollback": {
      const at = parts.findIndex(({ word }) => word === "to");
      return at < 0 ? ended("rollback", tail) : named("rollback-to", parts.slice(at + 1), engine);
    }
    case "savepoint":
      return named("savepoint", parts.slice(1), engine);
    case "release":
      return named("release", parts.slice(1), engine);
    case "prepare":
      return words.startsWith("prepare transaction") && !mysql ? TWO_PHASES : null;
    case "xa":
      return mysql ? TWO_PHASES : null;
    default:
      return null;
  }
}

function begun(tail: string, mode: RegExp): Control {
  let rest = tail;
  const modes: string[] = [];
  while (rest !== "") {
    const [found = ""] = mode.exec(rest) ?? [];
    if (found === "") {
      return { kind: "refused", why: `Kedge begins no transaction with “${rest.slice(0, 40)}”.` };
    }
    modes.push(found);
    rest = rest.slice(found.length).replace(/^[\s,]+/, "");
  }
  return { kind: "begin", modes: modes.join(", "), readOnly: modes.includes("read only") };
}

function ended(kind: "commit" | "rollback", tail: string): Control {
  const plain = tail.replace(/^and no chain\b/, "").replace(/^\s*no release\b/, "").trim();
  if (plain === "") return { kind };
  return plain.startsWith("prepared")
    ? TWO_PHASES
    : { kind: "refused", why: `“${plain}” is left out here: begin the next transaction yourself.` };
}

function named(
  kind: "savepoint" | "rollback-to" | "release",
  parts: readonly Part[],
  engine: Engine,
): Control {
  const at = kind !== "savepoint" && parts[0]?.word === "savepoint" && parts.length > 1 ? 1 : 0;
  const part = parts[at];
  if (!part || parts.length > at + 1) return { kind: "refused", why: "Kedge does not know this savepoint." };
  const mysql = ENGINES[engine].protocol === "mysql";
  const bare = part.quoted
    ? part.text.slice(1, -1).replaceAll(mysql ? "``" : '""', mysql ? "`" : '"')
    : part.text;
  const name = part.quoted && !mysql ? bare : bare.toLowerCase();
  return name.startsWith("kedge_")
    ? { kind: "refused", why: "Savepoints that begin with kedge_ are Kedge's own." }
    : { kind, name };
}

interface Part {
  /** The word in lower case, or the symbol; empty for other tokens. */
  readonly word: string;
  readonly text: string;
  readonly quoted: boolean;
}

/** Returns the first words and names; null when only the server can read the text, or when it has too many. */
function partsOf(sql: string, engine: Engine): Part[] | null {
  const parts: Part[] = [];
  for (const { kind, start, end } of tokens(sql, dialectOf(engine))) {
    if (kind === "space" || kind === "comment") continue;
    if (kind === "code" || parts.length > 20) return null;
    if (kind === "end") break;
    const text = sql.slice(start, Math.min(end, start + 200));
    parts.push({
      word: kind === "word" ? text.toLowerCase() : kind === "symbol" ? text : "",
      text,
      quoted: kind === "name",
    });
  }
  return parts;
}
