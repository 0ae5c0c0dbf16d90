import type { Diagnostic } from "../diagnostic.ts";
import { check } from "../document/check.ts";
import { BAD } from "../document/value.ts";
import { type Json, memberOf, type Node, type ObjectNode, toValue } from "../json/node.ts";
import { parseJson } from "../json/parse.ts";
import type { Config } from "./config.ts";
import { createTextProblems, type TextProblems } from "./findings.ts";
import { CONFIG_KIND, CONFIG_SCHEMA } from "./kind.ts";
import { createEntryCheck } from "./entries.ts";
import { databaseOf } from "../sql/engines/facts.ts";

/** The newest `version` of config.json that this Kedge reads and writes. */
export const CONFIG_VERSION = 2;

/** A parsed configuration text. */
interface ParsedConfig {
  /** The resulting configuration; null when the text cannot be parsed. */
  readonly config: Config | null;
  /** All problems, in file order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The values in the text before defaults and checks; null when it cannot be parsed. */
  readonly document: Json | null;
  /** For each valid rule its index in `envRules` of the text; invalid rules are left out. */
  readonly ruleIndexes: readonly number[];
}

/** Returns the configuration of a home without a file. */
export function defaultConfig(): Config {
  return parseConfig("{}").config!;
}

/**
 * Parses the text of config.json. Invalid values get their default and invalid entries are left out, each
 * with a diagnostic. Only a text that is not a JSON object gives no configuration.
 */
export function parseConfig(text: string): ParsedConfig {
  const { root, problems } = parseJson(text);
  const findings = createTextProblems(
    text,
    problems.map((problem) => problem.code === "empty-file" ? { ...problem, hint: SMALLEST } : problem),
  );
  const ruleIndexes: number[] = [];
  const read = root === null ? null : readConfig(root, text, findings, ruleIndexes);
  const config = problems.length === 0 ? read : null;
  const document = config === null || root === null ? null : toValue(root);
  return { config, diagnostics: findings.diagnostics(), document, ruleIndexes };
}

const SMALLEST = "The smallest valid file is {}";

function readConfig(root: Node, text: string, findings: TextProblems, rules: number[]): Config | null {
  if (root.kind !== "object") {
    if (root.kind !== "invalid") {
      findings.report({
        severity: "error",
        code: "not-an-object",
        path: [],
        offset: root.start,
        message: "The configuration must be an object { … }",
        hint: SMALLEST,
      });
    }
    return null;
  }
  const newer = newerVersion(root);
  if (newer) {
    findings.report({
      severity: "warning",
      code: "newer-version",
      path: ["version"],
      offset: newer.start,
      message: `\`version\` ${newer.value} is newer than this Kedge, which knows ${CONFIG_VERSION}`,
      hint: "What it does not know has no effect, and Settings does not write to this file; update Kedge",
    });
  }
  const object = createEntryCheck(findings.report, rules);
  const value = check(root, CONFIG_SCHEMA, [], {
    text,
    kind: CONFIG_KIND,
    unknownKeys: !newer,
    report: findings.report,
    full: findings.full,
    object,
  });
  return value === BAD ? null : inForce(value as { readonly [key: string]: Json });
}

/** Returns the value of `version` when it is higher than the version that this Kedge writes. */
export function newerVersion(root: ObjectNode): { readonly start: number; readonly value: number } | null {
  const version = memberOf(root, "version")?.value;
  return version?.kind === "number" && Number.isInteger(version.value) && version.value > CONFIG_VERSION
    ? version
    : null;
}

function inForce({ $schema: _, ...fields }: { readonly [key: string]: Json }): Config {
  const config = fields as unknown as Config;
  return {
    ...config,
    // Version 1 has the same fields.
    version: Math.max(config.version, CONFIG_VERSION),
    servers: config.servers.map((server) => {
      const database = databaseOf(server);
      return database === undefined ? server : { ...server, database };
    }),
  };
}
