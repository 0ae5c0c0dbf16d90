import { startProgram } from "../../core/platform/hidden.ts";
import { parseEvent } from "./protocol.ts";

/**
 * Maximum length of a line from the helper, in UTF-16 units; a longer line ends the helper. Its events have a
 * few hundred.
 */
const MAX_LINE_LENGTH = 64 * 1024;

/**
 * Maximum number of bytes that wait for the helper; beyond that it counts as stuck and is ended. A menu has
 * at most a few hundred thousand.
 */
const MAX_WAITING = 4 * 1024 * 1024;

/** How long a helper may take to report that it is ready, in ms. */
const READY_LIMIT = 10_000;

/** How long a helper may take to end after a request, in ms. */
const END_LIMIT = 2_000;

/** Environment variables that the helper gets. It needs only a desktop and must not see credentials. */
const PASSED_ON = [
  "APPDATA",
  "DBUS_SESSION_BUS_ADDRESS",
  "DISPLAY",
  "HOME",
  "LANG",
  "LC_ALL",
  "LOCALAPPDATA",
  "PATH",
  "SystemRoot",
  "TEMP",
  "TMP",
  "TMPDIR",
  "USERPROFILE",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "XDG_CURRENT_DESKTOP",
  "XDG_DATA_DIRS",
  "XDG_RUNTIME_DIR",
  "XDG_SESSION_TYPE",
  "windir",
];

/** A running helper program. It also ends when Kedge does, because its standard input ends. */
export type Helper = Awaited<ReturnType<typeof startHelper>>;

/**
 * Starts a helper and waits until it accepts menus. Throws an Error with the reason when it does not. `start`
 * and `windows` are replaced in tests.
 */
export async function startHelper(
  binary: string,
  onClick: (id: number) => void,
  start = startProgram,
  windows = Deno.build.os === "windows",
) {
  const env = Object.fromEntries(PASSED_ON.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
  let child;
  try {
    child = await start(binary, [], { env });
  } catch (error) {
    throw new Error(notStarted((error as Error).message));
  }
  const input = child.stdin.getWriter();
  const kill = (signal: "SIGTERM" | "SIGKILL" = "SIGTERM") => {
    try {
      child.kill(signal);
    } catch {
      // The helper has already ended.
    }
  };
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();
  const listening = readLines(child.stdout, (line) => {
    const event = parseEvent(line);
    if (event && "ready" in event) isReady();
    else if (event) onClick(event.clicked);
  }).catch(() => kill());
  let complaint = "";
  const complaints = readLines(child.stderr, (line) => complaint = withoutStamp(line) || complaint).catch(
    () => {},
  );
  const ended = Promise.all([child.status, listening, complaints])
    .then(([status]) => complaint || `it ended with ${status.signal ?? status.code}`);

  const timer = setTimeout(() => kill("SIGKILL"), READY_LIMIT);
  const reason = await Promise.race([ready, ended]);
  clearTimeout(timer);
  if (reason !== undefined) throw new Error(reason);
  let waiting = 0;
  return {
    pid: child.pid,
    /** Resolves with the reason of its end: the last line on standard error, or its exit status. */
    ended,
    send(line: string) {
      // `ended` reports a helper that no longer reads.
      const bytes = new TextEncoder().encode(`${line}\n`);
      waiting += bytes.length;
      if (waiting > MAX_WAITING) return kill("SIGKILL");
      input.write(bytes).then(() => waiting -= bytes.length, () => {});
    },
    /** Ends the helper and waits until it has ended. */
    async end() {
      // Windows has no signals, and keeps the icon of a program that is killed until the pointer passes over it.
      if (windows) this.send('{"type":"exit"}');
      else kill();
      // A program that the helper started may keep its output open; that program ends when the input closes.
      void input.close().catch(() => {});
      // A stuck helper would leave a second icon that does not react.
      const stuck = setTimeout(() => kill("SIGKILL"), END_LIMIT);
      await ended;
      clearTimeout(stuck);
    },
  };
}

/**
 * Returns why a helper did not start. On macOS os error 86 (EBADARCH) means that the helper is for Intel
 * processors only.
 */
export function notStarted(why: string): string {
  return /os error 86\b/.test(why)
    ? "it is made for Intel processors, and Rosetta is not installed: `softwareupdate --install-rosetta` installs it"
    : why;
}

/** Returns a line of GTK without its process number and time: `cannot open display`. */
export function withoutStamp(line: string): string {
  return line.trim().replace(/^\(.*?:\d+\): (\w+-\w+ \*\*: )?([\d:.]+: )?/, "").replace(/:\s*$/, "");
}

async function readLines(stream: ReadableStream<Uint8Array>, heard: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MAX_LINE_LENGTH) throw new Error("the line does not end");
    lines.forEach(heard);
  }
}
