import * as z from "zod";
import { writeFileAtomic } from "../../core/files/atomic.ts";
import { readRegularText } from "../../core/files/read.ts";
import type { KedgePaths } from "../../core/paths.ts";
import { hostSystem } from "../../core/platform/mod.ts";
import { startedBelow } from "../../core/platform/process_tree/mod.ts";
import { shellWord } from "../../core/platform/shell_word.ts";
import { answerOnWay } from "../../core/ways/questions.ts";
import type { Channel } from "../../tray/instance/channel.ts";
import { kedgeCommandAnywhere } from "../accounts/kedge_command.ts";

/** Maximum bytes of the program. */
const MAX_BYTES = 64 * 1024;

const opening = z.object({
  token: z.string().max(100),
  text: z.string().max(4000),
  hint: z.string().max(100),
});

/** Answers `--askpass` by asking the user of this Kedge. The question disappears when the caller has gone. */
export async function answerAskpass(
  message: unknown,
  channel: Channel,
  callers: readonly number[],
): Promise<void> {
  const question = opening.safeParse(message).data;
  const answer = question &&
    await answerOnWay(question, (root) => startedBelow(root, callers), channel.signal);
  channel.send(answer?.open() ?? null);
}

/**
 * Writes the program that `ssh` calls with a question, and returns its path. ssh accepts only a program
 * without arguments, and Kedge's command may have several words. Returns null on Windows, which cannot start
 * scripts.
 */
export async function askpassProgram(paths: KedgePaths): Promise<string | null> {
  const { name } = hostSystem();
  if (name === "windows") return null;
  const words = kedgeCommandAnywhere(paths, ["--askpass", "--"], name).map((word) => shellWord(word));
  const text = `#!/bin/sh\nexec ${words.join(" ")} "$1"\n`;
  const isThere = await Promise.all([readRegularText(paths.askpass, MAX_BYTES), Deno.stat(paths.askpass)])
    .then(([kept, { mode }]) => kept === text && (mode! & 0o777) === 0o700, () => false);
  // On a full disk ssh can still ask with what an earlier start has written.
  if (!isThere) await writeFileAtomic(paths.askpass, text, 0o700);
  return paths.askpass;
}
