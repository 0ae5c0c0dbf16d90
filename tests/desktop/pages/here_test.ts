/** The list of Ctrl+K finds what a user types, in typical windows. */
import assert from "node:assert/strict";
import { KEYS } from "../../support/pages/keys.ts";
import { CONTENT } from "../../support/sql/query_page.ts";
import { presses, stageTest } from "./steps.ts";

/** A scene, the texts typed into its list, and the first line that each must find. */
const CASES: readonly (readonly [scene: string, ...found: (readonly [typed: string, first: string])[]])[] = [
  [
    "query",
    ["export", "Export"],
    ["format", "Format"],
    ["write", "Let this tab write"],
    ["reading", "Let this tab write"],
    // Commands that have keys and no button.
    ["new tab", "New tab"],
    ["find a table", "Find a table"],
    ["next part", "Go to the next part of the window"],
    ["history", "Find in saved and history"],
    ["plan", "Show the plan"],
    ["query 2", "Show Query 2"],
    ["close", "Close this tab"],
    ["drop rows", "Close the result"],
  ],
  ["console-running", ["copy", "Copy the output"], ["save", "Save the output"], ["cancel", "Cancel"]],
  ["secrets-read", ["json", "Copy JSON"], ["change", "Change"]],
  ["development", ["run", "Run "]],
  ["services", ["find", "Find a service"], ["redeploy", "Redeploy"], ["scale", "Scale"]],
  ["extensions", ["rotate", "Show the output of Rotate access keys"], ["refund", "Run Refund an order"]],
  ["accounts", ["console", "Open the console as Operator"], ["databases", "Show Databases"]],
  ["settings-servers", ["legacy", "Edit Legacy shop"]],
  ["review-install", ["report.go", "Show actions/report.go"], ["network", "Go to actions/rotate.go:6"]],
  ["logs", ["copy", "Copy the output"], ["save", "Save the output"], ["filter", "Show only lines with"]],
];

const ROWS = "[...document.querySelectorAll('.here [role=option]')]";

stageTest("Ctrl+K finds commands", async (step) => {
  await step("a command started there leaves the focus where it was", "query-hold", async (shown) => {
    const { tab, command, act } = shown;
    await act();
    const focused = "document.activeElement?.closest('[data-editor]') !== null";
    await tab.reach(CONTENT, "focus");
    await tab.press("Control+k");
    await tab.until(`${ROWS}.length > 0`);
    await tab.type("roll");
    await tab.until(`${ROWS}[0]?.innerText.startsWith("Roll back")`);
    await tab.press("Enter");
    await command("decideWrite");
    await tab.until(`!document.querySelector(".here") && ${focused}`);
  });

  const keys = Object.entries(KEYS).flatMap(([file, keys]) =>
    Object.entries(keys).flatMap(([key, found]) => typeof found === "string" ? [] : [{ file, key, ...found }])
  );
  const stages = Map.groupBy(keys, ({ scene, press = [] }) => [scene, ...press].join(" "));
  for (const [named, wanted] of stages) {
    const { scene, press = [] } = wanted[0]!;
    await step(`${named}: what its keys do`, scene, async (shown) => {
      const { tab } = shown;
      await shown.act();
      await presses(shown, press);
      await shown.settle();
      await tab.press("Control+k");
      const named = `${ROWS}.map((row) =>
        [row.querySelector(".name").innerText, [...row.querySelectorAll("kbd")].map((key) => key.innerText).join(" ")])`;
      await tab.until(`${ROWS}.length > 0`);
      const lines = await tab.evaluate<[name: string, keys: string][]>(named);
      const missing = wanted.filter(({ label, keys }) =>
        !lines.some(([name, shown]) => name.startsWith(label) && (keys === undefined || keys === shown))
      );
      assert.deepEqual(missing, [], `among ${JSON.stringify(lines)}`);
    });
  }

  for (const [scene, ...found] of CASES) {
    await step(scene, scene, async ({ tab, act }) => {
      await act();
      await tab.press("Control+k");
      await tab.until(`${ROWS}.length > 0`);
      const bare = `${ROWS}.filter((row) => !row.querySelector("svg")).map((row) => row.innerText)`;
      assert.deepEqual(await tab.evaluate<string[]>(bare), [], "lines without an icon");
      const rows = await tab.evaluate<string[]>(`${ROWS}.map((row) => row.innerText)`);
      assert.deepEqual(rows, [...new Set(rows)], "lines that are there twice");
      const names = await tab.evaluate<string[]>(
        `${ROWS}.map((row) => row.querySelector(".name").innerText)`,
      );
      assert.deepEqual(names.filter((name) => /Running/.test(name)), [], "names that change with the time");
      const named = rows.filter((row) => /\((Ctrl|Shift|Alt|F\d)/.test(row));
      assert.deepEqual(named, [], "keys within names, which show a command twice");
      const ctrl = `${ROWS}.flatMap((row) => row.querySelector(".kbds")?.innerText.match(/^Ctrl[^]*/) ?? [])`;
      const keys = await tab.evaluate<string[]>(ctrl);
      assert.deepEqual(keys, [...new Set(keys)], "keys that are there twice");
      for (const [typed, first] of found) {
        await tab.type(typed);
        const is = `${ROWS}[0]?.querySelector(".name").innerText.startsWith(${JSON.stringify(first)})`;
        await tab.until(is, 10_000);
        await tab.press("Control+a", "Delete");
        await tab.until("document.querySelector('.here input').value === ''");
      }
    });
  }
});
