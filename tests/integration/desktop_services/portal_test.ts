import assert from "node:assert/strict";
import { APP_ID } from "../../../src/core/app_id.ts";
import { createPersonal } from "../../../src/core/app/features/personal/personal.ts";
import { parseShortcut, type Shortcut } from "../../../src/core/config/mod.ts";
import { type Bus, connectBus, dictionary, type Value, Variant } from "../../../src/core/dbus/mod.ts";
import type { Served } from "../../../src/core/dbus/service.ts";
import { withDesktopKeys } from "../../../src/core/state/desktop_keys.ts";
import { configurePage } from "../../../src/pages/configure/page.ts";
import { followActionShortcuts } from "../../../src/tray/shortcut/actions.ts";
import type { Bound } from "../../../src/tray/shortcut/backend.ts";
import { createShortcut } from "../../../src/tray/shortcut/mod.ts";
import { createPortal, createPortalBackend } from "../../../src/tray/shortcut/portal.ts";
import { beginWait } from "../../runner/slowness.ts";
import { extensions } from "../../desktop/gallery/state.ts";
import { windowOf } from "../../support/pages/pages_state.ts";
import { emptyState } from "../../support/pages/state.ts";
import { testStore } from "../../support/pages/store.ts";
import { ownName, withBus } from "../../support/servers/bus.ts";

const INTERFACE = "org.freedesktop.portal.GlobalShortcuts";
const PATH = "/org/freedesktop/portal/desktop";
/** Names of programs that GLib accepts. */
const NAME = /^[A-Za-z_-][\w-]*(\.[A-Za-z_-][\w-]*)+$/;
const SESSION = `${PATH}/session/1_1/kedge`;

const shortcut = (text: string): Shortcut => {
  const parsed = parseShortcut(text);
  if (!parsed.ok || !parsed.shortcut) throw new Error(text);
  return parsed.shortcut;
};

const keys = (text: string) => dictionary({ trigger_description: new Variant("s", text) });

/** A fake portal. */
interface Played {
  readonly bus: Bus;
  /** Requests in order. */
  readonly heard: string[];
  /** Presses the shortcut of the newest session. */
  readonly press: (more?: Record<string, Variant>, id?: string) => void;
  /** Functions that give the user's pending answers, oldest first. */
  readonly unanswered: ((answer: number) => void)[];
  /** Returns the shortcuts that the user assigns keys to, from those requested. */
  chooses: (asked: [string, Value][]) => [string, Value][];
  /**
   * A wrong number in the answer with the bound keys, for versions of the portal with that fault.
   */
  numberOfBound: number | null;
  /** Returns whether the desktop has an application of that name. */
  knows: (id: string) => boolean;
  /** Tokens of sessions that are refused. */
  refusedWords: string[];
  /** Shortcuts that have keys before any request. */
  lists: [string, Value][];
  /** Tokens that sessions were requested with. */
  readonly tokens: string[];
  /** Announces the shortcuts that have keys now. */
  readonly changed: (shortcuts: [string, Value][]) => void;
  /** The caller's bus name, in the form used in paths. */
  caller: string;
}

/**
 * Starts a fake portal with the published interface; `answer` is the user's: 0 agrees, 1 refuses,
 * null is pending.
 */
