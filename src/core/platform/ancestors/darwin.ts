import type { LookedProcess } from "./looked.ts";

/** `PROC_PIDTBSDINFO`, with the offset of the parent in `struct proc_bsdinfo` (sys/proc_info.h). */
const BSD_INFO = { flavor: 3, size: 136, parent: 16 };
/** `PROC_PIDVNODEPATHINFO`: the path of the working folder starts at byte 152 of 2352. */
const FOLDERS = { flavor: 9, size: 2352, path: 152, longest: 1024 };
/** `CTL_KERN`, `KERN_PROCARGS2`: arguments and environment of a process of the same user. */
const ARGUMENTS = [1, 49];
/** Maximum bytes of a path (`PROC_PIDPATHINFO_MAXSIZE`). */
const MAX_PATH_LENGTH = 4096;
/**
 * `ARG_MAX` of sys/syslimits.h: maximum bytes of arguments and environment. Into a smaller buffer the kernel
 * copies only their end (xnu's `sysctl_procargsx`), without the program and the arguments.
 */
const MAX_ARGUMENTS_LENGTH = 1024 * 1024;

function system() {
  return Deno.dlopen("/usr/lib/libSystem.B.dylib", {
    proc_pidinfo: { parameters: ["i32", "i32", "u64", "buffer", "i32"], result: "i32" },
    proc_pidpath: { parameters: ["i32", "buffer", "u32"], result: "i32" },
    sysctl: { parameters: ["buffer", "u32", "buffer", "buffer", "buffer", "usize"], result: "i32" },
  }).symbols;
}

let library: ReturnType<typeof system> | undefined;
/** Buffer that all calls share. */
let buffer: Uint8Array<ArrayBuffer> | undefined;

const decoder = new TextDecoder();
const textAt = (bytes: Uint8Array, from: number) => {
  const end = bytes.indexOf(0, from);
  return decoder.decode(bytes.subarray(from, end < 0 ? bytes.length : end));
};

/**
 * Returns the arguments and environment from the data of `KERN_PROCARGS2`: the number of arguments, the
 * program's path, zeros, the arguments, the environment.
 */
export function argumentsIn(bytes: Uint8Array): Pick<LookedProcess, "words" | "environment"> {
  if (bytes.length < 4) return { words: [], environment: [] };
  const count = new DataView(bytes.buffer, bytes.byteOffset).getInt32(0, true);
  const path = textAt(bytes, 4);
  let at = 4 + new TextEncoder().encode(path).length;
  while (at < bytes.length && bytes[at] === 0) at++;
  const texts = decoder.decode(bytes.subarray(at)).split("\0");
  const environment = texts.slice(count);
  const end = environment.indexOf("");
  return {
    words: texts.slice(0, Math.min(count, 4)),
    environment: end < 0 ? environment : environment.slice(0, end),
  };
}

/** Reads a process through `libproc`; null when there is none, or when it belongs to another user. */
export function look(pid: number): LookedProcess | null {
  const c = library ??= system();
  const info = new Uint8Array(BSD_INFO.size);
  if (c.proc_pidinfo(pid, BSD_INFO.flavor, 0n, info, info.length) !== info.length) return null;
  const path = new Uint8Array(MAX_PATH_LENGTH);
  const length = c.proc_pidpath(pid, path, path.length);
  const folders = new Uint8Array(FOLDERS.size);
  const shown = c.proc_pidinfo(pid, FOLDERS.flavor, 0n, folders, folders.length) === folders.length;
  buffer ??= new Uint8Array(MAX_ARGUMENTS_LENGTH);
  const size = new BigUint64Array([BigInt(buffer.length)]);
  const named = new Int32Array([...ARGUMENTS, pid]);
  const read = c.sysctl(
    new Uint8Array(named.buffer),
    named.length,
    buffer,
    new Uint8Array(size.buffer),
    null,
    0n,
  ) === 0;
  return {
    pid,
    parent: new DataView(info.buffer).getUint32(BSD_INFO.parent, true),
    program: length > 0 ? decoder.decode(path.subarray(0, length)) : "",
    ...argumentsIn(read ? buffer.subarray(0, Number(size[0])) : new Uint8Array(0)),
    folder: shown ? textAt(folders.subarray(0, FOLDERS.path + FOLDERS.longest), FOLDERS.path) : "",
  };
}
