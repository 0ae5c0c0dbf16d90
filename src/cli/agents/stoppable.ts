import { fieldsOf } from "../../core/json_values.ts";
import { kedgePaths } from "../../core/paths.ts";
import { talkToFirst } from "../../tray/instance/channel.ts";
import { untilAborted } from "../signals.ts";
import { stopSelf } from "../stop_self.ts";

/**
 * Does the work of a command that a person has let an agent call. The Kedge that allowed it can stop it, as
 * a signal does; when that Kedge ends, the command goes on.
 */
export async function stoppable<T>(work: () => Promise<T> | T): Promise<T> {
  const over = new AbortController();
  const heard = talkToFirst(kedgePaths().home, "granted", {}, over.signal, (channel) => {
    channel.hear((message) => {
      if (fieldsOf(message).say === "stop") stopSelf();
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
