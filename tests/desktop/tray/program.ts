/** A tray alone, for tests: shows the views it reads, one JSON line each, and prints what it hears. */
import { TextLineStream } from "../harness/lines.ts";
import { createTray, type TrayView } from "../../../src/tray/mod.ts";

const say = (what: string, value: unknown = null) => console.log(`${what} ${JSON.stringify(value)}`);

const tray = createTray({
  cache: `${Deno.env.get("HOME")}/.kedge/cache`,
  onCommand: (command) => say("command", command),
  onActivate: () => say("activate"),
  onProblem: (problem) => say("problem", problem),
});
let started = false;
for await (const line of Deno.stdin.readable.pipeThrough(new TextLineStream())) {
  tray.update(JSON.parse(line) as TrayView);
  if (!started) await tray.start();
  started = true;
  say("shown");
}
await tray.stop();
say("stopped");
