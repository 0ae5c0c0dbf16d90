import assert from "node:assert/strict";
import { waitFor } from "../harness/wait.ts";
import { sceneOf, stageTest, textAt } from "./steps.ts";

const READING =
  "It may then look at all of these there: names of secrets, databases, services, and every log.";
const CREDENTIALS = "It may then use these credentials for all that they allow.";

/** The text below the choice of the duration, for each scene and duration; empty for none. */
const LONGER: readonly (readonly [scene: string, length: string, says: string])[] = [
  ["grant-lasting", "once", ""],
  ["grant-lasting", "hour", READING],
  ["grant-lasting", "always", READING],
  ["grant-credentials", "once", ""],
  ["grant-credentials", "hour", CREDENTIALS],
  // This question already names everything that a grant for a server allows.
  ["grant", "always", ""],
];

stageTest("the question for a grant", async (step) => {
  const radio = (length: string) => `[type=radio][value=${length}]`;
  for (const [scene, length, says] of LONGER) {
    await step(`${scene}: “${length}” says ${says || "nothing more"}`, scene, async (shown) => {
      await shown.tab.click(radio(length));
      await shown.tab.until(`document.querySelector("${radio(length)}").checked`);
      await shown.settle();
      assert.equal((await textAt(shown, ".body > .notice")).trim(), says);
    });
  }

  await step("a window that fits becomes higher when a notice comes", "grant-lasting", async (shown) => {
    const heights = () => shown.of("resizeWindow").map(({ height }) => Number(height));
    const before = heights().at(-1)!;
    await shown.tab.resize(sceneOf("grant-lasting").width, before);
    await shown.settle();
    await shown.tab.click(radio("hour"));
    await waitFor("the window to become higher", () => heights().at(-1)! > before, 20_000);
  });
});