async function portal(address: string, answer: number | null, caller = ""): Promise<Played> {
  const bus = await connectBus(address);
  const heard: string[] = [];
  const played: Played = {
    bus,
    heard,
    press: (more = {}, id = "open-palette") =>
      bus.emit(PATH, INTERFACE, "Activated", "osta{sv}", [sessionOf(sessions), id, 7n, dictionary(more)]),
    unanswered: [],
    chooses: (asked) => asked,
    lists: [],
    refusedWords: [],
    numberOfBound: null,
    knows: () => true,
    tokens: [],
    changed: (shortcuts) =>
      bus.emit(PATH, INTERFACE, "ShortcutsChanged", "oa(sa{sv})", [sessionOf(sessions), shortcuts]),
    caller,
  };
  let sessions = 0, registered = "";
  const sessionOf = (number: number) => number === 1 ? SESSION : `${SESSION}_${number}`;
  const option = (options: Value, name: string) =>
    (new Map(options as [string, Variant][]).get(name)?.value ?? "") as string;
  const respond = (options: Value, results: Value, answer: number | null) => {
    const path = `${PATH}/request/${played.caller}/${option(options, "handle_token")}`;
    const say = (answer: number) =>
      bus.emit(path, "org.freedesktop.portal.Request", "Response", "ua{sv}", [answer, results]);
    if (answer === null) played.unanswered.push(say);
    else queueMicrotask(() => say(answer));
    return [path];
  };
  const session: Served = {
    name: "org.freedesktop.portal.Session",
    methods: { Close: { input: "", output: "", call: () => (heard.push("close"), []) } },
  };
  bus.serve(PATH, [
    {
      name: INTERFACE,
      properties: { version: { signature: "u", get: () => 1 } },
      methods: {
        CreateSession: {
          input: "a{sv}",
          output: "o",
          call: ([options]) => {
            heard.push("session");
            const word = option(options!, "session_handle_token");
            played.tokens.push(word);
            if (played.refusedWords.includes(word)) return respond(options!, dictionary({}), 2);
            const path = sessionOf(++sessions);
            bus.serve(path, [session]);
            return respond(
              options!,
              dictionary({ session_handle: new Variant("s", path) }),
              answer === null ? 0 : answer,
            );
          },
        },
        ListShortcuts: {
          input: "oa{sv}",
          output: "o",
          call: ([, options]) =>
            respond(options!, dictionary({ shortcuts: new Variant("a(sa{sv})", played.lists) }), 0),
        },
        BindShortcuts: {
          input: "oa(sa{sv})sa{sv}",
          output: "o",
          call: ([, shortcuts, , options]) => {
            for (const [id, about] of shortcuts as [string, Value][]) {
              heard.push(`bind ${id} ${option(about, "preferred_trigger")}: ${option(about, "description")}`);
            }
            const given = shortcuts as [string, Value][];
            // GNOME's portal does not ask the user when the program's name is no reverse domain
            // name.
            const refuses = !NAME.test(registered) || (answer ?? 0) > 0;
            return respond(
              options!,
              dictionary(refuses ? {} : { shortcuts: new Variant("a(sa{sv})", played.chooses(given)) }),
              refuses ? 2 : played.numberOfBound ?? answer,
            );
          },
        },
      },
    },
    {
      name: "org.freedesktop.host.portal.Registry",
      methods: {
        Register: {
          input: "sa{sv}",
          output: "",
          call: ([id]) => {
            heard.push(`register ${id}`);
            if (!played.knows(id as string)) throw new Error(`App info not found for ${id}`);
            registered = id as string;
            return [];
          },
        },
      },
    },
  ]);
  assert.equal(await ownName(bus, "org.freedesktop.portal.Desktop"), 1);
  return played;
}

const PALETTE = { id: "open-palette", description: "Open Kedge's palette" };

/** Returns the backend for that bus, and gives the portal the caller's name. */
function backendOn(
  address: string,
  played: Played | null,
  purpose = PALETTE,
  asksMs = 60_000,
) {
  const pressed: unknown[] = [], changed: Bound[] = [];
  const without = (): Bound => ({ ok: false, message: "no portal", hint: "" });
  const backend = createPortalBackend(
    {
      purpose,
      onPress: (word) => void pressed.push(word),
      onChange: (bound) => void changed.push(bound),
    },
    without,
    async () => {
      const bus = await connectBus(address);
      if (played) played.caller = bus.name.slice(1).replaceAll(".", "_");
      return bus;
    },
    asksMs,
  );
  return { backend, pressed, changed };
}

