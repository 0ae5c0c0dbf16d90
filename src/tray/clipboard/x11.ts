import { Buffer } from "node:buffer";
import type { Secret } from "../../core/secret.ts";
import {
  asked,
  atoms,
  connectX11,
  notifySelection,
  type X11Client,
  type X11Display,
  type X11Event,
} from "../x11/client.ts";
import type { Clipboard, HeldSelection, NotHeld } from "./backend.ts";

/** Numbers of the protocol: CurrentTime and None, the types ATOM and INTEGER, and the event PropertyNotify. */
const NONE = 0, ATOM = 4, INTEGER = 19, PROPERTY_CHANGE = 0x40_0000;

/** Under these names programs ask for a text. */
const TEXTS = ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING", "TEXT"];

/** KDE's name for a mark that Klipper and other keepers of what was copied know: its value says what is there. */
const MARK = "x-kde-passwordManagerHint", SECRET = "secret";

/** All names that are asked for, or told of. */
const NAMES = ["CLIPBOARD", "TARGETS", "TIMESTAMP", MARK, "KEDGE_TIME", ...TEXTS];

/** How long the server may take, ms. */
const PATIENCE = 5_000;

/**
 * The clipboard of an X server. A program holds a text there by answering everybody who asks for it; so Kedge knows when
 * something else was copied, and what it held is gone when it ends, however it ends.
 */
export function x11Clipboard(name: string): Clipboard {
  return {
    async hold(text) {
      const connecting = connectX11(name);
      try {
        return await inTime(connecting.then((display) => hold(display, text)));
      } catch (error) {
        // A copy that comes too late is not held.
        void connecting.then(({ client }) => client.terminate(), () => {});
        return gone(name, (error as Error).message);
      }
    },
  };
}

/** Gives what comes within the server's time. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer;
  const late = new Promise<never>((_, reject) =>
    timer = setTimeout(() => reject(new Error("it does not answer")), PATIENCE)
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function hold(display: X11Display, text: Secret): Promise<HeldSelection | NotHeld> {
  const { client } = display;
  const [root] = display.screen.map(({ root }) => root);
  const window = client.AllocID();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: time, resolve: isTime } = Promise.withResolvers<number>();
  const values = await atoms(client, NAMES);
  const selection = values.get("CLIPBOARD")!;
  let since = 0, holds = true;

  client.on("end", () => {
    holds = false;
    end();
  });
  client.on("event", (event) => {
    if (event.name === "PropertyNotify") isTime(event.time);
    // Something else was copied.
    else if (event.name === "SelectionClear") {
      holds = false;
      client.terminate();
    } else if (event.name === "SelectionRequest") answer(client, event, values, since, text);
  });
  client.CreateWindow(window, root!, 0, 0, 1, 1, 0, 0, 0, 0, { eventMask: PROPERTY_CHANGE });
  // The server's own time, from a change of nothing: a copy must be newer than the one before.
  client.ChangeProperty(2, window, values.get("KEDGE_TIME")!, INTEGER, 32, Buffer.alloc(0));
  since = await time;
  client.SetSelectionOwner(window, selection, since);
  if (await asked<number>((reply) => client.GetSelectionOwner(selection, reply)) !== window) {
    client.terminate();
    return { error: "Another program holds the clipboard.", hint: "Try again." };
  }
  return {
    marked: true,
    async clear() {
      if (holds) {
        // Programs that have asked already wait for an answer without end: what came before this reply is answered
        // before it.
        client.SetSelectionOwner(NONE, selection, since);
        const reply = asked<number>((reply) => client.GetSelectionOwner(selection, reply));
        await inTime(Promise.race([reply, ended])).catch(() => {});
        client.terminate();
      }
      // Of a server that hangs nothing comes any more, and what it held is out of reach.
      await inTime(ended).catch(() => {});
    },
  };
}

/** Gives what was asked for, or says that there is none of it. */
function answer(
  client: X11Client,
  event: X11Event,
  values: ReadonlyMap<string, number>,
  since: number,
  text: Secret,
): void {
  const { requestor, target, property } = event;
  // Programs of long ago name no property.
  const written = property === NONE ? target : property;
  const give = (type: number, units: 8 | 32, data: Buffer | readonly number[]) =>
    client.ChangeProperty(0, requestor, written, type, units, data);
  const name = NAMES.find((name) => values.get(name) === target);
  let given = true;
  if (name === "TARGETS") {
    give(ATOM, 32, ["TARGETS", "TIMESTAMP", MARK, ...TEXTS].map((name) => values.get(name)!));
  } else if (name === "TIMESTAMP") give(INTEGER, 32, [since]);
  else if (name === MARK) give(values.get("STRING")!, 8, Buffer.from(SECRET));
  else if (name !== undefined && TEXTS.includes(name)) give(target, 8, Buffer.from(text.open()));
  else given = false;
  notifySelection(client, event, given ? written : NONE);
}

function gone(display: string, why: string): NotHeld {
  return {
    error: `The clipboard of the X server ${display} cannot be reached: ${why}.`,
    hint: "Check DISPLAY, or use --exports in the terminal instead.",
  };
}
