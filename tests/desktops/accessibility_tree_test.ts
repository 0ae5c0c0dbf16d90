/**
 * Tests the accessibility tree of Kedge's windows by a client of AT-SPI, where GTK connects a page's
 * tree with its window (4.14 and later).
 */
import { all, openAccessible, type Told } from "../desktop/harness/accessible.ts";
import { waitFor } from "../desktop/harness/wait.ts";
import { startSession } from "./session/session.ts";
import { xfce } from "./session/xfce.ts";

Deno.test("the accessibility tree leads from Kedge's window to the headings, fields and buttons of its page", async () => {
  const session = await startSession(xfce());
  try {
    const accessible = await openAccessible(session);
    session.start(["/usr/bin/kedge"]);
    await session.find("Welcome to Kedge", 60_000);
    let below: readonly Told[] = [];
    await waitFor("the page below its window", async () => {
      const window = (await accessible.windows()).find(({ name }) => name === "Welcome to Kedge");
      below = window ? all(window) : [];
      const has = (role: string, name: string) => below.some((one) => one.role === role && one.name === name);
      return has("heading", "Where do you sign in to AWS?") && has("textbox", "Portal address") &&
        has("button", "Next");
    }).catch((error) => {
      throw new Error(`${error.message}\n${below.map(({ role, name }) => `${role} “${name}”`).join("\n")}`);
    });
    accessible.close();
  } finally {
    await session.stop();
  }
});
