import { fieldsOf } from "../../core/json_values.ts";
import { kedgePaths } from "../../core/paths.ts";
import { talkToFirst } from "../../tray/instance/channel.ts";
import { untilAborted } from "../signals.ts";

/**
 * Does the work of a command that a person has let an agent call. The Kedge that allowed it can stop it, as
 * SIGTERM does; when that Kedge ends, the command goes on.
 */
export async function stoppable<T>(work: () => Promise<T> | T): Promise<T> {
  const over = new AbortController();
  const heard = talkToFirst(kedgePaths().home, "granted", {}, over.signal, (channel) => {
    channel.hear((message) => {
      // Every command already ends in order on this signal, and passes it to what it has started.
      if (fieldsOf(message).say === "stop") Deno.kill(Deno.pid, "SIGTERM");
    });
    return untilAborted(channel.signal);
  });
  try {
    return await work();
  } finally {
    over.abort();
    await heard;
  }
}
