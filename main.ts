import { main } from "./src/cli/main.ts";
import { CHILD_NAME, CHILD_VARIABLE } from "./src/tray/windows/environment.ts";

if (Deno.env.get(CHILD_VARIABLE) === CHILD_NAME) {
  const { runWindowsChild } = await import("./src/tray/windows/child/main.ts");
  await runWindowsChild(Deno.args[0] ?? "");
} else {
  Deno.exitCode = await main(Deno.args);
}
