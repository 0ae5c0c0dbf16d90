/** The reading thread of the windows' process: hands each line of standard input to the drawing thread. */
import { readOrders } from "./lines.ts";
import { Mailbox } from "./mailbox.ts";
import type { Waker } from "./toolkit.ts";

/** What the drawing thread sends to begin with. */
export interface ReaderStart {
  readonly mailbox: SharedArrayBuffer;
  readonly waker: Waker;
}

/** A drawing thread that takes no message for so long, in ms, hangs: the host starts another process. */
const HUNG_MS = 30_000;
/** How long the drawing thread has to end itself when the host has gone, in ms. */
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
  // The host has gone, or the drawing thread hangs.
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
