import schema from "../../../schema/config.schema.json" with { type: "json" };
import type { DocumentKind } from "../document/kind.ts";
import type { Formats, JsonSchema, ValueProblem } from "../document/schema.ts";
import { accountIdFault, regionFault, written } from "../document/value.ts";
import { parseViewArn } from "../aws/resource_explorer/view_arn.ts";
import { parseAddress, urlOf } from "../catalogue/source/address.ts";
import { hasControl } from "../text/controls.ts";
import { passwordDots } from "../text/password_dots.ts";
import { suggest } from "../text/suggest.ts";
import { parseWay } from "../ways/address.ts";
import { patternFault } from "./hidden_columns.ts";
import { meant, noField } from "./meant.ts";
import { parseShortcut } from "./shortcut.ts";

/** The JSON Schema of config.json, generated from `schema.ts`. */
export const CONFIG_SCHEMA = schema as JsonSchema;

/** Rules for the fields of config.json beyond their type, by the `format` in the schema. */
const FORMATS: Formats = {
  "account-id": {
    text: (value, where) => {
      const fault = accountIdFault(value, where);
      return fault && { code: "invalid-account-id", ...fault };
    },
    number: (shown, where) => ({
      code: "account-id-number",
      message: `${where} must be a text: a number loses its leading zeros`,
      hint: `Put it in quotes: "${shown.slice(0, 40).padStart(12, "0")}"`,
    }),
  },
  region: {
    text: (value, where) => {
      const fault = regionFault(value, where);
      return fault && { severity: "warning", code: "unknown-region", ...fault };
    },
  },
  "web-address": { text: addressProblem },
  host: { text: hostProblem },
  way: { text: wayProblem },
  "index-view": { text: viewProblem },
  "catalogue-address": { text: catalogueProblem },
  "ssh-key": { text: keyProblem },
  "column-pattern": { text: columnProblem },
  shortcut: { text: shortcutProblem },
  "program-path": { text: pathProblem },
  "file-path": { text: fileProblem },
  // The flags may change what is valid, so entries.ts checks both together.
  regex: { text: (value, where) => regexProblem(value, "", where) && regexProblem(value, "v", where) },
  "regex-flags": { text: flagsProblem },
};

/** The codes of config.json's problems, and the checks beyond the schema. */
export const CONFIG_KIND: DocumentKind = {
  name: "the configuration",
  codes: {
    missing: "missing-key",
    unknown: "unknown-key",
    empty: "empty-text",
    unlisted: "not-in-list",
    long: "too-long",
  },
  formats: FORMATS,
  text: (value, where) =>
    value.isWellFormed() && !hasControl(value) ? null : {
      code: "invalid-text",
      message: `${where} holds a control character or half of a character`,
      hint: "Remove it",
    },
  joinsMisspelt: true,
  meant,
  noField,
};

