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

/**
 * Constants of the X11 protocol: the value None (also CurrentTime), the types ATOM and INTEGER, and the event
 * mask PropertyChange.
 */
const NONE = 0, ATOM = 4, INTEGER = 19, PROPERTY_CHANGE = 0x40_0000;

/** Names of the formats in which programs ask for a text. */
const TEXTS = ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING", "TEXT"];

/** The format and value by which KDE marks a secret. Klipper and other clipboard managers honour this mark. */
const MARK = "x-kde-passwordManagerHint", SECRET = "secret";

/** Names of all atoms that are used here. */
const NAMES = ["CLIPBOARD", "TARGETS", "TIMESTAMP", MARK, "KEDGE_TIME", ...TEXTS];

/** How long the X server may take to answer, in ms. */
const PATIENCE = 5_000;

/**
 * Returns the clipboard of an X server. A program holds a text by answering every request for it. Kedge
 * therefore learns when something else is copied, and the text is gone when Kedge ends, even after a crash.
 */
export function x11Clipboard(name: string): Clipboard {
  return {
    async hold(text) {
      const connecting = connectX11(name);
      try {
        return await inTime(connecting.then((display) => hold(display, text)));
      } catch (error) {
        // A connection that comes after the time limit is closed, so that its text is not kept.
        void connecting.then(({ client }) => client.terminate(), () => {});
        return gone(name, (error as Error).message);
      }
    },
  };
}

/** Waits for `work`. Throws when the server does not answer within the time limit. */
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
    // Another program copied something.
    else if (event.name === "SelectionClear") {
      holds = false;
      client.terminate();
    } else if (event.name === "SelectionRequest") answer(client, event, values, since, text);
  });
  client.CreateWindow(window, root!, 0, 0, 1, 1, 0, 0, 0, 0, { eventMask: PROPERTY_CHANGE });
  // An empty change makes the server tell its own time. Taking the selection needs that time, because a copy
  // must be newer than the one before.
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
        // Programs that have already asked wait for an answer without a time limit. The server answers in
        // order, so this reply arrives after all earlier requests were answered.
        client.SetSelectionOwner(NONE, selection, since);
        const reply = asked<number>((reply) => client.GetSelectionOwner(selection, reply));
        await inTime(Promise.race([reply, ended])).catch(() => {});
        client.terminate();
      }
      // A server that hangs never ends the connection, and Kedge cannot reach what that server holds.
      await inTime(ended).catch(() => {});
    },
  };
}

/** Answers a request for the selection: writes the requested format, or reports that it is not available. */
function answer(
  client: X11Client,
  event: X11Event,
  values: ReadonlyMap<string, number>,
  since: number,
  text: Secret,
): void {
  const { requestor, target, property } = event;
  // Obsolete programs name no property; the target names it then.
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
