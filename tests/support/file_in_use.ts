import { wide } from "../../src/core/platform/wide.ts";

/** `GENERIC_READ`, `OPEN_EXISTING`, `FILE_FLAG_BACKUP_SEMANTICS` (a folder too). */
const READ = 0x8000_0000, EXISTING = 3, FOLDERS = 0x0200_0000;

/**
 * What other programs may do meanwhile. `written`: read and write but not remove or rename, as with most
 * programs. `nothing`: none of these.
 */
export type Share = "written" | "nothing";
const SHARES: Readonly<Record<Share, number>> = { written: 3, nothing: 0 };

/** Opens a file or folder as another Windows program would. */
export function openedOnWindows(path: string, share: Share = "written"): Disposable {
  const kernel32 = Deno.dlopen("kernel32.dll", {
    CreateFileW: {
      parameters: ["buffer", "u32", "u32", "pointer", "u32", "u32", "pointer"],
      result: "pointer",
    },
    CloseHandle: { parameters: ["pointer"], result: "i32" },
  });
  const { CreateFileW, CloseHandle } = kernel32.symbols;
  const handle = CreateFileW(wide(path), READ, SHARES[share], null, EXISTING, FOLDERS, null);
  return {
    [Symbol.dispose]() {
      CloseHandle(handle);
      kernel32.close();
    },
  };
}

/**
 * Deno's error on Windows for opening a file that another program has opened without sharing, as
 * recorded by `tests/windows`.
 */
export const SHARED_WITH_NOBODY = { code: "EBUSY", number: 32 } as const;

/**
 * Makes a file unreadable for all programs: on Windows by opening it, elsewhere by throwing the
 * error that Deno throws there.
 */
export function keptFromReaders(path: string): Disposable {
  if (Deno.build.os === "windows") return openedOnWindows(path, "nothing");
  const { open, openSync } = Deno;
  const refuse = (wanted: string | URL) => {
    if (String(wanted) !== path) return;
    const { code, number } = SHARED_WITH_NOBODY;
    throw Object.assign(new Deno.errors.Busy(`It is used by another process. (os error ${number})`), {
      code,
    });
  };
  Deno.open = async (wanted, options) => {
    refuse(wanted);
    return await open(wanted, options);
  };
  Deno.openSync = (wanted, options) => {
    refuse(wanted);
    return openSync(wanted, options);
  };
  return {
    [Symbol.dispose]() {
      Object.assign(Deno, { open, openSync });
    },
  };
}
