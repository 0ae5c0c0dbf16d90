import type { CheckContext, CheckProblem, Path } from "../document/kind.ts";
import { nameOf, written } from "../document/value.ts";
import { type Json, memberOf, type ObjectNode } from "../json/node.ts";
import { regexProblem } from "./kind.ts";

type Entry = Readonly<Record<string, Json>>;

/**
 * Returns a check of the combinations of fields in one entry, and of entries against earlier ones. `rules`
 * receives the index of each valid rule.
 */
export function createEntryCheck(
  report: (problem: CheckProblem) => void,
  rules: number[],
): NonNullable<CheckContext["object"]> {
  const position = (node: ObjectNode, key: string) => memberOf(node, key)?.value.start ?? node.start;
  const seen = new Map<string, number>();

  /** Reports a duplicate name: only the first entry with a name is used. */
  const unique = (entry: Entry, node: ObjectNode, path: Path, key: string, code: string): boolean => {
    const id = `${path[0]} ${entry[key]}`;
    const first = seen.get(id);
    if (first === undefined) {
      seen.set(id, Number(path[1]));
      return true;
    }
    report({
      severity: "error",
      code,
      path: [...path, key],
      offset: position(node, key),
      message: `${nameOf([...path, key])} ${written(String(entry[key]))} is already ${
        nameOf([path[0]!, first])
      }; the first counts`,
      hint: `Remove one of them, or change its ${key === "accountId" ? "id" : key}`,
    });
    return false;
  };

  const rule = (entry: Entry, node: ObjectNode, path: Path): boolean => {
    const patterns = ["matchName", "matchEmail"].filter((key) => typeof entry[key] === "string");
    if (patterns.length === 0) {
      if (!node.broken) {
        report({
          severity: "error",
          code: "rule-without-pattern",
          path,
          offset: node.start,
          message: `${nameOf(path)} has neither \`matchName\` nor \`matchEmail\`, so it could match nothing`,
          hint: 'For example "matchName": "-production$"',
        });
      }
      return false;
    }
    let usable = true;
    for (const key of patterns) {
      const problem = regexProblem(String(entry[key]), String(entry.flags), nameOf([...path, key]));
      if (!problem) continue;
      usable = false;
      report({ severity: "error", path: [...path, key], offset: position(node, key), ...problem });
    }
    if (usable) rules.push(Number(path[1]));
    return usable;
  };

  /** Leaves out a server whose fields contradict each other, because it would be less secure than its entry says. */
  const server = (entry: Entry, node: ObjectNode, path: Path): boolean => {
    const fault = serverFault(entry);
    if (fault === null) return true;
    const { key, code, message, hint } = fault;
    report({
      severity: "error",
      code,
      path: [...path, key],
      offset: position(node, key),
      message: `${nameOf([...path, key])} ${message}`,
      hint,
    });
    return false;
  };

  return (entry, node, path) => {
    if (path.length !== 2) return true;
    if (path[0] === "envRules") return rule(entry, node, path);
    if (path[0] === "accounts") return unique(entry, node, path, "accountId", "duplicate-account");
    if (path[0] === "catalogs") return unique(entry, node, path, "address", "duplicate-catalogue");
    return server(entry, node, path) && unique(entry, node, path, "name", "duplicate-server");
  };
}

/** Returns a contradiction between the fields of a server; null when there is none. */
function serverFault(entry: Entry) {
  const needsTls = ["tlsVerify", "caFile", "certFile", "keyFile"].find((key) =>
    entry[key] !== undefined && entry[key] !== false
  );
  if (needsTls !== undefined && entry.tls !== true) {
    return {
      key: needsTls,
      code: "verify-without-tls",
      message: "has no effect without TLS",
      hint: 'Add "tls": true',
    };
  }
  if (entry.caFile !== undefined && entry.tlsVerify === false) {
    return {
      key: "caFile",
      code: "authorities-unused",
      message: "names who may vouch for a certificate that `tlsVerify` says not to verify",
      hint: "Remove one of them",
    };
  }
  if (entry.via !== undefined && String(entry.host).startsWith("/")) {
    return {
      key: "via",
      code: "way-to-socket",
      message: "leads over the network, and `host` is a Unix socket",
      hint: "Write the host as the last computer of the way sees it, such as localhost",
    };
  }
  if (entry.keyFile === undefined || entry.certFile !== undefined) return null;
  return {
    key: "keyFile",
    code: "key-without-certificate",
    message: "is the key of no certificate",
    hint: "Add `certFile`",
  };
}
