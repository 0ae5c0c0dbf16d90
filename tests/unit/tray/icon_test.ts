import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";
import { ICON_SIZES, picture, template } from "../../../build/icon/mod.ts";
import { iconIco, iconPng, pixmaps, templatePng } from "../../../src/tray/icon/mod.ts";
import type { AppState } from "../../../src/core/state/state.ts";
import { trayKind, trayView } from "../../../src/tray/mod.ts";
import { emptyState, run } from "../../support/pages/state.ts";

const STATES = ["idle", "running", "attention", "signed-out"] as const;

/** Returns size and pixels of a PNG that Kedge has made. */
function readPng(bytes: Uint8Array): { size: number; rgba: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  assert.deepEqual([...bytes.subarray(1, 4)], [0x50, 0x4e, 0x47]);
  const size = view.getUint32(16);
  const rows = inflateSync(bytes.subarray(41, 41 + view.getUint32(33)));
  const rgba = new Uint8Array(4 * size * size);
  for (let y = 0; y < size; y++) {
    rgba.set(rows.subarray(y * (1 + 4 * size) + 1, (y + 1) * (1 + 4 * size)), 4 * size * y);
  }
  return { size, rgba };
}

for (const state of STATES) {
  Deno.test(`the ${state} icon is what its SVG says (deno task generate)`, () => {
    for (const size of ICON_SIZES) {
      assert.deepEqual(readPng(iconPng(state, size)), { size, rgba: picture(state, size).rgba });
    }
    assert.deepEqual(readPng(templatePng(state)), { size: 44, rgba: template(state, 44).rgba });
  });
}

Deno.test("iconPng() names a size that was not painted", () => {
  assert.throws(() => iconPng("idle", 20), /20 pixels/);
});

Deno.test("pixmaps() have the sizes of panels, alpha first", () => {
  assert.deepEqual(pixmaps("idle").map(({ size }) => size), [16, 22, 24, 32, 48, 64, 96]);
  for (const { size, argb } of pixmaps("idle")) {
    const { rgba } = picture("idle", size);
    const turned = rgba.map((_, at) => rgba[at % 4 === 0 ? at + 3 : at - 1]!);
    assert.deepEqual(argb, turned);
  }
});

Deno.test("iconIco() lists a picture of each size", () => {
  const view = new DataView(iconIco("idle").buffer);
  const head = [0, 2, 4].map((at) => view.getUint16(at, true));
  assert.deepEqual(head, [0, 1, ICON_SIZES.length]);
});

const dialog = { id: "d1", kind: "alert", message: "Done", openedAt: 0 } as const;
const review = { id: "v1", source: "/tmp/a.kedgeext", diagnostics: [] } as const;
const stale = { ...emptyState().config, status: "stale" } as const;

const AGENT = {
  id: "a",
  who: { program: "/usr/bin/agent", digest: "", folder: "", parents: [] },
  since: 0,
  working: "",
  calls: 0,
  rows: 0,
} as const;

const CASES: readonly [string, Partial<AppState>, string, string][] = [
  ["nothing goes on", {}, "idle", "Kedge"],
  ["an action runs", { runs: [run("r1")] }, "running", "Kedge: 1 action running"],
  ["an action has ended", { runs: [run("r1", { status: "ok" })] }, "idle", "Kedge"],
  [
    "a question waits",
    { runs: [run("r1", { status: "waiting" })], dialogs: [dialog] },
    "attention",
    "Kedge: 1 question for you, 1 action running",
  ],
  [
    "an agent works",
    { agents: { ...emptyState().agents, callers: [{ ...AGENT, working: "read" }] } },
    "running",
    "Kedge: 1 agent at work",
  ],
  ["an agent waits", { agents: { ...emptyState().agents, callers: [AGENT] } }, "idle", "Kedge"],
  ["agents are stopped", { gate: { on: true, stopped: true, grants: [] } }, "idle", "Kedge: agents stopped"],
  ["a review waits", { reviews: [{ ...review, status: "ready" }] }, "attention", "Kedge: 1 question for you"],
  ["a review is being read", { reviews: [{ ...review, status: "reading" }] }, "idle", "Kedge"],
  ["the configuration does not parse", { config: stale }, "attention", "Kedge: config.json has an error"],
  ["nobody is signed in", { signIn: { status: "signed-out" } }, "signed-out", "Kedge: Not signed in"],
  [
    "AWS has ended the sign-in",
    { signIn: { status: "revoked" } },
    "signed-out",
    "Kedge: AWS has ended your sign-in",
  ],
  [
    "nobody is signed in and an action runs",
    { signIn: { status: "signed-out" }, runs: [run("r1")] },
    "running",
    "Kedge: 1 action running, Not signed in",
  ],
  ["the sign-in renews itself", { signIn: { status: "expired", renews: true } }, "idle", "Kedge"],
  ["nobody can sign in", { signIn: { status: "environment" } }, "idle", "Kedge"],
];
for (const [name, parts, icon, tooltip] of CASES) {
  Deno.test(`trayView() shows ${icon} when ${name}`, () => {
    const view = trayView(emptyState(parts));
    assert.equal(view.icon, icon);
    assert.equal(view.tooltip, tooltip);
  });
}

const KINDS: readonly [typeof Deno.build.os, string | undefined, string][] = [
  ["linux", undefined, "status-notifier"],
  ["linux", "systray2", "systray2"],
  ["darwin", undefined, "systray2"],
  ["windows", undefined, "systray2"],
  ["windows", "status-notifier", "systray2"],
];
for (const [os, wanted, kind] of KINDS) {
  Deno.test(`trayKind() is ${kind} on ${os} with KEDGE_TRAY=${wanted ?? ""}`, () => {
    assert.equal(trayKind(os, wanted), kind);
  });
}

const GATES: readonly [on: boolean, stopped: boolean, items: readonly string[]][] = [
  [false, false, []],
  [true, false, ["agents", "agents:stop"]],
  [true, true, ["agents", "agents:allow"]],
];
for (const [on, stopped, items] of GATES) {
  Deno.test(`trayView() offers ${items.join(" and ") || "nothing"} while agents are ${on ? "let in" : "not let in"}${stopped ? " and stopped" : ""}`, () => {
    const { menu } = trayView(emptyState({ gate: { on, stopped, grants: [] } }));
    assert.deepEqual(menu.map(({ id }) => id).filter((id) => id.startsWith("agents")), items);
  });
}
