/**
 * The windows' process. It draws on the main thread, as macOS requires. Orders arrive as JSON lines on
 * standard input, events leave as JSON lines on standard output.
 */
import type { FromChild, ToChild } from "../protocol.ts";
import { readOrders } from "./lines.ts";
import { Mailbox } from "./mailbox.ts";
import type { ReaderStart } from "./reader.ts";
import type { Toolkit } from "./toolkit.ts";
import { createViews } from "./views.ts";

/**
 * Runs the windows' process until the host ends it or the host ends. The arguments are the path of the
 * webview library (empty on Linux), the folder with the windows' icon, and `usual` to run without measures
 * that save memory. `load` replaces the system's toolkit.
 */
export async function runWindowsChild(
  [library = "", icons = "", memory = ""]: readonly string[],
  load: (library: string, icons: string, sparing: boolean) => Promise<Toolkit> | Toolkit = loadToolkit,
): Promise<void> {
  let toolkit: Toolkit;
  try {
    toolkit = await load(library, icons, memory !== "usual");
  } catch (error) {
    return tell({ type: "failed", reason: "library", message: (error as Error).message });
  }
  toolkit.endWithParent();
  const views = createViews(toolkit, {
    onClosed: (id) => tell({ type: "closed", id }),
    onFocused: (id) => tell({ type: "focused", id }),
    onCrashed: (id) => tell({ type: "crashed", id }),
    onDropped: (id, paths) => tell({ type: "dropped", id, paths: [...paths] }),
  });
  if (!views) return tell({ type: "failed", reason: "display", message: "there is no display" });

  const obey = (text: string) => {
    try {
      const message = JSON.parse(text) as ToChild;
      if (message.type === "quit") Deno.exit(0);
      if (message.type === "ping") tell({ type: "pong" });
      else if (message.type === "dark") toolkit.setDark(message.dark);
      else views.handle(message);
    } catch (error) {
      tell({ type: "error", message: String(error) });
    }
  };
  if (toolkit.input.by === "loop") {
    const lines = readOrders();
    toolkit.input.listen(() => {
      const come = lines.next();
      if (come === null) Deno.exit(0);
      for (const line of come) obey(line);
    });
  } else await readBeside(toolkit.input.waker, obey);
  toolkit.followTextScale?.((scale) => tell({ type: "scale", scale }));
  tell({ type: "ready" });
  toolkit.run();
  Deno.exit(0);
}

/** Reads standard input on a separate thread, for a toolkit whose loop cannot watch files. */
async function readBeside(
  waker: (onWake: () => void) => ReaderStart["waker"],
  obey: (text: string) => void,
): Promise<void> {
  const mailbox = new Mailbox();
  const start: ReaderStart = {
    mailbox: mailbox.buffer,
    waker: waker(() => {
      const text = mailbox.take();
      if (text !== null) obey(text);
    }),
  };
  const reader = new Worker(new URL("./reader.ts", import.meta.url), { type: "module" });
  await new Promise<void>((resolve) => {
    reader.onmessage = () => resolve();
    reader.postMessage(start);
  });
}

async function loadToolkit(library: string, icons: string, sparing: boolean): Promise<Toolkit> {
  if (Deno.build.os === "darwin") return (await import("./darwin.ts")).darwinToolkit(library);
  if (Deno.build.os === "windows") return (await import("./windows.ts")).windowsToolkit(library);
  return (await import("./linux.ts")).linuxToolkit(icons, sparing);
}

/**
 * Sends a message to the host with a synchronous write, because the event loop of this thread stands still
 * while the toolkit's loop runs.
 */
function tell(message: FromChild): void {
  const bytes = new TextEncoder().encode(`${JSON.stringify(message)}\n`);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}

if (import.meta.main) await runWindowsChild(Deno.args);
