/** A shortcut alone, for tests: listens to the combinations it reads, one a line, and prints what it hears. */
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
