/**
 * Uses Windows' Credential Manager through its own functions (wincred.h of the Windows SDK): no program is
 * started, and a secret passes only through this process's memory.
 */

import { wide } from "../platform/wide.ts";

/** ERROR_NOT_FOUND of winerror.h. */
export const NOT_FOUND = 1168;
/** CRED_TYPE_GENERIC */
const GENERIC = 1;
/** CRED_PERSIST_LOCAL_MACHINE: the item stays for this user on this machine and does not roam. */
const LOCAL_MACHINE = 2;

/** Offsets of the fields of a 64-bit CREDENTIALW, and its size, in bytes. */
const TYPE = 4, TARGET = 8, COMMENT = 16, SIZE = 32, BLOB = 40, PERSIST = 48, USER = 72, STRUCT = 80;

const FUNCTIONS = {
  CredReadW: { parameters: ["buffer", "u32", "u32", "buffer"], result: "i32" },
  CredWriteW: { parameters: ["buffer", "u32"], result: "i32" },
  CredDeleteW: { parameters: ["buffer", "u32", "u32"], result: "i32" },
  CredFree: { parameters: ["pointer"], result: "void" },
} as const;

const LAST_ERROR = { GetLastError: { parameters: [], result: "u32" } } as const;

/** The calls that the keychain makes. A number is an error of winerror.h; 0 means success. */
export interface CredentialManager {
  read(target: string): Uint8Array | number;
  write(target: string, label: string, secret: Uint8Array): number;
  remove(target: string): number;
}

/** Opens the system's libraries. Throws when they are missing. */
export function openCredentialManager(): CredentialManager {
  const advapi32 = Deno.dlopen("advapi32.dll", FUNCTIONS).symbols;
  const kernel32 = Deno.dlopen("kernel32.dll", LAST_ERROR).symbols;
  const failed = () => kernel32.GetLastError() || -1;
  return {
    read(target) {
      const found = new BigUint64Array(1);
      if (advapi32.CredReadW(wide(target), GENERIC, 0, found) === 0) return failed();
      const pointer = Deno.UnsafePointer.create(found[0]!)!;
      try {
        const credential = new Deno.UnsafePointerView(pointer);
        const size = credential.getUint32(SIZE);
        const blob = credential.getPointer(BLOB);
        const secret = new Uint8Array(blob ? size : 0);
        if (secret.length > 0) new Deno.UnsafePointerView(blob!).copyInto(secret);
        return secret;
      } finally {
        advapi32.CredFree(pointer);
      }
    },
    write(target, label, secret) {
      const buffer = credentialBuffer(target, label, secret);
      const written = advapi32.CredWriteW(buffer, 0);
      const error = written === 0 ? failed() : 0;
      buffer.fill(0);
      return error;
    },
    remove(target) {
      return advapi32.CredDeleteW(wide(target), GENERIC, 0) === 0 ? failed() : 0;
    },
  };
}

/**
 * Returns a CREDENTIALW followed by all data to which it points, in one buffer, so that nothing can be
 * collected while Windows reads it.
 */
function credentialBuffer(target: string, label: string, secret: Uint8Array): Uint8Array<ArrayBuffer> {
  const parts = [wide(target), wide(label), wide("kedge"), secret];
  const buffer = new Uint8Array(parts.reduce((size, part) => size + part.length, STRUCT));
  const view = new DataView(buffer.buffer);
  let next = STRUCT;
  for (const [i, field] of [TARGET, COMMENT, USER, BLOB].entries()) {
    buffer.set(parts[i]!, next);
    view.setBigUint64(field, Deno.UnsafePointer.value(Deno.UnsafePointer.of(buffer)) + BigInt(next), true);
    next += parts[i]!.length;
  }
  view.setUint32(TYPE, GENERIC, true);
  view.setUint32(SIZE, secret.length, true);
  view.setUint32(PERSIST, LOCAL_MACHINE, true);
  return buffer;
}
