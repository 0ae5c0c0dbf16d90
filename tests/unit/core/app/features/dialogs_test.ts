import assert from "node:assert/strict";
import { createDialogs, type DialogRequest } from "../../../../../src/core/app/features/dialogs/dialogs.ts";
import { createWindows } from "../../../../../src/core/app/windows.ts";
import type { DialogState } from "../../../../../src/core/state/state.ts";
import { store } from "../fixtures.ts";
import { PAGES } from "../../../../../src/pages/registry.ts";
import { field } from "../../../../support/pages/state.ts";

function setup(check: (dialog: unknown, answer: unknown) => string | null = () => null) {
  const state = store();
  const windows = createWindows(state, PAGES);
  return { state, windows, dialogs: createDialogs(state, windows, check, () => 7) };
}

Deno.test("open() says that a question comes right behind an answer", async () => {
  const state = store();
  let now = 10_000;
  const dialogs = createDialogs(state, createWindows(state, PAGES), () => null, () => now);
  const ask = async (later: number, answer: true | null) => {
    now += later;
    const asked = dialogs.open({ kind: "alert", message: "Hello" });
    const [{ id, openedAt, answeredAt }] = state.get().dialogs as unknown as [DialogState];
    dialogs.answer(id, answer);
    await asked;
    return answeredAt === undefined ? null : openedAt - answeredAt;
  };
  const asked: (number | null)[] = [];
  for (const [later, answer] of [[0, true], [150, null], [999, true], [1000, true], [-1, true]] as const) {
    asked.push(await ask(later, answer));
  }
  assert.deepEqual(asked, [null, 150, 999, null, null]);
});

Deno.test("answer() says to the questions that wait that another one was answered, and when", () => {
  const state = store();
  let now = 10_000;
  const dialogs = createDialogs(state, createWindows(state, PAGES), () => null, () => now++);
  for (let n = 0; n < 3; n++) void dialogs.open({ kind: "alert", message: `${n}` });
  const answered = (answer: true | null) => {
    dialogs.answer(state.get().dialogs.at(-1)!.id, answer);
    return state.get().dialogs.map(({ answeredAt }) => answeredAt);
  };
  assert.deepEqual(state.get().dialogs.map(({ answeredAt }) => answeredAt), [
    undefined,
    undefined,
    undefined,
  ]);
  assert.deepEqual(answered(true), [10_003, 10_003]);
  assert.deepEqual(answered(null), [10_004]);
});

/** Answers of the lower question: `knows` tells if its page saw that the upper was answered. */
const BELOW: [knows: "nothing" | "that it was given" | undefined, answer: boolean | null, taken: boolean][] =
  [
    ["nothing", true, false],
    ["nothing", false, false],
    ["nothing", null, true],
    ["that it was given", true, true],
    [undefined, true, true],
  ];

for (const [knows, answer, taken] of BELOW) {
  Deno.test(`answer() ${taken ? "takes" : "leaves"} ${answer} when another one was answered and its page knows ${knows}`, async () => {
    const { state, dialogs } = setup();
    const asked = dialogs.open({ kind: "confirm", message: "Below" });
    const above = dialogs.open({ kind: "confirm", message: "Above" });
    const [below, { id }] = state.get().dialogs as unknown as [DialogState, DialogState];
    dialogs.answer(id, true, 0);
    assert.equal(await above, true);
    const told = { nothing: 0, "that it was given": 7 };
    assert.deepEqual(dialogs.answer(below.id, answer, knows && told[knows]), { ok: true });
    assert.deepEqual(state.get().dialogs.map(({ id }) => id), taken ? [] : [below.id]);
    if (taken) assert.equal(await asked, answer);
  });
}

const nameField = field("v", { label: "Name" });
const requests: Record<DialogRequest["kind"], DialogRequest> = {
  alert: { kind: "alert", message: "Hello" },
  confirm: { kind: "confirm", message: "Sure?" },
  ask: { kind: "ask", title: "Name", field: nameField },
  form: { kind: "form", title: "Form", fields: [nameField] },
  html: {
    kind: "html",
    title: "Report",
    html: "<p>",
    width: 0,
    height: 0,
    showPrint: false,
    showOpenInBrowser: false,
  },
  login: { kind: "login", server: "shop", env: null, detail: "postgres", user: "", canStore: true },
  way: {
    kind: "way",
    asks: "secret",
    title: "Passphrase of a key",
    text: "Enter passphrase for key 'k':",
    way: "b",
    to: "db:1",
  },
  account: { kind: "account", extensionName: "E", actionLabel: "A", roles: [] },
};
const choice = { account: "123456789012", role: "r", region: "eu-west-1", remember: false };

