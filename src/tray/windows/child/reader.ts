/** The reading thread of the windows' process, which passes each line of standard input to the drawing thread. */
import { readOrders } from "./lines.ts";
import { Mailbox } from "./mailbox.ts";
import type { Waker } from "./toolkit.ts";

/** First message from the drawing thread. */
export interface ReaderStart {
  readonly mailbox: SharedArrayBuffer;
  readonly waker: Waker;
}

/**
 * How long the drawing thread may take to accept a message, in ms. After that it hangs: this process ends and
 * the host starts another one.
 */
const HUNG_MS = 30_000;
/** How long the drawing thread may take to end the process when the host has gone, in ms. */
const PATIENCE_MS = 1000;

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<ReaderStart>) => void) | null;
  postMessage(message: string): void;
};

scope.onmessage = ({ data }) => {
  const mailbox = new Mailbox(data.mailbox);
  const wake = wakeFunction(data.waker);
  scope.postMessage("ready");
  const input = readOrders();
  for (let hangs = false, lines = input.next(); lines !== null && !hangs; lines = input.next()) {
    for (const line of lines) {
      hangs = !mailbox.put(line, HUNG_MS);
      if (hangs) break;
      wake();
    }
  }
  // The loop has ended because the host has gone or the drawing thread hangs.
  if (mailbox.put(JSON.stringify({ type: "quit" }), PATIENCE_MS)) {
    wake();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PATIENCE_MS);
  }
  Deno.kill(Deno.pid, "SIGKILL");
};

function wakeFunction(waker: Waker): () => void {
  const callback = Deno.UnsafePointer.create(waker.callback);
  const { symbols } = Deno.dlopen(waker.library, {
    webview_dispatch: { parameters: ["pointer", "pointer", "pointer"], result: "i32" },
  });
  const root = Deno.UnsafePointer.create(waker.root);
  return () => symbols.webview_dispatch(root, callback, null);
}
