import type { CallerTables } from "./caller.ts";

/** AF_INET, TCP_TABLE_OWNER_PID_CONNECTIONS and ERROR_INSUFFICIENT_BUFFER of the Windows SDK. */
const INET = 2, OWNER_PID_CONNECTIONS = 4, TOO_SMALL = 122;
/**
 * Offsets in a row of MIB_TCPTABLE_OWNER_PID: state, own address and port, other address and port, process; 4
 * bytes each.
 */
const ROW = 24, LOCAL_ADDRESS = 4, LOCAL_PORT = 8, REMOTE_ADDRESS = 12, REMOTE_PORT = 16, OWNER = 20;
/** 127.0.0.1 in network byte order. */
const LOOPBACK = [127, 0, 0, 1];
/** TH32CS_SNAPPROCESS, and size and offsets in bytes of a 64-bit PROCESSENTRY32W. */
const PROCESSES = 2, ENTRY = { size: 568, pid: 8, parent: 32 };
/** Maximum requests for the table while it grows. */
const TRIES = 5;

/** Returns the process of a connection in the bytes of a MIB_TCPTABLE_OWNER_PID. Ports are in network byte order. */
export function holderIn(table: Uint8Array, from: number, to: number): number | null {
  const view = new DataView(table.buffer, table.byteOffset, table.length);
  if (table.length < 4) return null;
  const rows = Math.min(view.getUint32(0, true), Math.floor((table.length - 4) / ROW));
  const isLoopback = (at: number) => LOOPBACK.every((byte, i) => table[at + i] === byte);
  for (let row = 0; row < rows; row++) {
    const at = 4 + row * ROW;
    if (view.getUint16(at + LOCAL_PORT) !== from || view.getUint16(at + REMOTE_PORT) !== to) continue;
    if (isLoopback(at + LOCAL_ADDRESS) && isLoopback(at + REMOTE_ADDRESS)) {
      return view.getUint32(at + OWNER, true);
    }
  }
  return null;
}

/** Returns the process and its parent in the bytes of a PROCESSENTRY32W. */
export function entryIn(entry: Uint8Array): readonly [pid: number, parent: number] {
  const view = new DataView(entry.buffer, entry.byteOffset, entry.length);
  return [view.getUint32(ENTRY.pid, true), view.getUint32(ENTRY.parent, true)];
}

function tcpTable(): Uint8Array | null {
  const library = Deno.dlopen("iphlpapi.dll", {
    GetExtendedTcpTable: { parameters: ["buffer", "buffer", "i32", "u32", "i32", "u32"], result: "u32" },
  });
  try {
    let table = new Uint8Array(64 * 1024);
    for (let round = 0; round < TRIES; round++) {
      const size = new Uint32Array([table.length]);
      const answer = library.symbols.GetExtendedTcpTable(
        table,
        new Uint8Array(size.buffer),
        0,
        INET,
        OWNER_PID_CONNECTIONS,
        0,
      );
      if (answer === 0) return table;
      if (answer !== TOO_SMALL) return null;
      table = new Uint8Array(size[0]! * 2);
    }
    return null;
  } finally {
    library.close();
  }
}

/** Returns the parent of each process at this moment. */
export function processes(): Map<number, number> {
  const parents = new Map<number, number>();
  const library = Deno.dlopen("kernel32.dll", {
    CreateToolhelp32Snapshot: { parameters: ["u32", "u32"], result: "pointer" },
    Process32FirstW: { parameters: ["pointer", "buffer"], result: "i32" },
    Process32NextW: { parameters: ["pointer", "buffer"], result: "i32" },
    CloseHandle: { parameters: ["pointer"], result: "i32" },
  });
  try {
    const { CreateToolhelp32Snapshot, Process32FirstW, Process32NextW, CloseHandle } = library.symbols;
    const snapshot = CreateToolhelp32Snapshot(PROCESSES, 0);
    const entry = new Uint8Array(ENTRY.size);
    new DataView(entry.buffer).setUint32(0, ENTRY.size, true);
    for (let more = Process32FirstW(snapshot, entry); more !== 0; more = Process32NextW(snapshot, entry)) {
      parents.set(...entryIn(entry) as [number, number]);
    }
    CloseHandle(snapshot);
    return parents;
  } finally {
    library.close();
  }
}

/** Windows reveals connections and parents through tables of the system. */
export const windows: CallerTables = {
  holder(from, to) {
    const table = tcpTable();
    return Promise.resolve(table && holderIn(table, from, to));
  },
  parents: () => Promise.resolve(processes()),
};
