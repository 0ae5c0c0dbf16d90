/**
 * Reads and writes the user's part of the Windows registry through the functions of winreg.h (Windows SDK).
 * `reg.exe` is unsuitable because it prints in the code page of a console, which lacks some letters of paths.
 */

import { wide } from "./wide.ts";

/** HKEY_CURRENT_USER and HKEY_LOCAL_MACHINE, which are numbers instead of pointers. */
const CURRENT_USER = 0xffffffff80000001n, MACHINE = 0xffffffff80000002n;
const KEY_SET_VALUE = 0x0002;
/** RRF_RT_ANY and REG_SZ */
const ANY = 0xffff, TEXT = 1;
/** ERROR_FILE_NOT_FOUND, also returned for a missing key. */
const NOT_FOUND = 2;
/** Maximum bytes read of a value: a command line has up to 32,767 units. */
const MAX_SIZE = 64 * 1024;

const FUNCTIONS = {
  RegGetValueW: {
    parameters: ["usize", "buffer", "buffer", "u32", "pointer", "buffer", "buffer"],
    result: "i32",
  },
  RegCreateKeyExW: {
    parameters: [
      ...["usize", "buffer", "u32", "pointer", "u32", "u32", "pointer", "buffer", "pointer"] as const,
    ],
    result: "i32",
  },
  RegSetValueExW: { parameters: ["usize", "buffer", "u32", "u32", "buffer", "u32"], result: "i32" },
  RegCloseKey: { parameters: ["usize"], result: "i32" },
  RegDeleteKeyValueW: { parameters: ["usize", "buffer", "buffer"], result: "i32" },
  RegDeleteTreeW: { parameters: ["usize", "buffer"], result: "i32" },
} as const;

/**
 * The user's part of the registry. Keys are paths below it, such as `Software\Classes`; the name "" is the
 * key's default value.
 */
export interface Registry {
  /** Returns the bytes of a value; null when there is none. */
  read(key: string, name: string): Uint8Array | null;
  /** Writes a text; creates the key when it is missing. */
  write(key: string, name: string, text: string): void;
  /** Removes a value, or with the name null a key and everything below it. Ignores what does not exist. */
  remove(key: string, name: string | null): void;
}

/** Returns the text in the bytes of a value; null for null. */
export function textOf(value: Uint8Array | null): string | null {
  return value === null ? null : new TextDecoder("utf-16le").decode(value).replace(/\0.*$/s, "");
}

const open = () => Deno.dlopen("advapi32.dll", FUNCTIONS);
let library: ReturnType<typeof open> | undefined;

function need(answer: number, what: string): void {
  if (answer !== 0) throw new Error(`the registry refuses ${what} (error ${answer})`);
}

function readValue(root: bigint, key: string, name: string): Uint8Array | null {
  library ??= open();
  const value = new Uint8Array(MAX_SIZE), size = new Uint32Array([MAX_SIZE]);
  const bytes = new Uint8Array(size.buffer);
  const answer = library.symbols.RegGetValueW(root, wide(key), wide(name), ANY, null, value, bytes);
  if (answer === NOT_FOUND) return null;
  need(answer, `to read ${key}`);
  return value.slice(0, size[0]);
}

/**
 * Returns the id that Windows gave this machine when it was installed; null when there is none. Throws on
 * systems without a registry.
 */
export function machineGuid(): string | null {
  return textOf(readValue(MACHINE, "SOFTWARE\\Microsoft\\Cryptography", "MachineGuid"));
}

/**
 * Opens the user's part of the registry. Throws on systems without one; its functions throw an Error with the
 * system's error number.
 */
export function openRegistry(): Registry {
  library ??= open();
  const { symbols: c } = library;
  return {
    read: (key, name) => readValue(CURRENT_USER, key, name),
    write(key, name, text) {
      const handle = new BigUint64Array(1);
      const made = new Uint8Array(handle.buffer);
      need(
        c.RegCreateKeyExW(CURRENT_USER, wide(key), 0, null, 0, KEY_SET_VALUE, null, made, null),
        `to make ${key}`,
      );
      try {
        const value = wide(text);
        need(
          c.RegSetValueExW(handle[0]!, wide(name), 0, TEXT, value, value.length),
          `to write ${key}`,
        );
      } finally {
        c.RegCloseKey(handle[0]!);
      }
    },
    remove(key, name) {
      const answer = name === null
        ? c.RegDeleteTreeW(CURRENT_USER, wide(key))
        : c.RegDeleteKeyValueW(CURRENT_USER, wide(key), wide(name));
      if (answer !== NOT_FOUND) need(answer, `to remove ${key}`);
    },
  };
}
