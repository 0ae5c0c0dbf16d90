/** The reading thread of the windows' process: hands each line of standard input to the drawing thread. */
import { Mailbox } from "./mailbox.ts";
import type { Waker } from "./toolkit.ts";

/** What the drawing thread sends to begin with. */
export interface ReaderStart {
  readonly mailbox: SharedArrayBuffer;
  readonly waker: Waker;
}

/** How long the drawing thread has to end itself before it is taken for hung. */
const PATIENCE_MS = 1000;

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<ReaderStart>) => void) | null;
  postMessage(message: string): void;
};

scope.onmessage = ({ data }) => {
  const mailbox = new Mailbox(data.mailbox);
  const wake = wakeFunction(data.waker);
  const hand = (line: string) => {
    mailbox.put(line);
    wake();
  };
  scope.postMessage("ready");
  for (const line of lines()) hand(line);
  // The host has gone.
  hand(JSON.stringify({ type: "quit" }));
  mailbox.drained(PATIENCE_MS);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PATIENCE_MS);
  Deno.kill(Deno.pid, "SIGKILL");
};

function* lines(): Generator<string> {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(64 * 1024);
  let rest = "";
  for (;;) {
    let size: number | null;
    try {
      size = Deno.stdin.readSync(buffer);
    } catch {
      return;
    }
    if (size === null) return;
    const parts = (rest + decoder.decode(buffer.subarray(0, size), { stream: true })).split("\n");
    rest = parts.pop()!;
    yield* parts.filter((part) => part !== "");
  }
}

function wakeFunction(waker: Waker): () => void {
  const callback = Deno.UnsafePointer.create(waker.callback);
  if (waker.by === "glib") {
    const { symbols } = Deno.dlopen("libglib-2.0.so.0", {
      g_idle_add_full: { parameters: ["i32", "pointer", "pointer", "pointer"], result: "u32" },
    });
    return () => symbols.g_idle_add_full(0, callback, null, null);
  }
  const { symbols } = Deno.dlopen(waker.library, {
    webview_dispatch: { parameters: ["pointer", "pointer", "pointer"], result: "i32" },
  });
  const root = Deno.UnsafePointer.create(waker.root);
  return () => symbols.webview_dispatch(root, callback, null);
}
