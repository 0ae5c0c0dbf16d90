import { processes } from "../peer/windows.ts";
import type { LookedProcess } from "./looked.ts";

/** `PROCESS_QUERY_LIMITED_INFORMATION`, and maximum UTF-16 units of a path. */
const LIMITED = 0x1000, MAX_LENGTH = 1024;

function kernel() {
  return Deno.dlopen("kernel32.dll", {
    OpenProcess: { parameters: ["u32", "i32", "u32"], result: "pointer" },
    QueryFullProcessImageNameW: { parameters: ["pointer", "u32", "buffer", "buffer"], result: "i32" },
    CloseHandle: { parameters: ["pointer"], result: "i32" },
  }).symbols;
}

let library: ReturnType<typeof kernel> | undefined;

function programOf(c: ReturnType<typeof kernel>, pid: number): string {
  const process = c.OpenProcess(LIMITED, 0, pid);
  if (process === null) return "";
  const path = new Uint16Array(MAX_LENGTH), size = new Uint32Array([MAX_LENGTH]);
  const ok = c.QueryFullProcessImageNameW(
    process,
    0,
    new Uint8Array(path.buffer),
    new Uint8Array(size.buffer),
  );
  c.CloseHandle(process);
  return ok === 0 ? "" : new TextDecoder("utf-16le").decode(path.subarray(0, size[0]));
}

/**
 * Returns a function that reads processes through `kernel32`. Windows reveals parents and programs, but
 * neither arguments nor environment of other processes.
 */
export function looker(): (pid: number) => LookedProcess | null {
  const c = library ??= kernel();
  const known = processes();
  return (pid) => {
    const parent = known.get(pid);
    if (parent === undefined) return null;
    return { pid, parent, program: programOf(c, pid), words: [], environment: [], folder: "" };
  };
}
