import assert from "node:assert/strict";
import { startBrowser } from "../../support/browser/mod.ts";

const BUTTON = "document.querySelector('button')";

/** What the page does before its button can be used, and the error when the button never can. */
const CASES: readonly (readonly [does: string, never: RegExp, before: string, after: string])[] = [
  ["comes later", /is not there: /, "", "document.body.innerHTML = '<p><button>Go</button>'"],
  [
    "is disabled at first",
    /is disabled: /,
    "<button disabled>Go</button>",
    "document.querySelector('button').disabled = false",
  ],
  [
    "is hidden at first",
    /is not shown: /,
    "<button hidden>Go</button>",
    "document.querySelector('button').hidden = false",
  ],
];

Deno.test("reach() and click() wait for an enabled element", async (t) => {
  const browser = await startBrowser();
  try {
    for (const [does, never, before, after] of CASES) {
      for (const [name, at] of [["reach()", BUTTON], ["click()", "button"]] as const) {
        await t.step(`${name} waits when a button ${does}`, async () => {
          const tab = await browser.open(
            `data:text/html,<script>onclick=()=>document.title="pressed"</script>${before}`,
          );
          if (name === "reach()") await assert.rejects(tab.reach(at, "click", 1), never);
          const pressed = name === "reach()" ? tab.reach(at) : tab.click(at);
          await tab.evaluate(after);
          await pressed;
          await tab.until("document.title === 'pressed'");
          await tab.close();
        });
      }
    }
  } finally {
    await browser.close();
  }
});
