import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { plainHome } from "../../core/home.ts";
import { kedgePaths } from "../../core/paths.ts";
import { talkToFirst } from "../../tray/instance/channel.ts";
import { isPrivate } from "../../tray/instance/connect.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { printRefusal } from "../refusal.ts";
import { onStopSignal, untilAborted } from "../signals.ts";
import type { DevEvent } from "./events.ts";
import { createTerminal } from "./terminal.ts";

/**
 * `--dev DIR`: develops an extension. The running Kedge, otherwise this process, checks and compiles it at
 * each save and offers its actions. Nothing is installed, and nothing remains when this ends.
 */
export async function run(args: Args): Promise<number> {
  const named = resolve(args.operands[0]!);
  const folder = await realpath(named).catch(() => named);
  if (!await stat(folder).then((info) => info.isDirectory(), () => false)) {
    return printRefusal(args, `${folder} is not a folder`, "Start an extension with: kedge --new DIR");
  }
  const attached = await attach(folder, args.json);
  if (attached !== null) return attached;
  const { run } = await import("../start/mod.ts");
  return await run({ ...args, operands: [folder] });
}

/** Develops the folder in the running Kedge and returns the exit status; null when no Kedge runs. */
async function attach(folder: string, json: boolean): Promise<number | null> {
  const home = plainHome() ?? kedgePaths().home;
  // In a home that others can write to, another user's program may be listening.
  if (!await isPrivate(home).catch(() => false)) return null;
  const ending = new AbortController();
  const release = onStopSignal(() => ending.abort());
  let status: number = EXIT.failed;
  let heard = false;
  try {
    const reached = await talkToFirst(home, "develop", { folder }, ending.signal, async (channel) => {
      const terminal = createTerminal(folder, json, () => channel.send({ wish: "again" }));
      channel.hear((message) => {
        heard = true;
        terminal.show(message as DevEvent);
      });
      await untilAborted(channel.signal);
      terminal.close();
      status = terminal.refused ? EXIT.refused : EXIT.done;
    });
    if (!reached) return null;
  } finally {
    release();
  }
  if (!heard && !ending.signal.aborted) {
    console.error("kedge: the Kedge that runs does not know --dev\nQuit it, then try again.");
    return EXIT.failed;
  }
  return status;
}
