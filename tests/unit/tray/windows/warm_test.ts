import assert from "node:assert/strict";
import { createActivation } from "../../../../src/tray/activation.ts";
import { mayWait } from "../../../../src/tray/windows/may_wait.ts";
import type { ToChild } from "../../../../src/tray/windows/protocol.ts";
import { createWarmPage } from "../../../../src/tray/windows/warm.ts";
import { windowOf } from "../../../support/pages/pages_state.ts";

/**
 * Returns a page that waits, and the recorded messages to the windows' process and to pages, as
 * short words.
 */
function setup() {
  const calls: string[] = [];
  const words = (message: ToChild) =>
    [message.type, "waiting" in message && message.waiting, "id" in message && message.id].filter(Boolean)
      .join(" ");
  const warm = createWarmPage(
    {
      page: "palette",
      prepare: () => windowOf("palette", {}, "w"),
      give: (waiting, window) => calls.push(`pages give ${waiting} ${window}`),
      take: (waiting) => calls.push(`pages take ${waiting}`),
    },
    (window) => `/open/${window}`,
    (message) => calls.push(words(message)),
  );
  const news = () => calls.splice(0);
  return { warm, news };
}

const palette = windowOf("palette", {}, "p"), home = windowOf("home", {}, "h");

Deno.test("createWarmPage() gives its page to the palette that opens, and takes it back when that is closed", () => {
  const { warm, news } = setup();
  warm.load();
  assert.deepEqual(news(), ["open w"]);
  assert.equal(warm.ready("w"), true);
  assert.equal(warm.ready("h"), false);
  assert.deepEqual(warm.follow([home], [home, palette]), [home, palette]);
  assert.deepEqual(news(), ["give w p", "pages give w p"]);
  assert.deepEqual(warm.follow([home, palette], [home]), [home]);
  assert.deepEqual(news(), ["take w p", "pages take w"]);
});

Deno.test("createWarmPage() gives what takes the focus to the palette, and nothing where nothing came", () => {
  const activation = createActivation();
  const told: ToChild[] = [];
  const pages = { page: "palette", prepare: () => windowOf("palette", {}, "w"), give() {}, take() {} };
  const warm = createWarmPage(pages, () => "/", (message) => told.push(message), () => 1, activation);
  warm.load();
  warm.ready("w");
  activation.note("word");
  warm.follow([], [palette]);
  warm.follow([palette], []);
  warm.follow([], [palette]);
  assert.deepEqual(
    told.filter(({ type }) => type === "give").map((message) =>
      "activation" in message && message.activation
    ),
    ["word", false],
  );
});

Deno.test("createWarmPage() leaves to others what it cannot be", () => {
  const { warm, news } = setup();
  assert.deepEqual(warm.follow([], [palette]), []);
  warm.load();
  // The waiting page is not loaded yet.
  assert.deepEqual(warm.follow([], [palette]), []);
  warm.ready("w");
  const filtered = { ...palette, params: { filter: "actions" } };
  assert.deepEqual(warm.follow([], [filtered]), []);
  assert.deepEqual(warm.follow([], [home]), []);
  // A window that is already open does not change.
  assert.deepEqual(warm.follow([palette], [palette]), [palette]);
  assert.deepEqual(news(), ["open w"]);
});

Deno.test("createWarmPage() is loaded again after a crash, and is not given before", () => {
  const { warm, news } = setup();
  warm.load();
  warm.ready("w");
  assert.equal(warm.crashed("w"), "w");
  assert.deepEqual(warm.follow([], [palette]), []);
  warm.ready("w");
  warm.follow([], [palette]);
  // A window that got the waiting page is loaded by that page's address, which stays valid when the
  // window is closed.
  assert.equal(warm.crashed("p"), "w");
  assert.equal(warm.crashed("h"), "h");
  warm.lose();
  assert.deepEqual(warm.follow([], [palette]), []);
  assert.deepEqual(news().at(-1), "pages take w");
  warm.load();
  warm.ready("w");
  warm.follow([], [palette]);
  news();
  warm.load();
  assert.deepEqual(news(), ["pages take w", "open w"]);
});

const cases: readonly [
  name: string,
  set: string | undefined,
  megabytes: number,
  may: boolean,
  waiting?: boolean,
][] = [
  ["with memory to spare", undefined, 8000, true],
  ["with little memory", undefined, 400, false],
  ["with little memory and the wish", "1", 400, true],
  ["against the wish", "0", 8000, false],
  ["of one that waits, with little memory", undefined, 400, true, true],
  ["of one that waits, with hardly any", undefined, 300, false, true],
];
for (const [name, set, megabytes, may, waiting] of cases) {
  Deno.test(`mayWait() is ${may} ${name}`, () => {
    assert.equal(mayWait(waiting, set, megabytes * 2 ** 20), may);
  });
}