function addressProblem(value: string, where: string): ValueProblem | null {
  const url = urlOf(value);
  if (url?.protocol === "https:" && url.hostname) return portalProblem(url, value, where);
  if (url?.protocol === "http:" && url.hostname) {
    if (["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)) return null;
    return {
      severity: "warning",
      code: "insecure-address",
      message: `${where} begins with http://, which others on the network can read`,
      hint: "Write https://",
    };
  }
  return {
    code: "invalid-address",
    message: `${where} must be a web address, not ${written(value)}`,
    hint: /^[\w-]+(\.[\w-]+)+/.test(value)
      ? "Begin it with https://"
      : "It looks like https://example.awsapps.com/start",
  };
}

/** The ends of the host names of AWS's portals. */
const PORTAL_HOSTS = ["awsapps.com", "app.aws"];

/**
 * Returns a warning about an address that resembles one of AWS's portals. Other hosts may stand in for AWS,
 * so nothing is reported about them.
 */
function portalProblem({ hostname, pathname }: URL, value: string, where: string): ValueProblem | null {
  const ending = hostname.split(".").slice(-2).join(".");
  const warning = (message: string, meant: string): ValueProblem => ({
    severity: "warning",
    code: "mistyped-portal",
    message: `${where} ${written(value)} ${message}`,
    hint: `Did you mean "${passwordDots(meant)}"?`,
  });
  const meant = PORTAL_HOSTS.includes(ending) ? undefined : suggest(ending, PORTAL_HOSTS);
  if (meant) {
    const host = `${hostname.slice(0, -ending.length)}${meant}`;
    return warning("is no address of AWS", value.replace(hostname, host));
  }
  const short = /^[\w-]+\.awsapps\.com$/.test(hostname) && !/^\/start(\/|$)/.test(pathname);
  return short ? warning("does not lead to a portal", `https://${hostname}/start`) : null;
}

function shortcutProblem(value: string, where: string): ValueProblem | null {
  const result = parseShortcut(value);
  if (!result.ok) {
    return {
      code: "invalid-shortcut",
      message: `${where} ${written(value)} is no shortcut: ${result.error}`,
      hint: result.hint ?? "Write it like Ctrl+Shift+K",
    };
  }
  const { modifiers, key } = result.shortcut ?? { modifiers: [], key: "" };
  if (modifiers.join() !== "shift" || /^F[0-9]+$/.test(key)) return null;
  return {
    severity: "warning",
    code: "greedy-shortcut",
    message: `${where} ${written(value)} takes a key away that is needed for typing`,
    hint: "Add Ctrl, Alt or Super",
  };
}

function pathProblem(value: string, where: string): ValueProblem | null {
  if (ABSOLUTE_PATH.test(value)) return null;
  return {
    severity: "warning",
    code: "relative-path",
    message: `${where} ${written(value)} does not say where the program lies`,
    hint: "Write its whole path, or remove the key to look it up on PATH",
  };
}

const ABSOLUTE_PATH = /^(\/|~[\/\\]|[A-Za-z]:[\/\\]|\\\\)/;

/**
 * Requires an absolute path, because the file decides who is trusted and must not depend on the folder in
 * which Kedge was started.
 */
function fileProblem(value: string, where: string): ValueProblem | null {
  if (ABSOLUTE_PATH.test(value)) return null;
  return {
    code: "relative-file",
    message: `${where} ${written(value)} does not say where the file lies`,
    hint: "Write its whole path; ~/ is your home folder",
  };
}

function flagsProblem(value: string, where: string): ValueProblem | null {
  const wrong = [...value].find((flag, i) => !"dgimsuvy".includes(flag) || value.indexOf(flag) !== i);
  if (wrong === undefined && !(value.includes("u") && value.includes("v"))) return null;
  const reason = wrong === undefined
    ? "u and v exclude each other"
    : "dgimsuvy".includes(wrong)
    ? `${wrong} appears twice`
    : `there is no flag ${written(wrong)}`;
  return {
    code: "invalid-flags",
    message: `${where} ${written(value)}: ${reason}`,
    hint: "Flags are d, i, m, s, u, v",
  };
}

/** Returns why a text is not a regular expression with the given flags, or null. */
export function regexProblem(value: string, flags: string, where: string): ValueProblem | null {
  try {
    new RegExp(value, flags);
    return null;
  } catch (error) {
    const reason = (error as Error).message.replace(/^Invalid regular expression:.*\/[a-z]*: /s, "");
    return {
      code: "invalid-regex",
      message: `${where} ${written(value)} is not a valid regular expression: ${reason.toLowerCase()}`,
      hint: /^\(\?[a-z]+\)/.test(value)
        ? 'JavaScript has no (?i) at the beginning: write it into "flags"'
        : /^[*+?]/.test(value)
        ? `For any text write .${value[0]}`
        : undefined,
    };
  }
}

function hostProblem(value: string, where: string): ValueProblem | null {
  // Most hosts are plain; building a regular expression with Unicode classes takes half a millisecond.
  if (/^(\/|[\w.-]+$)/.test(value) || /^[\p{L}\p{N}_.-]+$/u.test(value) || isIpv6(value)) return null;
  const url = urlOf(value);
  const port = /^([^:/\s]+):([0-9]{1,5})$/.exec(value);
  return {
    code: "invalid-host",
    message: `${where} must be a host name, an IP address or an absolute path, not ${written(value)}`,
    hint: port
      ? `Write "${port[1]}", and ${port[2]} as the port`
      : /^\[.*\]$/.test(value)
      ? "Remove the brackets"
      : url?.host && value.includes("://")
      ? `Write "${url.hostname}"`
      : undefined,
  };
}

function wayProblem(value: string, where: string): ValueProblem | null {
  const way = parseWay(value);
  if (!("fault" in way)) return null;
  return { code: "invalid-way", message: `${where} ${written(value)} ${way.fault}`, hint: way.hint };
}

function viewProblem(value: string, where: string): ValueProblem | null {
  if (parseViewArn(value)) return null;
  return {
    code: "invalid-view",
    message: `${where} must be the ARN of a view of Resource Explorer, not ${written(value)}`,
    hint: "It looks like arn:aws:resource-explorer-2:REGION:ACCOUNT:view/NAME/ID",
  };
}

function catalogueProblem(value: string, where: string): ValueProblem | null {
  const address = parseAddress(value);
  if (!("fault" in address)) return null;
  return {
    code: "invalid-catalogue-address",
    message: `${where} ${written(value)} ${address.fault}`,
    hint: address.hint,
  };
}

function columnProblem(value: string, where: string): ValueProblem | null {
  const fault = patternFault(value);
  return fault === null ? null : {
    code: "invalid-column-pattern",
    message: `${where} ${written(value)} ${fault}`,
    hint: "Write it as customers.email, shop.customers.email or *.password*",
  };
}

function keyProblem(value: string, where: string): ValueProblem | null {
  if (/^(SHA256:[A-Za-z0-9+/]{43}|[a-z0-9@.-]{1,60} [A-Za-z0-9+/]{40,}={0,2}( .*)?)$/.test(value)) {
    return null;
  }
  return {
    code: "invalid-ssh-key",
    message: `${where} ${written(value)} is no public key of SSH`,
    hint: "It begins with ssh-ed25519 AAAA…, or is a fingerprint: SHA256:…",
  };
}

function isIpv6(value: string): boolean {
  return /^[0-9a-fA-F:.]+(%[\w.-]+)?$/.test(value) && urlOf(`http://[${value.replace(/%.*/, "")}]`) !== null;
}
