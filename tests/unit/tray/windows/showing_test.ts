import assert from "node:assert/strict";
import type { WindowState } from "../../../../src/core/state/state.ts";
import { createShowing } from "../../../../src/tray/windows/showing.ts";
import { waitFor } from "../../../desktop/harness/wait.ts";
import { windowOf } from "../../../support/pages/pages_state.ts";

/** What is shown of `windows`, and what was told as an error; what is late is so at once. */
function stage(...windows: WindowState[]) {
  const sent: string[] = [], errors: string[] = [];
  const showing = createShowing({
    windows: () => windows,
    send: (message) => sent.push(`${message.type} ${(message as { id: string }).id}`),
    late: 1,
    onError: (error) => errors.push((error as Error).message),
  });
  return { windows, sent, errors, showing };
}

Deno.test("createShowing() shows a window whose page is ready, and says nothing of it", async () => {
  const { sent, errors, showing } = stage(windowOf("home"), windowOf("settings"));
  showing.opened("home");
  showing.show("home");
  showing.opened("settings");
  await waitFor("the late one", () => sent.includes("show settings"));
  assert.deepEqual(sent, ["show home", "show settings"]);
  assert.deepEqual(errors, ["The page settings was not ready after 0.001 s."]);
});

Deno.test("createShowing() shows no window that was closed before it was late", async () => {
  const { windows, sent, errors, showing } = stage(windowOf("home"), windowOf("settings"));
  showing.opened("home");
  windows.shift();
  showing.opened("settings");
  await waitFor("the one that is left", () => sent.includes("show settings"));
  assert.deepEqual([sent, errors.length], [["show settings"], 1]);
});

Deno.test("createShowing() is late again for a window that is made anew", async () => {
  const { sent, errors, showing } = stage(windowOf("home"));
  showing.show("home");
  showing.keepOnly([]);
  showing.opened("home");
  await waitFor("the new one", () => sent.length === 2);
  assert.deepEqual([sent, errors.length], [["show home", "show home"], 1]);
});

Deno.test("createShowing() brings a question to the front again whose page was ready before that of the window it is about", async () => {
  const { sent, showing } = stage(windowOf("home"), windowOf("dialog"));
  showing.show("dialog");
  showing.show("home");
  await waitFor("the question in front", () => sent.length === 3);
  assert.deepEqual(sent, ["show dialog", "show home", "raise dialog"]);
});
