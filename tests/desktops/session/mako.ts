import { run } from "../../desktop/harness/process.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import type { Shell } from "./session.ts";

/** Presses a notification at mako's position, which its own program confirms. */
export const pressByMako: Shell["press"] = async ({ env }, what, look) => {
  await waitFor("the notification", async () => {
    const listed = await run(["/usr/bin/makoctl", "list"], env);
    return /Notification \d+/.test(listed) || /"app-name"/.test(listed);
  });
  await look();
  await run(["/usr/bin/makoctl", "invoke", ...what === "button" ? ["open"] : []], env);
};