for (
  const [kind, answer, accepted] of [
    ["alert", true, true],
    ["alert", false, false],
    ["confirm", true, true],
    ["confirm", false, true],
    ["confirm", "yes", false],
    ["ask", "text", true],
    ["ask", 1, false],
    ["form", { v: "x" }, true],
    ["form", { v: true }, false],
    ["form", ["x"], false],
    ["html", true, true],
    ["login", { user: "u", password: "p", save: false }, true],
    ["login", { user: "u", password: "p" }, false],
    ["login", { user: "u", password: "", save: true, offer: "password file" }, true],
    ["login", { user: "u", password: "", save: true, offer: 1 }, false],
    ["way", "text", true],
    ["way", true, true],
    ["way", false, false],
    ["way", "x".repeat(8001), false],
    ["account", choice, true],
    ["account", { ...choice, account: 123 }, false],
    ["account", null, true],
    ["confirm", null, true],
  ] as const
) {
  Deno.test(`answer() ${accepted ? "takes" : "refuses"} ${JSON.stringify(answer)} when the dialog is ${kind}`, async () => {
    const { state, dialogs } = setup();
    const given = dialogs.open(requests[kind] as Extract<DialogRequest, { kind: "ask" }>);
    const result = dialogs.answer(state.get().dialogs[0]!.id, answer);
    assert.equal(result.ok, accepted);
    assert.equal(state.get().dialogs.length, accepted ? 0 : 1);
    assert.equal(state.get().windows.length, accepted ? 0 : 1);
    if (accepted) assert.deepEqual(await given, answer);
  });
}

Deno.test("answer() keeps the dialog open with the sentence when the check refuses the answer", () => {
  const { state, dialogs } = setup(() => "Name is needed.");
  dialogs.open(requests.ask as Extract<DialogRequest, { kind: "ask" }>);
  const result = dialogs.answer(state.get().dialogs[0]!.id, "");
  assert.deepEqual(result, { ok: false, error: "Name is needed." });
  assert.equal(state.get().dialogs.length, 1);
});

Deno.test("answer() is refused when the dialog is answered already", () => {
  const { state, dialogs } = setup();
  dialogs.open(requests.alert as Extract<DialogRequest, { kind: "alert" }>);
  const { id } = state.get().dialogs[0]!;
  dialogs.answer(id, true);
  assert.equal(dialogs.answer(id, true).ok, false);
});

for (const when of ["before", "while"] as const) {
  Deno.test(`open() ends with null when its signal aborts ${when} it waits`, async () => {
    const { state, dialogs } = setup();
    const controller = new AbortController();
    if (when === "before") controller.abort();
    const given = dialogs.open(requests.confirm as Extract<DialogRequest, { kind: "confirm" }>, {
      signal: controller.signal,
    });
    controller.abort();
    assert.equal(await given, null);
    assert.deepEqual([state.get().dialogs, state.get().windows], [[], []]);
  });
}

Deno.test("show() keeps no program alive that has ended", async () => {
  const at = (path: string) => JSON.stringify(import.meta.resolve(`../../../../../src/core/${path}`));
  const program = `
    import { createToasts } from ${at("app/features/toasts/toasts.ts")};
    import { createStore } from ${at("state/store.ts")};
    const store = createStore({ toasts: [] }, () => {}).writing("toasts");
    createToasts(store, Date.now).show({ id: "a", type: "info", title: "t", message: "m" }, 3600);
    console.log(store.get().toasts.length);
  `;
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", program],
    // The time limit only keeps a program that does not end from blocking the test run.
    signal: AbortSignal.timeout(120_000),
  }).output();
  assert.deepEqual([success, new TextDecoder().decode(stdout)], [true, "1\n"]);
});