async function until(condition: () => boolean): Promise<void> {
  const isOver = beginWait(60_000);
  while (!condition()) {
    if (isOver()) throw new Error(`in vain: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

Deno.test("the portal's shortcut is asked for once, heard, changed and given back", async () => {
  await withBus(async (address) => {
    const played = await portal(address, 0);
    const { backend, pressed } = backendOn(address, played);
    assert.deepEqual(await backend.bind(shortcut("Ctrl+Shift+K")), { ok: true });
    played.press();
    played.press({ activation_token: new Variant("s", "word") });
    await until(() => pressed.length === 2);
    assert.deepEqual(pressed, [undefined, "word"]);
    assert.deepEqual(await backend.bind(shortcut("Super+Space")), { ok: true });
    await backend.stop();
    assert.deepEqual(played.heard, [
      `register ${APP_ID}`,
      "session",
      "bind open-palette CTRL+SHIFT+k: Open Kedge's palette",
      "close",
      "session",
      "bind open-palette LOGO+space: Open Kedge's palette",
      "close",
    ]);
    played.bus.close();
    await played.bus.closed;
  });
});

Deno.test("a desktop that leaves the keys to its user is not told as one that has given them, until it has", async () => {
  await withBus(async (address) => {
    const played = await portal(address, 0);
    const { backend, changed, pressed } = backendOn(address, played);
    const about = (keys: string) => dictionary({ trigger_description: new Variant("s", keys) });
    const answers: [what: [string, Value][], ok: boolean][] = [
      [[], false],
      [[["another", about("Meta+K")]], false],
      [[["open-palette", about("")]], false],
      [[["open-palette", about("Leertaste")]], true],
      [[["open-palette", dictionary({})]], true],
    ];
    for (const [index, [what, ok]] of answers.entries()) {
      played.chooses = () => what;
      const bound = await backend.bind(shortcut(`Ctrl+Shift+${"ABCDE"[index]}`));
      assert.equal(bound.ok, ok, JSON.stringify(what));
      if (bound.ok) continue;
      assert.match(bound.message, /leaves it to you/);
      assert.match(bound.hint, /System Settings.*“Open Kedge's palette”/);
      played.changed([["open-palette", about("Meta+K")]]);
      await until(() => changed.length > 0);
      assert.deepEqual(changed.splice(0), [{ ok: true, keys: "Meta+K" }]);
      played.press();
      await until(() => pressed.length > 0);
      pressed.length = 0;
    }
    // The desktop stores the chosen keys under this token, from one start to the next.
    assert.deepEqual([...new Set(played.tokens)], ["kedge"]);
    await backend.stop();
    played.bus.close();
    await played.bus.closed;
  });
});

Deno.test("after a refusal a message says how to get the shortcut anyway", async () => {
  await withBus(async (address) => {
    const played = await portal(address, 1);
    const { backend } = backendOn(address, played);
    const bound = await backend.bind(shortcut("Ctrl+Shift+K"));
    assert.match(bound.ok ? "" : bound.hint, / --toggle/);
    await backend.stop();
    played.bus.close();
    await played.bus.closed;
  });
});

for (
  const [what, chooses, ok] of [
    ["the keys that it bound", (asked) => asked.map(([id]) => [id, keys("Press <ctrl><shift>k")]), true],
    ["nothing", () => [], false],
    ["another's keys", () => [["another", keys("Press <ctrl><shift>k")]], false],
  ] as readonly (readonly [string, Played["chooses"], boolean])[]
) {
  Deno.test(`a portal that calls its answer failed and lists ${what} has ${ok ? "" : "not "}given the shortcut`, async () => {
    await withBus(async (address) => {
      const played = await portal(address, 0);
      played.numberOfBound = 21_845;
      played.chooses = chooses;
      const { backend } = backendOn(address, played);
      assert.equal((await backend.bind(shortcut("Ctrl+Shift+K"))).ok, ok);
      await backend.stop();
      played.bus.close();
      await played.bus.closed;
    });
  });
}

Deno.test("a missing portal is reported", async () => {
  await withBus(async (address) => {
    const { backend } = backendOn(address, null);
    assert.deepEqual(await backend.bind(shortcut("Ctrl+Shift+K")), {
      ok: false,
      message: "no portal",
      hint: "",
    });
    await backend.stop();
  });
});

Deno.test("a portal that disappears is reported", async () => {
  await withBus(async (address, stop) => {
    const played = await portal(address, 0);
    const { backend, changed } = backendOn(address, played);
    await backend.bind(shortcut("Ctrl+Shift+K"));
    await stop();
    await until(() => changed.length === 1);
    assert.match(changed[0]!.ok ? "" : changed[0]!.message, /has gone/);
    await backend.stop();
  });
});

for (const late of [1, 0]) {
  Deno.test(`a combination that is changed while the user is asked is not taken away when ${late} comes late for the one before`, async () => {
    await withBus(async (address) => {
      const played = await portal(address, null);
      const { backend, pressed } = backendOn(address, played);
      const first = backend.bind(shortcut("Ctrl+Shift+K"));
      await until(() => played.unanswered.length === 1);
      const second = backend.bind(shortcut("Super+Space"));
      // The first request no longer waits for the user.
      assert.equal((await first).ok, false);
      await until(() => played.unanswered.length === 2);
      played.unanswered[0]!(late);
      played.unanswered[1]!(0);
      assert.deepEqual(await second, { ok: true });
      played.press();
      await until(() => pressed.length === 1);
      assert.equal(played.heard.filter((what) => what === "close").length, 1);
      await backend.stop();
      played.bus.close();
      await played.bus.closed;
    });
  });
}

Deno.test("a combination that is changed before the portal has made its session is bound, and the former session closed", async () => {
  await withBus(async (address) => {
    const played = await portal(address, 0);
    const { backend, pressed } = backendOn(address, played);
    const first = backend.bind(shortcut("Ctrl+Shift+K"));
    await until(() => played.heard.includes("session"));
    const second = backend.bind(shortcut("Super+Space"));
    await first;
    assert.deepEqual(await second, { ok: true });
    played.press();
    await until(() => pressed.length === 1);
    assert.equal(played.heard.filter((what) => what === "close").length, 1);
    assert.equal(played.heard.at(-1), "bind open-palette LOGO+space: Open Kedge's palette");
    await backend.stop();
    played.bus.close();
    await played.bus.closed;
  });
});

Deno.test("a portal that starts again is asked again", async () => {
  await withBus(async (address) => {
    const former = await portal(address, 0);
    const { backend, changed, pressed } = backendOn(address, former);
    await backend.bind(shortcut("Ctrl+Shift+K"));
    former.bus.close();
    await until(() => changed.length === 1);
    assert.match(changed[0]!.ok ? "" : changed[0]!.message, /has gone/);
    const played = await portal(address, 0, former.caller);
    await until(() => changed.length === 2);
    assert.deepEqual(changed[1], { ok: true });
    played.press();
    await until(() => pressed.length === 1);
    assert.deepEqual(played.heard.slice(0, 2), [`register ${APP_ID}`, "session"]);
    await backend.stop();
    played.bus.close();
    await played.bus.closed;
  });
});

Deno.test("an action's own keys are asked for by its name, and the palette's do not run it", async () => {
  await withBus(async (address) => {
    const played = await portal(address, 0);
    const purpose = { id: "action:toolbox/deploy", description: "Run “Deploy” of Toolbox with Kedge" };
    const { backend, pressed } = backendOn(address, played, purpose);
    await backend.bind(shortcut("Ctrl+Shift+D"));
    assert.equal(
      played.heard.at(-1),
      "bind action:toolbox/deploy CTRL+SHIFT+d: Run “Deploy” of Toolbox with Kedge",
    );
    played.press({ activation_token: new Variant("s", "palette") });
    played.press({ activation_token: new Variant("s", "action") }, purpose.id);
    await until(() => pressed.length === 1);
    assert.deepEqual(pressed, ["action"]);
    await backend.stop();
    played.bus.close();
    await played.bus.closed;
  });
});

Deno.test("the keys that a desktop has for an action are those of its window, until they are Kedge's again", async () => {
  await withBus(async (address) => {
    const played = await portal(address, 0);
    const entry = "action:orders/refund";
    played.chooses = () => [[entry, keys("Meta+K")]];
    const portals = createPortal(async () => {
      const bus = await connectBus(address);
      played.caller = bus.name.slice(1).replaceAll(".", "_");
      return bus;
    }, 60_000);
    const store = testStore(emptyState({ extensions }));
    const following = followActionShortcuts(
      store,
      {
        run: () => {},
        onProblem: () => {},
        onKeys: (id, keys) => store.slice("desktopKeys").update((all) => withDesktopKeys(all, id, keys)),
      },
      (events) =>
        createShortcut(
          events,
          (events) => portals.backend(events, () => ({ ok: false, message: "", hint: "" })),
        ),
    );
    const model = configurePage.model();
    const window = windowOf("configure", { extension: "orders", action: "refund" });
    const shown = () => model(store.get(), window).desktopKeys;
    createPersonal(store).shortcut("orders", "refund", "Alt+F8");
    await until(() => shown() === "Meta+K");
    played.changed([[entry, keys("Alt+F8")]]);
    await until(() => shown() === null);
    await following.stop();
    played.bus.close();
    await played.bus.closed;
  });
});

Deno.test("all shortcuts of the program are bound together, for a desktop forgets what is not named again", async () => {
  await withBus(async (address) => {
    const played = await portal(address, 0);
    const portals = createPortal(async () => {
      const bus = await connectBus(address);
      played.caller = bus.name.slice(1).replaceAll(".", "_");
      return bus;
    });
    const pressed: string[] = [];
    const [palette, action] = ["open-palette", "action:toolbox/deploy"].map((id) =>
      portals.backend({
        purpose: { id, description: `Do ${id}` },
        onPress: () => void pressed.push(id),
        onChange: () => {},
      }, () => ({ ok: false, message: "", hint: "" }))
    );
    const binds = () => played.heard.filter((what) => what.startsWith("bind"));
    const both = [
      "bind open-palette CTRL+k: Do open-palette",
      "bind action:toolbox/deploy CTRL+d: Do action:toolbox/deploy",
    ];
    await palette!.bind(shortcut("Ctrl+K"));
    await action!.bind(shortcut("Ctrl+D"));
    assert.deepEqual(binds(), [both[0], ...both]);
    played.press();
    played.press({}, "action:toolbox/deploy");
    await until(() => pressed.length === 2);
    assert.deepEqual(pressed, ["open-palette", "action:toolbox/deploy"]);
    await action!.stop();
    await until(() => binds().length === 4);
    assert.equal(binds().at(-1), both[0]);
    played.press({}, "action:toolbox/deploy");
    played.press();
    await until(() => pressed.length === 3);
    assert.equal(pressed.at(-1), "open-palette");
    await palette!.stop();
    played.bus.close();
    await played.bus.closed;
  });
});

/** Shortcuts that have keys before the request, and whether the user is still asked. */
const LISTED: readonly (readonly [what: string, lists: [string, Value][], isAsked: boolean])[] = [
  ["the shortcut", [["open-palette", keys("Meta+K")]], false],
  ["nothing", [], true],
  ["the shortcut, without keys", [["open-palette", keys("")]], true],
  ["the shortcut, and tells no keys", [["open-palette", dictionary({})]], true],
  ["another one", [["action:a/b", keys("Meta+B")]], true],
  ["one more, which is not wanted any more", [["open-palette", keys("Meta+K")], [
    "action:a/b",
    keys("Meta+B"),
  ]], true],
];
for (const [what, lists, isAsked] of LISTED) {
  Deno.test(`a desktop that has keys for ${what} is ${isAsked ? "asked" : "asked for nothing"}`, async () => {
    await withBus(async (address) => {
      const played = await portal(address, 0);
      played.lists = lists;
      const { backend, pressed } = backendOn(address, played);
      assert.equal((await backend.bind(shortcut("Ctrl+Shift+K"))).ok, true);
      assert.equal(played.heard.some((heard) => heard.startsWith("bind")), isAsked);
      played.press();
      await until(() => pressed.length === 1);
      await backend.stop();
      played.bus.close();
      await played.bus.closed;
    });
  });
}

/**
 * The keys that a desktop reports after the user has chosen Ctrl+Shift+J in Kedge, and whether they
 * certainly differ.
 */
const KEPT: readonly (readonly [told: string, isOther: boolean])[] = [
  ["Ctrl+Shift+K", true],
  ["Meta+J", true],
  ["Ctrl+Shift+J", false],
  ["Meta+K; Ctrl+Shift+J", false],
  ["Strg+Umschalt+J", false],
  ["Press Ctrl+Shift+j", false],
  ["Leertaste", false],
  ["Ctrl++", false],
  ["Press <Shift><Control>j", false],
  ["Appuyez sur <Control><Shift>j ou <Super>k", false],
];
/** GNOME's descriptions, which are unambiguous, and the keys that they mean if not Ctrl+Shift+K. */
const NAMED: readonly (readonly [told: string, others: string | null])[] = [
  ["Press <Shift><Control>k", null],
  ["Press <ctrl><shift>k", null],
  ["Press <Super>space", "Super+Space"],
  ["Press <Alt>k or <Primary><Alt>F9", "Alt+K or Alt+Ctrl+F9"],
  ["", null],
];
for (const [told, others] of NAMED) {
  Deno.test(`keys that GNOME calls “${told}” are ${others ?? "those that Kedge names"}`, async () => {
    await withBus(async (address) => {
      const played = await portal(address, 0);
      played.chooses = () => [["open-palette", told ? keys(told) : dictionary({})]];
      const { backend, changed } = backendOn(address, played);
      const bound = await backend.bind(shortcut("Ctrl+Shift+K"));
      const message = others === null ? null : `The desktop keeps ${others} for Kedge, not Ctrl+Shift+K`;
      assert.equal(bound.ok ? null : bound.message, message);
      played.changed(played.chooses([]));
      await until(() => changed.length > 0);
      assert.deepEqual(changed.at(-1), bound);
      await backend.stop();
      played.bus.close();
      await played.bus.closed;
    });
  });
}

/** Plasma's descriptions, and the keys that Kedge shows instead of Ctrl+Shift+K. */
const CHOSEN: readonly (readonly [told: string, shown: string | null])[] = [
  ["Ctrl+Shift+K", null],
  ["Shift+Ctrl+K", null],
  ["Strg+Umschalt+K", null],
  ["Meta+K; Ctrl+Shift+K", null],
  ["Meta+K", "Meta+K"],
  ["Meta+K; Ctrl+Alt+K", "Meta+K"],
  ["Ctrl+Shift+L", "Ctrl+Shift+L"],
  ["Ctrl+Alt+K", "Ctrl+Alt+K"],
  ["Meta+Umschalt+K", "Meta+Umschalt+K"],
  ["Strg+Umschalt+F9", "Strg+Umschalt+F9"],
  ["Ctrl++", "Ctrl+Plus"],
  ["Leertaste", "Leertaste"],
];
for (const [told, shown] of CHOSEN) {
  Deno.test(`a desktop that has ${told} for Kedge from its own settings is shown with ${shown ?? "Kedge's keys"}`, async () => {
    await withBus(async (address) => {
      const played = await portal(address, 0);
      const { backend, changed } = backendOn(address, played);
      const bound = shown === null ? { ok: true } : { ok: true, keys: shown };
      // Reported before the request, with its answer, and by a change while Kedge runs.
      played.lists = [["open-palette", keys(told)]];
      assert.deepEqual(await backend.bind(shortcut("Ctrl+Shift+K")), bound);
      await backend.bind(null);
      played.lists = [];
      played.chooses = () => [["open-palette", keys(told)]];
      assert.deepEqual(await backend.bind(shortcut("Ctrl+Shift+K")), bound);
      played.changed([["open-palette", keys("Ctrl+Shift+K")]]);
      played.changed([["open-palette", keys(told)]]);
      await until(() => changed.length === 2);
      assert.deepEqual(changed, [{ ok: true }, bound]);
      await backend.stop();
      played.bus.close();
      await played.bus.closed;
    });
  });
}

Deno.test("while the desktop asks its user, Kedge says so, until it is answered", async () => {
  await withBus(async (address) => {
    const played = await portal(address, null);
    const { backend, changed } = backendOn(address, played, PALETTE, 0);
    const bound = backend.bind(shortcut("Ctrl+Shift+K"));
    await until(() => changed.length > 0 && played.unanswered.length > 0);
    const [now] = changed;
    assert.match(
      now!.ok ? "" : `${now!.message}: ${now!.hint}`,
      /asks you which keys.*“Open Kedge's palette”/,
    );
    played.unanswered[0]!(0);
    assert.deepEqual(await bound, { ok: true });
    await backend.stop();
    played.bus.close();
    await played.bus.closed;
  });
});

Deno.test("a desktop that knows no such program gives it no shortcut, which Kedge tells with a way round", async () => {
  await withBus(async (address) => {
    const played = await portal(address, 0);
    played.knows = () => false;
    const { backend } = backendOn(address, played);
    const bound = await backend.bind(shortcut("Ctrl+Shift+K"));
    assert.match(
      bound.ok ? "" : `${bound.message}: ${bound.hint}`,
      /only to programs that are installed.*--toggle/,
    );
    await backend.stop();
    played.bus.close();
    await played.bus.closed;
  });
});

for (const [told, isOther] of KEPT) {
  Deno.test(`a desktop that has ${told} after Ctrl+Shift+J was chosen in Kedge ${isOther ? "is told to keep it" : "has it"}`, async () => {
    await withBus(async (address) => {
      const played = await portal(address, 0);
      played.lists = [["open-palette", keys("Ctrl+Shift+K")]];
      played.chooses = () => [["open-palette", keys(told)]];
      const { backend } = backendOn(address, played);
      assert.deepEqual(await backend.bind(shortcut("Ctrl+Shift+K")), { ok: true });
      const bound = await backend.bind(shortcut("Ctrl+Shift+J"));
      assert.equal(bound.ok, !isOther);
      if (!bound.ok) {
        assert.equal(bound.message, `The desktop keeps ${told} for Kedge, not Ctrl+Shift+J`);
        assert.match(bound.hint, /^Choose Ctrl\+Shift\+J in System Settings/);
      }
      await backend.stop();
      played.bus.close();
      await played.bus.closed;
    });
  });
}

Deno.test("a portal that refuses the word of the session is asked with another one", async () => {
  await withBus(async (address) => {
    const played = await portal(address, 0);
    played.refusedWords = ["kedge"];
    const { backend, pressed } = backendOn(address, played);
    assert.deepEqual(await backend.bind(shortcut("Ctrl+Shift+K")), { ok: true });
    assert.match(played.tokens[1]!, /^kedge_[0-9a-f_]{36}$/);
    played.press();
    await until(() => pressed.length === 1);
    await backend.stop();
    played.bus.close();
    await played.bus.closed;
  });
});

Deno.test("a portal that comes after it was looked for is asked then", async () => {
  await withBus(async (address) => {
    let caller = "";
    const changed: Bound[] = [];
    const backend = createPortalBackend(
      {
        purpose: { id: "open-palette", description: "Open Kedge's palette" },
        onPress: () => {},
        onChange: (bound) => void changed.push(bound),
      },
      () => ({ ok: false, message: "no portal", hint: "" }),
      async () => {
        const bus = await connectBus(address);
        caller = bus.name.slice(1).replaceAll(".", "_");
        return bus;
      },
    );
    assert.equal((await backend.bind(shortcut("Ctrl+Shift+K"))).ok, false);
    const played = await portal(address, 0, caller);
    await until(() => changed.length === 1);
    assert.deepEqual(changed, [{ ok: true }]);
    await backend.stop();
    played.bus.close();
    await played.bus.closed;
  });
});
