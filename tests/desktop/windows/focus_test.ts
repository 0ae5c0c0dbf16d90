import assert from "node:assert/strict";
import { type Accessible, openAccessible } from "../harness/accessible.ts";
import { scenes } from "../gallery/scenes.ts";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { probedAssets, type RealPage, showReal } from "./real_pages.ts";
import { stumbles } from "./told.ts";

/** Presses of Tab in each window, more than short pages have controls. */
const TABS = 24;

/** One scene of each page, and the scenes with keys of their own. */
const WALKED = scenes.filter(({ browser }, index) =>
  !browser && scenes.findIndex(({ page }) => page === scenes[index]!.page) === index
).concat(scenes.filter(({ name }) => ["home-empty", "dialog-form", "dialog-report"].includes(name)));

/**
 * Pages that Escape does not close: Home, a review that needs a decision, and a text in the editor.
 */
const STAYING = ["home", "review", "query"];

Deno.test("every page in a real window is announced by a screen reader, and every key keeps working in it", async (t) => {
  const desktop = await startDesktop({ panel: false });
  const assets = await probedAssets();
  const accessible = await openAccessible(desktop);
  try {
    for (const scene of WALKED) {
      await t.step(scene.name, async () => {
        const real = await showReal(desktop, assets, scene);
        const press = async (key: string) => {
          const before = real.keys().length;
          await desktop.windows.key(key);
          await waitFor(
            `${key} to reach the page after ${real.keys().slice(-3).join(", ")}`,
            () => real.keys().length > before,
          );
        };
        try {
          await isTold(accessible, scene.name);
          for (let tab = 0; tab < TABS; tab++) await press(tab % 6 === 5 ? "shift+Tab" : "Tab");
          for (const key of ["Down", "Up", "End", "Home", "ctrl+f"]) await press(key);
          // The palette keeps the focus in its field; elsewhere every Tab focuses something.
          const lost = real.keys().filter((line) => line.endsWith("→ nothing"));
          assert.deepEqual(lost, [], real.keys().join("\n"));
          await zoomsAndLeaves(real, press, STAYING.includes(scene.page));
        } finally {
          await real.close();
        }
      });
    }
    await t.step(
      "typed and chosen entries of the palette are announced",
      () =>
        tellsChanges("palette", async (tells) => {
          await tells("Down", /^active descendant$/, /^selected$/);
          await tells("o", /^added: \d+ results?$/);
          for (const key of ["q", "x"]) await desktop.windows.key(key);
          await tells("z", /^added: Nothing fits/);
        }),
    );
    await t.step(
      "changed texts with the role of a status are announced",
      () => tellsChanges("logs", (tells) => tells("z", /^added: \d+ of \d+ lines?$/)),
    );
  } finally {
    accessible.close();
    await desktop.stop();
  }

  async function tellsChanges(
    scene: string,
    act: (tells: (key: string, ...what: RegExp[]) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const real = await showReal(desktop, assets, scenes.find(({ name }) => name === scene)!);
    const { heard } = accessible;
    /** Presses a key and waits until the announced changes match. */
    const tells = async (key: string, ...what: RegExp[]) => {
      const before = heard.length;
      await desktop.windows.key(key);
      await waitFor(
        `${key} to tell ${what.join(", ")}`,
        () => what.every((one) => heard.slice(before).some((said) => one.test(said))),
      );
    };
    try {
      await accessible.page(scene);
      await act(tells);
    } finally {
      await real.close();
    }
  }
});

/** Checks what a screen reader gets of the window and of its page, once it has the focus. */
async function isTold(accessible: Accessible, title: string): Promise<void> {
  let found: readonly string[] = [];
  await accessible.page(title, (page) => (found = stumbles(page)).length === 0)
    .catch((error) => assert.deepEqual(found, [], error.message));
  await waitFor(
    `the window ${title} to be told`,
    async () => (await accessible.windows()).some(({ name, role }) => name === title && role === "window"),
  );
}

/**
 * Checks that Ctrl with plus or 0 asks for another size, and that Escape closes the window, after
 * it has closed overlays.
 */
async function zoomsAndLeaves(
  { pages }: RealPage,
  press: (key: string) => Promise<void>,
  stays: boolean,
): Promise<void> {
  await press("ctrl+plus");
  await press("ctrl+0");
  const sent = () => pages.commands.map(({ command }) => command);
  await waitFor("both steps", () => sent().filter(({ name }) => name === "zoom").length === 2);
  assert.deepEqual(sent().flatMap((command) => command.name === "zoom" ? [command.step] : []), [1, 0]);
  if (stays) return;
  const left = () =>
    sent().some(({ name }) =>
      /^(closeWindow|answerDialog|answerGrant|dropLink|cancel|leave|dismiss)/.test(name)
    );
  for (let time = 0; time < 3 && !left(); time++) {
    await press("Escape");
    await waitFor("the window to be left", left, 2500).catch(() => {});
  }
  assert.ok(left(), `Escape sent ${sent().map(({ name }) => name).join(", ")}`);
}
