import { Buffer } from "node:buffer";
import { atoms, connectX11, notifySelection } from "../../../src/tray/x11/client.ts";
import type { Desktop } from "./desktop.ts";
import { waitFor } from "./wait.ts";
import type { Window } from "./windows.ts";

/** Version of XDND, and the names of its atoms. */
const VERSION = 5;
const NAMES = [
  "XdndSelection",
  "XdndEnter",
  "XdndPosition",
  "XdndLeave",
  "XdndStatus",
  "XdndDrop",
  "XdndFinished",
  "XdndActionCopy",
  "text/uri-list",
  "TARGETS",
] as const;

/** Files that a program of the desktop drags, as file managers do (XDND). */
export interface Drag {
  /** Holds the files over a position of the window, relative to its corner, until the window accepts them. */
  over(window: Window, x: number, y: number): Promise<void>;
  /** Moves the files out of the window. */
  leave(window: Window): void;
  /** Drops the files, and waits until the window has fetched them. */
  drop(window: Window): Promise<void>;
  close(): void;
}

/** Begins to drag files or folders, given by absolute paths. */
export async function dragFiles(desktop: Desktop, paths: readonly string[]): Promise<Drag> {
  const greeting = await connectX11(desktop.display);
  // deno-lint-ignore no-explicit-any -- what only tests use of the untyped package
  const client = greeting.client as any;
  const numbers = await atoms(greeting.client, NAMES);
  const atom = (name: typeof NAMES[number]) => numbers.get(name)!;
  const source: number = client.AllocID();
  client.CreateWindow(source, greeting.screen[0]!.root, 0, 0, 1, 1, 0, 0, 0, 0, { eventMask: 0 });
  client.SetSelectionOwner(source, atom("XdndSelection"), 0);
  const list = paths.map((path) => `file://${path.split("/").map(encodeURIComponent).join("/")}\r\n`).join(
    "",
  );
  let taken = false, finished = false;
  // deno-lint-ignore no-explicit-any
  client.on("event", (event: any) => {
    if (event.name === "ClientMessage" && event.message_type === atom("XdndStatus")) {
      taken = (event.data[1] & 1) === 1;
    }
    if (event.name === "ClientMessage" && event.message_type === atom("XdndFinished")) finished = true;
    if (event.name !== "SelectionRequest") return;
    const { requestor, target } = event;
    const property = event.property || target;
    if (target === atom("TARGETS")) {
      client.ChangeProperty(0, requestor, property, 4, 32, [atom("text/uri-list")]);
    } else client.ChangeProperty(0, requestor, property, target, 8, Buffer.from(list));
    notifySelection(client, event, property);
  });
  const tell = ({ id }: Window, name: typeof NAMES[number], data: number[]) =>
    client.SendClientMessage(Number(id), Number(id), atom(name), 32, [source, ...data], 0);
  return {
    async over(window, x, y) {
      taken = false;
      tell(window, "XdndEnter", [VERSION << 24, atom("text/uri-list"), 0, 0]);
      await waitFor("the window to take the files", () => {
        const place = (window.x + x) << 16 | (window.y + y);
        tell(window, "XdndPosition", [0, place, 0, atom("XdndActionCopy")]);
        return taken;
      });
    },
    leave: (window) => tell(window, "XdndLeave", [0, 0, 0, 0]),
    async drop(window) {
      finished = false;
      tell(window, "XdndDrop", [0, 0, 0, 0]);
      await waitFor("the files to be fetched", () => finished);
    },
    close: () => client.terminate(),
  };
}
