import { join } from "node:path";
import { foldersBelow, MAX_FOLDERS } from "./folders_below.ts";
import type { FolderWatch, WatchOptions } from "./watched.ts";

/** Constants of the kernel's interface, the same for each processor. */
const NONBLOCK = 0o4000, CLOEXEC = 0o2000000, POLLIN = 1;
const MODIFY = 0x2, ATTRIB = 0x4, MOVED_FROM = 0x40, MOVED_TO = 0x80, CREATE = 0x100, DELETE = 0x200;
const DELETE_SELF = 0x400, MOVE_SELF = 0x800, IGNORED = 0x8000;
const ONLYDIR = 0x1000000, DONT_FOLLOW = 0x2000000, ISDIR = 0x40000000;
const CHANGES = MODIFY | ATTRIB | MOVED_FROM | MOVED_TO | CREATE | DELETE | DELETE_SELF | MOVE_SELF;

/** Bytes of an event before the name, and bytes read at once. */
const HEAD = 16, READ = 64 * 1024;

function libc() {
  return Deno.dlopen("libc.so.6", {
    inotify_init1: { parameters: ["i32"], result: "i32" },
    inotify_add_watch: { parameters: ["i32", "buffer", "u32"], result: "i32" },
    inotify_rm_watch: { parameters: ["i32", "i32"], result: "i32" },
    eventfd: { parameters: ["u32", "i32"], result: "i32" },
    poll: { parameters: ["buffer", "u64", "i32"], result: "i32", nonblocking: true },
    read: { parameters: ["i32", "buffer", "usize"], result: "isize" },
    write: { parameters: ["i32", "buffer", "usize"], result: "isize" },
    close: { parameters: ["i32"], result: "i32" },
  }).symbols;
}

let library: ReturnType<typeof libc> | undefined;

const decoder = new TextDecoder();

/** A folder that the kernel watches. */
interface Watched {
  /** The watched folder that the caller named. */
  readonly root: string;
  /** Path relative to that folder; empty for the folder itself. */
  readonly path: string;
}

/**
 * Watches with the kernel's own queue, which reports entries by name and opens none. Throws when the system
 * has no inotify.
 */
export function watchByInotify(
  folders: readonly string[],
  { enter, onChange }: WatchOptions,
): FolderWatch {
  const c = library ??= libc();
  const queue = c.inotify_init1(NONBLOCK | CLOEXEC);
  if (queue < 0) throw new Error("the kernel has no watches left");
  const ending = c.eventfd(0, NONBLOCK | CLOEXEC);
  const watched = new Map<number, Watched>();
  const walks = new Set<Promise<void>>();
  let closed = false;

  function watch(at: Watched, more: number): boolean {
    const name = new TextEncoder().encode(`${join(at.root, at.path)}\0`);
    const watch = c.inotify_add_watch(queue, name, CHANGES | ONLYDIR | more);
    if (watch >= 0) watched.set(watch, at);
    return watch >= 0;
  }

  /** Watches the folders below one, and reports that it may have changed before that. */
  function watchBelow(from: Watched): void {
    const walk = walkBelow(from).finally(() => walks.delete(walk));
    walks.add(walk);
  }
  async function walkBelow({ root, path: from }: Watched): Promise<void> {
    if (!enter) return;
    const below = (path: string) => [from, path].filter((part) => part !== "").join("/");
    for await (const { path } of foldersBelow(join(root, from), (path) => enter(below(path)))) {
      if (closed || watched.size > MAX_FOLDERS) break;
      if (below(path) !== "") watch({ root, path: below(path) }, DONT_FOLLOW);
    }
    if (!closed) onChange(join(root, from), false);
  }

  /** Stops watching a folder that was moved out of the tree. */
  function unwatch({ root, path }: Watched): void {
    for (const [watch, at] of watched) {
      if (at.root !== root || (at.path !== path && !at.path.startsWith(`${path}/`))) continue;
      watched.delete(watch);
      c.inotify_rm_watch(queue, watch);
    }
  }

  function hear(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let at = 0, size = 0; at + HEAD <= bytes.length && !closed; at += HEAD + size) {
      size = view.getUint32(at + 12, true);
      const mask = view.getUint32(at + 4, true);
      const of = watched.get(view.getInt32(at, true));
      const raw = bytes.subarray(at + HEAD, at + HEAD + size);
      const name = decoder.decode(raw.subarray(0, raw.includes(0) ? raw.indexOf(0) : size));
      if (!of) {
        // The queue has overflowed, so anything may have changed.
        if (view.getInt32(at, true) === -1) folders.forEach((folder) => onChange(folder, false));
        continue;
      }
      if (mask & IGNORED) watched.delete(view.getInt32(at, true));
      // The event of the parent folder already reports a removed folder.
      if (name === "" && of.path !== "") continue;
      if (mask & ISDIR && name !== "" && enter) {
        const entry = { root: of.root, path: of.path ? `${of.path}/${name}` : name };
        if (mask & MOVED_FROM) unwatch(entry);
        if (mask & (CREATE | MOVED_TO) && enter(entry.path)) watchBelow(entry);
      }
      if (name !== "") onChange(join(of.root, of.path, name), false);
      else onChange(of.root, (mask & (DELETE_SELF | MOVE_SELF | IGNORED)) !== 0);
    }
  }

  async function listen(): Promise<void> {
    const waits = new Uint8Array(16);
    const view = new DataView(waits.buffer);
    const events = new Uint8Array(READ);
    view.setInt32(0, queue, true);
    view.setInt16(4, POLLIN, true);
    view.setInt32(8, ending, true);
    view.setInt16(12, POLLIN, true);
    try {
      while (!closed) {
        await c.poll(waits, 2n, -1);
        const size = closed ? 0 : Number(c.read(queue, events, BigInt(READ)));
        if (size > 0) hear(events.subarray(0, size));
      }
    } finally {
      closed = true;
      c.close(queue);
      c.close(ending);
      await Promise.all(walks);
    }
  }

  // A folder that the caller named may be a link; the folders below may not.
  if (ending < 0 || !folders.every((root) => watch({ root, path: "" }, 0))) {
    c.close(queue);
    if (ending >= 0) c.close(ending);
    throw new Error("a folder is not there, or the kernel has no watches left");
  }
  const listening = listen();
  for (const root of folders) watchBelow({ root, path: "" });
  return {
    close() {
      if (!closed) {
        closed = true;
        c.write(ending, new Uint8Array(new BigUint64Array([1n]).buffer), 8n);
      }
      return listening;
    },
  };
}
