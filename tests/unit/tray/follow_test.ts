import assert from "node:assert/strict";
import { delimiter } from "node:path";
import type { ConfigState } from "../../../src/core/state/state.ts";
import type { ProgramState } from "../../../src/core/platform/running_program.ts";
import { followProgram } from "../../../src/tray/follow_program.ts";
import { emptyState, run } from "../../support/pages/state.ts";
import { testStore } from "../../support/pages/store.ts";
import { followSettings } from "../../../src/tray/follow_settings.ts";
import { followState } from "../../../src/tray/follow_state.ts";
import type { TrayView } from "../../../src/tray/mod.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { createActivation } from "../../../src/tray/activation.ts";
import { toggleCommand } from "../../../src/tray/toggle_command.ts";
import { windowOf } from "../../support/pages/pages_state.ts";

const FILES: [what: string, windows: number[], files: ProgramState[], told: (string | null)[]][] = [
  ["nothing of a program that stays", [1, 2], ["same", "same"], []],
  ["of an update once", [1, 2], ["replaced", "replaced"], ["Kedge was updated"]],
  ["of an update and of a removal after it", [1, 2], ["replaced", "removed"], [
    "Kedge was updated",
    "Kedge was removed",
  ]],
  ["that the same file is back", [1, 2], ["removed", "same"], ["Kedge was removed", null]],
  ["of a copy of macOS that will be gone, once", [1, 2], ["translocated", "translocated"], [
    "macOS runs this Kedge",
  ]],
  ["nothing while nothing opens", [0, 0], ["replaced", "replaced"], []],
];
for (const [what, counts, files, told] of FILES) {
  Deno.test(`followProgram() tells ${what}`, () => {
    const heard: (string | null)[] = [];
    const store = testStore(emptyState());
    let turn = 0;
    const stop = followProgram(
      store,
      (problem) => heard.push(problem && problem.message.split(/ from|\./)[0]!),
      () => files[turn]!,
    );
    for (const [index, count] of counts.entries()) {
      turn = index;
      store.update((state) => ({
        ...state,
        windows: Array.from({ length: count }, (_, at) => windowOf("home", {}, `${at}`)),
      }));
    }
    stop();
    assert.deepEqual(heard, told);
  });
}

const base = emptyState().config;
const config = (parts: Partial<ConfigState["value"]>, status: ConfigState["status"] = "loaded") =>
  emptyState({ config: { ...base, status, value: { ...base.value, ...parts } } });

/** Returns the settings applied while the states follow each other. */
function followed(
  ...states: ReturnType<typeof config>[]
): { shortcuts: string[]; logins: boolean[]; links: boolean[] } {
  const shortcuts: string[] = [], logins: boolean[] = [], links: boolean[] = [];
  const store = testStore(states[0]!);
  const stop = followSettings(
    store,
    { set: (text) => Promise.resolve(void shortcuts.push(text)) },
    { set: (on) => Promise.resolve((logins.push(on), null)) },
    { set: (on) => Promise.resolve(void links.push(on)) },
  );
  for (const state of states.slice(1)) store.update(() => state);
  stop();
  store.update(() => config({ globalShortcut: "F1" }));
  return { shortcuts, logins, links };
}

Deno.test("followSettings() follows the configuration from its start to its end", () => {
  assert.deepEqual(
    followed(config({}), config({ globalShortcut: "Alt+F8" }), config({ launchAtStartup: false })),
    {
      shortcuts: ["Ctrl+Shift+K", "Alt+F8", "Ctrl+Shift+K"],
      logins: [true, true, false],
      links: [false, false, false],
    },
  );
});

Deno.test("followSettings() does nothing when something else changes", () => {
  const state = config({});
  assert.equal(followed(state, { ...state, signIn: { status: "signed-in" } }).shortcuts.length, 1);
});

