/**
 * A tray in a process of its own: shows the views that it reads, one JSON value per line, and
 * prints events.
 */
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
