import { type CredentialManager, NOT_FOUND } from "../../../../src/core/keychain/advapi32.ts";
import type { Run } from "../../../../src/core/platform/run.ts";

/** A call of a program. `ps` and the system's logs may show its arguments to others. */
export interface Call {
  readonly program: string;
  readonly args: readonly string[];
  readonly input: string;
}

const done = (code: number, stdout = "", stderr = "") => ({ ended: true as const, code, stdout, stderr });

/**
 * Acts as Apple's `security`: reads the same arguments and lines, and returns the same exit codes.
 */
export function fakeSecurity(calls: Call[] = []): Run {
  const items = new Map<string, string>();
  return (program, args, options = {}) => {
    calls.push({ program, args, input: options.input ?? "" });
    const interactive = args[0] === "-i";
    const [command, ...rest] = interactive ? split(options.input ?? "") : args;
    const given = pairs(rest);
    const option = (name: string) => given.get(name) ?? "";
    const key = `${option("-s")}\n${option("-a")}`;
    const answer = () => {
      switch (command) {
        case "default-keychain":
          return done(0, '"/Users/ada/Library/Keychains/login.keychain-db"\n');
        case "add-generic-password":
          if ((options.input ?? "").length > 4096) return done(0, "", "line too long");
          items.set(key, option("-w"));
          return done(0);
        case "find-generic-password":
          return items.has(key) ? done(0, items.get(key)! + "\n") : done(44, "", "could not be found");
        case "delete-generic-password":
          return items.delete(key) ? done(0) : done(44, "", "could not be found");
        default:
          return done(2, "", "usage");
      }
    };
    return Promise.resolve(answer());
  };
}

/** Pairs options with their values, as getopt does; `-U` has no value, nor has `-w` in a search. */
function pairs(words: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (let i = 0; i < words.length; i++) {
    if (words[i] !== "-U") found.set(words[i]!, words[++i] ?? "");
  }
  return found;
}

/** Splits a line of `security -i` into words; quoted words may have backslash escapes. */
function split(line: string): string[] {
  return [...line.trimEnd().matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, bare]) =>
    quoted?.replace(/\\(.)/g, "$1") ?? bare ?? ""
  );
}

/** Acts as Windows' Credential Manager: keeps bytes by name and returns the same error numbers. */
export function fakeCredentialManager(): CredentialManager {
  const items = new Map<string, Uint8Array>();
  return {
    read: (target) => items.get(target)?.slice() ?? NOT_FOUND,
    write: (target, _, secret) => {
      // 24 is ERROR_BAD_LENGTH.
      if (secret.length > 2560) return 24;
      items.set(target, secret.slice());
      return 0;
    },
    remove: (target) => items.delete(target) ? 0 : NOT_FOUND,
  };
}
