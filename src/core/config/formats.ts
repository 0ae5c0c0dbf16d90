import type { FormatProblem, Formats } from "../json/schema.ts";
import { parseShortcut } from "./shortcut.ts";

/** What the fields of config.json must look like beyond their type, by the `format` of the schema. */
export const FORMATS: Formats = {
  "account-id": (value, where) => {
    const digits = value.replace(/[\s-]/g, "");
    return /^[0-9]{12}$/.test(value) ? null : {
      code: "invalid-account-id",
      message: `${where} must be 12 digits, not ${quoted(value)}`,
      hint: /^[0-9]{12}$/.test(digits)
        ? `Write "${digits}"`
        : /^[0-9]+$/.test(digits)
        ? `It has ${digits.length} ${digits.length === 1 ? "digit" : "digits"}`
        : undefined,
    };
  },
  "account-id as a number": (written, where) => ({
    code: "account-id-number",
    message: `${where} must be a text: a number loses its leading zeros`,
    hint: `Put it in quotes: "${written.slice(0, 40).padStart(12, "0")}"`,
  }),
  region: (value, where) => {
    if (/^[a-z]{2,4}(-[a-z]+)+-[0-9]+$/.test(value)) return null;
    const guess = value.toLowerCase().replace(/[\s_]+/g, "-").replace(
      /^([a-z]{2})-?([a-z]+)-?([0-9])$/,
      "$1-$2-$3",
    );
    const likely = /^[a-z]{2,4}(-[a-z]+)+-[0-9]+$/.test(guess);
    return {
      severity: "warning",
      code: "unknown-region",
      message: `${where} ${quoted(value)} does not look like an AWS region`,
      hint: likely ? `did you mean "${guess}"?` : "Regions look like eu-central-1",
    };
  },
  "web-address": (value, where) => {
    const url = urlOf(value);
    if (url?.protocol === "https:" && url.hostname) return null;
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
      message: `${where} must be a web address, not ${quoted(value)}`,
      hint: /^[\w-]+(\.[\w-]+)+/.test(value)
        ? "Begin it with https://"
        : "It looks like https://example.awsapps.com/start",
    };
  },
  host: hostProblem,
  shortcut: (value, where) => {
    const result = parseShortcut(value);
    if (!result.ok) {
      return {
        code: "invalid-shortcut",
        message: `${where} ${quoted(value)} is no shortcut: ${result.error}`,
        hint: result.hint ?? "Write it like Ctrl+Shift+K",
      };
    }
    const { modifiers, key } = result.shortcut ?? { modifiers: [], key: "" };
    if (modifiers.join() !== "shift" || /^F[0-9]+$/.test(key)) return null;
    return {
      severity: "warning",
      code: "greedy-shortcut",
      message: `${where} ${quoted(value)} takes a key away that is needed for typing`,
      hint: "Add Ctrl, Alt or Super",
    };
  },
  "program-path": (value, where) => {
    if (/^(\/|~[\/\\]|[A-Za-z]:[\/\\]|\\\\)/.test(value)) return null;
    return {
      severity: "warning",
      code: "relative-path",
      message: `${where} ${quoted(value)} does not say where the program lies`,
      hint: "Write its whole path, or remove the key to look it up on PATH",
    };
  },
  // The flags may change what is allowed; `rules.ts` looks at both together.
  regex: (value, where) => regexProblem(value, "", where) && regexProblem(value, "v", where),
  "regex-flags": (value, where) => {
    const wrong = [...value].find((flag, i) => !"dgimsuvy".includes(flag) || value.indexOf(flag) !== i);
    if (wrong === undefined && !(value.includes("u") && value.includes("v"))) return null;
    const reason = wrong === undefined
      ? "u and v exclude each other"
      : "dgimsuvy".includes(wrong)
      ? `${wrong} stands in it twice`
      : `there is no flag ${quoted(wrong)}`;
    return {
      code: "invalid-flags",
      message: `${where} ${quoted(value)}: ${reason}`,
      hint: "Flags are d, i, m, s, u, v",
    };
  },
};

/** Why a text is no regular expression under the given flags, or null. */
export function regexProblem(value: string, flags: string, where: string): FormatProblem | null {
  try {
    new RegExp(value, flags);
    return null;
  } catch (error) {
    const reason = (error as Error).message.replace(/^Invalid regular expression:.*\/[a-z]*: /s, "");
    return {
      code: "invalid-regex",
      message: `${where} ${quoted(value)} is no regular expression: ${reason.toLowerCase()}`,
      hint: /^\(\?[a-z]+\)/.test(value)
        ? 'JavaScript has no (?i) at the beginning: write it into "flags"'
        : /^[*+?]/.test(value)
        ? `For any text write .${value[0]}`
        : undefined,
    };
  }
}

function hostProblem(value: string, where: string): FormatProblem | null {
  if (/^[\p{L}\p{N}_.-]+$/u.test(value) || isIpv6(value)) return null;
  const url = urlOf(value);
  const port = /^([^:/\s]+):([0-9]{1,5})$/.exec(value);
  return {
    code: "invalid-host",
    message: `${where} must be a host name or IP address, not ${quoted(value)}`,
    hint: port
      ? `Write "${port[1]}", and ${port[2]} as the port`
      : /^\[.*\]$/.test(value)
      ? "Remove the brackets"
      : url?.host && value.includes("://")
      ? `Write "${url.hostname}"`
      : undefined,
  };
}

/** The address that a text is, or null. Also runs in pages of engines without `URL.parse`. */
function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function isIpv6(value: string): boolean {
  return /^[0-9a-fA-F:.]+(%[\w.-]+)?$/.test(value) && urlOf(`http://[${value.replace(/%.*/, "")}]`) !== null;
}

function quoted(value: string): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
