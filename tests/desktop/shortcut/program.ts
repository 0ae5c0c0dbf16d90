/**
 * A shortcut in a process of its own: registers the combinations that it reads, one per line, and
 * prints events.
 */
import { createShortcut } from "../../../src/tray/shortcut/mod.ts";
import { TextLineStream } from "../harness/lines.ts";

const say = (what: string, value: unknown = null) => console.log(`${what} ${JSON.stringify(value)}`);

const shortcut = createShortcut({
  onPress(_, letGo) {
    say("press");
    if (!Deno.env.has("KEEPS_KEYS")) letGo?.();
  },
  onProblem: (problem) => say("problem", problem),
});
for await (const line of Deno.stdin.readable.pipeThrough(new TextLineStream())) {
  await shortcut.set(line);
  say("set", line);
}
