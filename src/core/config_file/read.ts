import type { Config } from "../config/config.ts";
import { defaultConfig, parseConfig } from "../config/parse.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { type ReadOptions, readRegularFile, readRegularFileNow } from "../files/read.ts";
import type { Json } from "../json/node.ts";

/** Maximum bytes read of the configuration: enough for thirty thousand accounts. */
export const MAX_CONFIG_BYTES = 4 * 1024 * 1024;

/** The state of the configuration file. */
export interface ConfigFileState {
  /** `unreadable` means that the file exists but gives no configuration. */
  readonly status: "loaded" | "missing" | "unreadable";
  /** The configuration; the defaults unless `loaded`. */
  readonly config: Config;
  /** Problems; empty for a missing file, which means the defaults. */
  readonly diagnostics: readonly Diagnostic[];
  /** The text on disk including a byte order mark; null when it could not be read as text. */
  readonly text: string | null;
  /** The values in the file before defaults and checks; null when it could not be read. */
  readonly document: Json | null;
  /** For each valid rule its index in `envRules` of the file. */
  readonly ruleIndexes: readonly number[];
  /** Whether the system refused reading: a folder, no permission, a broken disk. */
  readonly refused: boolean;
}

/** Reads and checks a configuration file synchronously, for commands. Problems are in the diagnostics. */
export function readConfigFile(file: string, options: ReadOptions = {}): ConfigFileState {
  return interpret(contentOf(readRegularFileNow(file, MAX_CONFIG_BYTES, options)));
}

/** Returns the state of a file from its content. */
export function interpret(content: Content): ConfigFileState {
  if (!("text" in content)) {
    const { diagnostic, refused } = content;
    return {
      status: diagnostic ? "unreadable" : "missing",
      config: defaultConfig(),
      diagnostics: diagnostic ? [diagnostic] : [],
      text: null,
      document: diagnostic ? null : {},
      ruleIndexes: [],
      refused,
    };
  }
  const { config, diagnostics, document, ruleIndexes } = parseConfig(content.text);
  return {
    status: config ? "loaded" : "unreadable",
    config: config ?? defaultConfig(),
    diagnostics,
    text: content.text,
    document,
    ruleIndexes,
    refused: false,
  };
}

/** A file's text, or why there is none; without a diagnostic the file does not exist. */
export type Content =
  | { readonly text: string }
  | { readonly diagnostic: Diagnostic | null; readonly refused: boolean };

/** Reads a file as UTF-8 text including a byte order mark, within the size limit. */
export async function readConfigText(file: string, options: ReadOptions = {}): Promise<Content> {
  return contentOf(await readRegularFile(file, MAX_CONFIG_BYTES, options));
}

function contentOf(read: ReturnType<typeof readRegularFileNow>): Content {
  if (read.ok) return decode(read.bytes);
  const { message, hint } = read;
  switch (read.why) {
    case "missing":
      return { diagnostic: null, refused: false };
    case "too-large":
      return broken("file-too-large", message, hint);
    case "not-a-file":
      return refused("not-a-file", message, hint);
    case "no-permission":
      return refused("no-permission", message, hint);
    case "not-yours":
      return refused("not-yours", message, hint);
    case "open":
      return refused("open-to-others", message, hint);
    default:
      return refused("unreadable-file", message, hint);
  }
}

function decode(bytes: Uint8Array): Content {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return broken("not-utf8", "It is saved as UTF-16", "Save it as UTF-8", 1, 1);
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    const { line, column, byte } = firstBadByte(bytes);
    const shown = `0x${byte.toString(16).padStart(2, "0")}`;
    return broken("not-utf8", `The byte ${shown} is no UTF-8 text`, "Save it as UTF-8", line, column);
  }
}

/** Returns the position of the first byte that is not UTF-8. */
function firstBadByte(bytes: Uint8Array): { line: number; column: number; byte: number } {
  let good = 0;
  for (let length = 1; good < bytes.length && length > 0; good += length) {
    length = characterLength(bytes, good);
  }
  const lines = new TextDecoder().decode(bytes.subarray(0, good)).split(/\r\n|\r|\n/);
  return { line: lines.length, column: lines.at(-1)!.length + 1, byte: bytes[good] ?? 0 };
}

/** Returns the number of bytes of the character at `at`; 0 when it is invalid (RFC 3629 §4). */
function characterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  const second = bytes[at + 1] ?? 0;
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return 0;
  for (let i = 2; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

function refused(code: string, message: string, hint?: string): Content {
  return { diagnostic: problem(code, message, hint), refused: true };
}

function broken(code: string, message: string, hint?: string, line?: number, column?: number): Content {
  const position = line === undefined ? {} : { line, column };
  return { diagnostic: { ...problem(code, message, hint), ...position }, refused: false };
}

function problem(code: string, message: string, hint?: string): Diagnostic {
  return { severity: "error", code, path: [], message, ...(hint ? { hint } : {}) };
}
