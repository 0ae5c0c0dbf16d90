import { wide } from "./wide.ts";

const FUNCTIONS = {
  CreateFileW: { parameters: ["buffer", "u32", "u32", "pointer", "u32", "u32", "pointer"], result: "isize" },
  CloseHandle: { parameters: ["isize"], result: "i32" },
  GetLastError: { parameters: [], result: "u32" },
} as const satisfies Deno.ForeignLibraryInterface;

/** `DELETE`, all share modes, `OPEN_EXISTING`, and flags for folders and for a link itself. */
const REMOVE = 0x1_0000, SHARE_ALL = 7, EXISTING = 3, ANYTHING = 0x0220_0000;
const INVALID = -1n;
const SHARING_VIOLATION = 32;

let kernel32: Deno.DynamicLibrary<typeof FUNCTIONS>["symbols"] | undefined;

/**
 * Returns whether another program has a file or folder open, so that it can be neither removed nor replaced.
 * Only Windows lets programs do that. When Windows refuses with "Access denied", either that is the reason or
 * the user lacks the right. Requesting the right to remove the file distinguishes the two and changes
 * nothing.
 */
export function isFileInUse(path: string): boolean {
  if (Deno.build.os !== "windows") return false;
  kernel32 ??= Deno.dlopen("kernel32.dll", FUNCTIONS).symbols;
  const handle = BigInt(kernel32.CreateFileW(wide(path), REMOVE, SHARE_ALL, null, EXISTING, ANYTHING, null));
  if (handle === INVALID) return kernel32.GetLastError() === SHARING_VIOLATION;
  kernel32.CloseHandle(handle);
  return false;
}