Deno.test("followSettings() does not start Kedge at login on the word of defaults", () => {
  const { logins } = followed(config({}, "stale"), config({ launchAtStartup: false }));
  assert.deepEqual(logins, [false]);
});

const [wrong, counted] = [["launchAtStartup"], []].map((path) => ({
  severity: "error" as const,
  code: "wrong-type",
  path,
  message: "Wrong.",
}));

for (
  const [what, diagnostic] of [
    ["twice, at last off", { ...wrong!, code: "duplicate-key" }],
    ["off, beside errors that are only counted", counted!],
  ] as const
) {
  Deno.test(`followSettings() does not start Kedge at login when the file says ${what}`, () => {
    const { config: off } = config({ launchAtStartup: false });
    const { logins } = followed(emptyState({ config: { ...off, diagnostics: [diagnostic] } }));
    assert.deepEqual(logins, [false]);
  });
}

for (const launchAtStartup of [true, false]) {
  Deno.test(`followSettings() sets the start at login when its wrong value is mended to ${launchAtStartup}, not before`, () => {
    const mended = config({ launchAtStartup });
    const { value } = config({}).config;
    const states = [wrong!, counted!].map((one) =>
      emptyState({ config: { ...base, status: "loaded", value, diagnostics: [one] } })
    );
    assert.deepEqual(
      followed(...states, { ...mended, config: { ...mended.config, diagnostics: [] } }).logins,
      [
        launchAtStartup,
      ],
    );
  });
}

Deno.test("followState() shows the first state, a change at once, and of many the newest", async () => {
  const store = testStore(emptyState());
  const views: TrayView[] = [];
  const last = "Deploy · 99 %";
  const stop = followState(store, { update: (view) => void views.push(view) });
  assert.equal(views.length, 1);
  for (let i = 0; i < 100; i++) {
    store.update((state) => ({
      ...state,
      runs: [run("r1", { button: { progress: i / 100, takesClicks: false } })],
    }));
  }
  await waitFor("the newest", () => views.at(-1)?.menu[0]?.label === last);
  assert.ok(views.length <= 3, `${views.length} updates for a hundred changes`);
  stop();
  store.update(() => emptyState());
  assert.equal(views.at(-1)?.menu[0]?.label, last);
});

const WORDS: [what: string, notes: readonly unknown[], later: number, given: unknown][] = [
  ["the word that came", ["gnome-shell/Kedge/1-0_TIME12"], 0, "gnome-shell/Kedge/1-0_TIME12"],
  ["the last of several", ["first", "second"], 0, "second"],
  ["a word that is still good", ["word"], 9_999, "word"],
  ["none once it is too old", ["word"], 10_000, undefined],
  ["none when none came", [], 0, undefined],
  [
    "what came before what is no word",
    ["word", "", "two words", "x".repeat(201), "a\nb", 7, null],
    0,
    "word",
  ],
];
for (const [what, notes, later, given] of WORDS) {
  Deno.test(`createActivation() gives ${what}, once`, () => {
    let now = 1;
    const activation = createActivation(() => now);
    for (const word of notes) activation.note(word);
    now += later;
    assert.equal(activation.take(), given);
    assert.equal(activation.take(), undefined);
  });
}

const CALLS: readonly (readonly [what: string, command: readonly [string, ...string[]], called: string])[] = [
  ["installed", ["/usr/bin/kedge", "--toggle"], "kedge --toggle"],
  ["not on the PATH", ["/opt/kedge/kedge", "--toggle"], "/opt/kedge/kedge --toggle"],
  [
    "run from a clone",
    ["/usr/bin/deno", "run", "-A", "/src/kedge/main.ts", "--toggle"],
    "/usr/bin/deno run -A /src/kedge/main.ts --toggle",
  ],
];
for (const [what, command, called] of CALLS) {
  Deno.test(`toggleCommand() is ${called} when Kedge is ${what}`, () =>
    assert.equal(toggleCommand([...command], ["/usr/local/bin", "/usr/bin"].join(delimiter)), called));
}
