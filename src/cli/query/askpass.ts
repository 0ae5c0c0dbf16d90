import { plainHome } from "../../core/home.ts";
import { isPrivate } from "../../tray/instance/connect.ts";
import { talkToFirst } from "../../tray/instance/channel.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";

/** Maximum characters of a question that are passed on, because servers write questions. */
const MAX_LENGTH = 1300;

/**
 * `--askpass QUESTION`: `ssh` calls this when it has a question. The running Kedge that started ssh asks the
 * user, and the answer goes to standard output, which is a pipe of ssh. Any other caller gets no answer.
 */
export async function run({ operands: [text = ""] }: Args): Promise<number> {
  const token = Deno.env.get("KEDGE_ASKPASS");
  const home = plainHome();
  if (!token || !home || !await isPrivate(home).catch(() => false)) {
    console.error("kedge: --askpass is for an ssh that a running Kedge has started");
    return EXIT.refused;
  }
  const hint = Deno.env.get("SSH_ASKPASS_PROMPT") ?? "";
  const question = { token, text: text.slice(0, MAX_LENGTH), hint };
  let answer: unknown = null;
  await talkToFirst(
    home,
    "askpass",
    question,
    new AbortController().signal,
    (channel) =>
      new Promise((resolve) => {
        channel.hear((message) => {
          answer = message;
          resolve();
        });
        channel.signal.addEventListener("abort", () => resolve());
      }),
  );
  if (typeof answer !== "string") return EXIT.failed;
  await Deno.stdout.write(new TextEncoder().encode(`${answer}\n`));
  return EXIT.done;
}
