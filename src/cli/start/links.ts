import * as z from "zod";
import type { App } from "../../core/app/app.ts";
import { readConfigFile } from "../../core/config_file/read.ts";
import { LINK_LIMITS } from "../../core/links/link.ts";
import type { KedgePaths } from "../../core/paths.ts";
import { openerName } from "../../core/platform/opener.ts";
import { asSentence } from "../../core/text/sentences.ts";
import { askFirst } from "../../tray/instance/ask.ts";
import { passStartOn } from "../../tray/foreground.ts";
import { createNotifier } from "../../tray/notifications/mod.ts";
import { type Args, isLink } from "../args.ts";
import { EXIT } from "../exit.ts";
import { printRefusal } from "../refusal.ts";

/** A link that Kedge was started with, and the program that opened it. */
const openedLink = z.object({
  // One character more than allowed, so that a longer link is refused as too long.
  link: z.string().max(LINK_LIMITS.link + 1).refine(isLink),
  from: z.string().max(200).optional(),
});
type OpenedLink = z.infer<typeof openedLink>;

const answered = z.object({
  ok: z.boolean(),
  error: z.string().max(500).optional(),
  hint: z.string().max(500).optional(),
});

/** A start with a link, with the answer of the running Kedge once that has received the link. */
interface LinkStart extends OpenedLink {
  answer?: z.infer<typeof answered>;
}

/** Returns the link of a command line; null when there is none. */
export function linkOf({ operands }: Pick<Args, "operands">): LinkStart | null {
  const [link] = operands;
  // `--dev` starts Kedge with its folder as the operand.
  if (link === undefined || !isLink(link)) return null;
  const from = openerName();
  return { link: link.slice(0, LINK_LIMITS.link + 1), ...(from && { from }) };
}

/** Passes a link on to the running Kedge, and lets its window take the focus; returns false when none answers. */
export async function handOverLink(
  paths: KedgePaths,
  start: LinkStart,
  { ask, passOn } = { ask: askFirst, passOn: passStartOn },
): Promise<boolean> {
  const { link, from } = start;
  passOn();
  const given = answered.safeParse(await ask(paths.home, "link", { link, ...(from && { from }) })).data;
  if (given) start.answer = given;
  return given !== undefined;
}

/** Returns the answer to a later start that passes a link on. */
export function answerLink(app: Pick<App, "takeLink">, question: unknown): Promise<unknown> {
  const opened = openedLink.safeParse(question).data;
  return Promise.resolve(opened ? app.takeLink(opened.link, opened.from) : null);
}

/**
 * Refuses a link before anything starts, if links are switched off or config.json does not say, and returns
 * the exit status; null otherwise. Browsers hide standard error, so the desktop shows the message too.
 */
export async function refusedLink(args: Args, paths: KedgePaths): Promise<number | null> {
  const { config, status: read } = readConfigFile(paths.config, { ownedByUser: true });
  if (config.linksEnabled) return null;
  // Settings does not write to a file that cannot be read, so its switch would not help.
  const [why, way, exit] = read === "unreadable"
    ? [`${paths.config} cannot be read`, "See: kedge --validate-config", EXIT.usage]
    : ["links to Kedge are switched off", "Settings, General switches them on.", EXIT.refused];
  const status = printRefusal(args, `${why}, so nothing came of this link`, way, exit);
  if (args.json || Deno.stderr.isTerminal()) return status;
  const notifier = createNotifier(() => {});
  try {
    const title = "Kedge did not open a link";
    await notifier.show({ title, message: `${asSentence(why)} ${way}`, urgency: "normal" });
  } finally {
    notifier.close();
  }
  return status;
}

/** Ends a start whose link another Kedge received, and returns the exit status. */
export function handedOver(args: Args, { answer }: LinkStart): number {
  if (answer?.ok === false) {
    return printRefusal(args, answer.error ?? "the link was not taken", answer.hint, EXIT.refused);
  }
  if (args.json) console.log(JSON.stringify({ ok: true }));
  return EXIT.done;
}
