import { dirname, join } from "node:path";
import { closedToOthers } from "../../files/closed.ts";
import { startProgram } from "../../platform/hidden.ts";
import { hostSystem, killTree } from "../../platform/mod.ts";
import type { Go } from "./go.ts";

/** Maximum duration of one call of Go, ms; a longer one hangs. */
const LIMIT = 300_000;
const OUTPUT_LIMIT = 1 << 20;

/** One call of the go program. */
interface GoCall {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly signal?: AbortSignal | undefined;
  /** Called with each complete line that Go prints. */
  readonly onLine?: (line: string) => void;
}

/** Paths that do not exist: Go needs a folder for its module cache but downloads nothing into it. */
const NO_GOPATH = {
  linux: "/nonexistent/kedge",
  darwin: "/nonexistent/kedge",
  windows: "C:\\nonexistent\\kedge",
};

/** Returns the value of GOPATH. GOPATH is a list, so a folder with the list's separator in its path cannot be used. */
function goPath(folder: string): string {
  const { name, pathDelimiter } = hostSystem();
  return folder.includes(pathDelimiter) ? NO_GOPATH[name] : folder;
}

/** Returns the whole environment of `go`. HOME is missing because the user's Go settings and telemetry lie below it. */
export function goEnvironment(go: Go, root: string, temporary: string): Record<string, string> {
  const system: Record<string, string> = {};
  // Windows programs do not start without these.
  for (const name of ["SystemRoot", "SystemDrive", "windir"]) {
    const value = Deno.env.get(name);
    if (hostSystem().name === "windows" && value) system[name] = value;
  }
  return {
    ...system,
    PATH: hostSystem().name === "windows" ? dirname(go.path) : `${dirname(go.path)}:/usr/bin:/bin`,
    TMPDIR: temporary,
    TMP: temporary,
    TEMP: temporary,
    GOENV: "off",
    GOCACHE: join(root, "build"),
    GOPATH: goPath(join(root, "path")),
    GOMODCACHE: join(root, "path", "mod"),
    GOTMPDIR: temporary,
    GOPROXY: "off",
    GOSUMDB: "off",
    GOWORK: "off",
    GO111MODULE: "on",
    GOTOOLCHAIN: "local",
    GOFLAGS: "-mod=readonly",
    CGO_ENABLED: "0",
  };
}

/**
 * Runs go and returns its standard output and error together. Rejects with the signal's reason when the
 * signal aborts; go and all processes it started are ended then.
 */
export async function runGo(go: Go, call: GoCall): Promise<{ ok: boolean; text: string }> {
  const { signal } = call;
  signal?.throwIfAborted();
  // Go itself makes the files of its cache readable for everyone.
  const child = await closedToOthers(() =>
    startProgram(go.path, call.args, { cwd: call.cwd, env: call.env, detached: true, stdin: "null" })
  );
  // Killing only `go` would leave its compilers running.
  const end = () => void killTree(child.pid);
  signal?.addEventListener("abort", end, { once: true });
  if (signal?.aborted) end();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, LIMIT);
  try {
    const [out, err, status] = await Promise.all([
      readText(child.stdout, call.onLine),
      readText(child.stderr, call.onLine),
      child.status,
    ]);
    signal?.throwIfAborted();
    if (timedOut) return { ok: false, text: `go did not end within ${LIMIT / 1000} s` };
    // Go says this of a compiler that the system ended, but cannot say it of itself.
    const killed = status.signal === "SIGKILL" ? "\nsignal: killed" : "";
    return { ok: status.code === 0, text: out + err + killed };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

/** Reads the stream to its end, so that its writer never blocks, and returns the beginning. */
async function readText(
  stream: ReadableStream<Uint8Array>,
  onLine: ((line: string) => void) | undefined,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let reported = 0;
  for await (const chunk of stream) {
    if (text.length >= OUTPUT_LIMIT) continue;
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf("\n", reported); onLine && end >= 0; end = text.indexOf("\n", reported)) {
      onLine(text.slice(reported, end));
      reported = end + 1;
    }
  }
  return text;
}
