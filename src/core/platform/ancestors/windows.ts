import type { LookedProcess } from "./looked.ts";

/** `TH32CS_SNAPPROCESS`, and offsets in `PROCESSENTRY32W` on 64-bit systems. */
const PROCESSES = 2, ENTRY = { size: 568, pid: 8, parent: 32 };
/** `PROCESS_QUERY_LIMITED_INFORMATION`, and maximum UTF-16 units of a path. */
const LIMITED = 0x1000, LONGEST = 1024;

function kernel() {
  return Deno.dlopen("kernel32.dll", {
    CreateToolhelp32Snapshot: { parameters: ["u32", "u32"], result: "pointer" },
    Process32FirstW: { parameters: ["pointer", "buffer"], result: "i32" },
    Process32NextW: { parameters: ["pointer", "buffer"], result: "i32" },
    OpenProcess: { parameters: ["u32", "i32", "u32"], result: "pointer" },
    QueryFullProcessImageNameW: { parameters: ["pointer", "u32", "buffer", "buffer"], result: "i32" },
    CloseHandle: { parameters: ["pointer"], result: "i32" },
  }).symbols;
}

let library: ReturnType<typeof kernel> | undefined;

/** Returns the parent of each process at this moment. */
function parents(c: ReturnType<typeof kernel>): Map<number, number> {
  const found = new Map<number, number>();
  const list = c.CreateToolhelp32Snapshot(PROCESSES, 0);
  if (list === null) return found;
  const entry = new Uint8Array(ENTRY.size);
  const view = new DataView(entry.buffer);
  view.setUint32(0, ENTRY.size, true);
  for (let more = c.Process32FirstW(list, entry); more !== 0; more = c.Process32NextW(list, entry)) {
    found.set(view.getUint32(ENTRY.pid, true), view.getUint32(ENTRY.parent, true));
  }
  c.CloseHandle(list);
  return found;
}

function programOf(c: ReturnType<typeof kernel>, pid: number): string {
  const process = c.OpenProcess(LIMITED, 0, pid);
  if (process === null) return "";
  const path = new Uint16Array(LONGEST), size = new Uint32Array([LONGEST]);
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
  const known = parents(c);
  return (pid) => {
    const parent = known.get(pid);
    if (parent === undefined) return null;
    return { pid, parent, program: programOf(c, pid), words: [], environment: [], folder: "" };
  };
}
