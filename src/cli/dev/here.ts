import * as z from "zod";
import type { App } from "../../core/app/app.ts";
import type { Channel } from "../../tray/instance/channel.ts";
import type { Args } from "../args.ts";
import { followWork, runLastAgain, wish } from "./events.ts";
import { createTerminal } from "./terminal.ts";

const opening = z.strictObject({ folder: z.string().min(1).max(4096) });

/** Develops the extension of a folder for a `kedge --dev` in a terminal, until that ends. */
export async function developFor(app: App, said: unknown, channel: Channel): Promise<void> {
  const { folder } = opening.parse(said);
  channel.hear((message) => {
    if (!wish.safeParse(message).success) return;
    void runLastAgain(app, folder).then((event) => event && channel.send(event));
  });
  // A folder that another terminal develops is refused, so its events are not sent to this terminal.
  const taken = app.store.get().development.some((one) => one.folder === folder);
  const worked = app.development.work(folder, channel.signal);
  if (!taken) followWork(app, folder, channel.signal, (event) => channel.send(event));
  const result = await worked;
  if (!result.ok) channel.send({ type: "failed", ...result });
}

/** Develops the folder of the command line in this process and prints its events. Settles when that ends. */
export async function developHere(app: App, args: Args, signal: AbortSignal): Promise<void> {
  const folder = args.operands[0]!;
  const terminal = createTerminal(
    folder,
    args.json,
    () => void runLastAgain(app, folder).then((event) => event && terminal.show(event)),
  );
  followWork(app, folder, signal, terminal.show);
  const result = await app.development.work(folder, signal);
  if (!result.ok) terminal.show({ type: "failed", ...result });
  terminal.close();
}
