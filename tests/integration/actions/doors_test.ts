import assert from "node:assert/strict";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import { questions } from "../../../src/cli/start/questions.ts";
import { serveCredentials } from "../../../src/core/aws/container.ts";
import { wrap } from "../../../src/core/aws/credentials/credentials.ts";
import { listenForAnswer } from "../../../src/core/aws/sign_in/callback.ts";
import { connectBus } from "../../../src/core/dbus/mod.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { openTunnel } from "../../../src/core/ways/tunnel.ts";
import { handOver } from "../../../src/core/platform/browser/handover.ts";
import { becomeFirst } from "../../../src/tray/instance/mod.ts";
import { loopbackEndpoint } from "../../../src/tray/instance/loopback.ts";
import { portFile } from "../../../src/tray/instance/connect.ts";
import { ItemObject } from "../../../src/tray/status_notifier/item_object.ts";
import { MenuObject } from "../../../src/tray/status_notifier/menu_object.ts";
import { start } from "../../desktop/harness/process.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { testFolder } from "../../support/folder.ts";
import { readSources } from "../../support/house/sources.ts";
import { sharePages } from "../../support/pages/assets.ts";
import { installActions, makeHome, runJson } from "../../support/program/actions.ts";
import { plainEnvironment } from "../../support/program/kedge.ts";
import { program } from "../../support/program/program.ts";
import { withBus } from "../../support/servers/bus.ts";

const FOLDER = fileURLToPath(new URL("../../scripts/callers", import.meta.url));
const CALLER = await Deno.readTextFile(join(FOLDER, "caller.py"));

/** Calls in the source that accept connections; each such file needs at least one row below. */
const LISTENS = /\bserveUser\(|\bDeno\.listen\w*\(|\bcreateServer\(|\bbus\.serve\(/;

/** The kind of a call and its arguments; see `WAYS` of the script. */
type Call = readonly [way: "line" | "http" | "page" | "bus", ...unknown[]];
type Doors = Record<string, { readonly call: Call; readonly user: unknown; readonly run: unknown }>;

/** Everything that is open during a test. */
interface Stage {
  readonly socket: string;
  /** Returns the one-time address of a page that was not opened yet. */
  link(): Promise<string>;
  /** Address and cookie of a page that the user has open. */
  readonly page: string;
  readonly cookie: string;
  readonly bus: string;
  readonly folder: string;
  readonly ends: (() => unknown)[];
}

const GONE = "", REFUSED = 403;
const command = (name: string, fields: Record<string, unknown>) =>
  JSON.stringify({ type: "command", id: 1, pressed: 1, command: { name, ...fields } });

/** Every entry point by the file that opens it: the answer to the user, and the answer to a run. */
const DOORS: Readonly<Record<string, (stage: Stage) => Promise<Doors> | Doors>> = {
  "src/tray/instance/unix.ts": ({ socket }) => {
    const line = (text: string, user: RegExp) => ({ call: ["line", socket, text], user, run: GONE }) as const;
    const asked = questions(
      () => ({} as never),
      () => ({} as never),
      () => Promise.reject(),
      () => Promise.reject(),
      () => Promise.reject(),
      { ask: () => Promise.reject(), refusesCredentials: () => Promise.reject() },
    );
    const said: Record<string, string> = {
      credentials: '{"account": "111111111111", "role": "Admin"}',
      developed: '"callers"',
    };
    const names = [...Object.keys(asked), "developed"];
    return {
      palette: line("palette", /done/),
      "a link to Kedge": line(`ask link {"link": "kedge://open/page/home"}`, /^answer .*ok/),
      develop: line(`with develop {"folder": "/nowhere"}`, /./),
      ...Object.fromEntries(
        names.map((name) => [name, line(`ask ${name} ${said[name] ?? null}`, /^answer /)]),
      ),
    };
  },
  "src/pages/http/serve.ts": async ({ link, page, cookie }) => {
    const { origin } = new URL(page);
    const headers = { cookie, origin };
    const presses = [
      command("beginInstall", { source: "/nowhere" }),
      command("confirmReview", { review: "1", hash: "0".repeat(64) }),
      command("runAction", { extension: "callers", action: "reach" }),
    ];
    const http = (address: string, user: number, method = "GET") =>
      ({ call: ["http", address, headers, method], user, run: REFUSED }) as const;
    return {
      link: { call: ["http", await link()], user: 303, run: REFUSED },
      "a page of the user": http(page, 200),
      "a part of it": http(`${page}icon`, 404),
      "a file for it": http(`${page}upload?name=x.kedgeext`, 415, "POST"),
      "its socket, with presses": {
        call: ["page", `${page}socket`, headers, presses],
        user: (got: [number, ...{ ok: boolean; error?: string }[]]) => {
          assert.equal(got[0], 101);
          assert.equal(got.length, 1 + presses.length);
        },
        run: [REFUSED],
      },
    };
  },
  "src/core/aws/container.ts": ({ ends }) => {
    const keys = { accessKeyId: "AKID", secretAccessKey: "of-another" };
    const server = serveCredentials(() => Promise.resolve(wrap(keys)));
    ends.push(() => server.close());
    const call = ["http", server.address, { authorization: server.token }] as const;
    return { "another program's credentials": { call, user: 200, run: REFUSED } };
  },
  "src/core/aws/sign_in/callback.ts": ({ ends }) => {
    const callback = listenForAnswer("state");
    callback.code.catch(() => {});
    callback.finish(null);
    ends.push(() => callback.close());
    const call = ["http", `${callback.redirectUri}?state=state&code=forged`] as const;
    return { "the answer to a sign-in": { call, user: 200, run: REFUSED } };
  },
  "src/core/platform/browser/handover.ts": ({ ends }) => {
    const handover = handOver("http://127.0.0.1/secret", () => {});
    ends.push(() => handover.close());
    return { "an address for a browser": { call: ["http", handover.ticket], user: 303, run: REFUSED } };
  },
  "src/tray/instance/loopback.ts": async ({ folder, ends }) => {
    const paths = kedgePaths(folder);
    const ask = { address: () => Promise.resolve("http://127.0.0.1/secret") };
    const first = await becomeFirst(paths, () => {}, loopbackEndpoint(paths), ask);
    assert.ok(first.first);
    ends.push(() => first.close());
    const { port } = JSON.parse(await Deno.readTextFile(portFile(folder)));
    // Kedge's own proof in the answer shows that it accepts the call.
    const call = ["line", port, `hello ${"0".repeat(32)}`] as const;
    return { "the port of later starts": { call, user: /^[0-9a-f]{32} /, run: GONE } };
  },
  "src/core/ways/tunnel.ts": async ({ ends }) => {
    const signal = new AbortController().signal, unheard = () => {};
    const to = { host: "db.internal", port: 5432 };
    const tunnel = await openTunnel({ open: echo }, to, 0, { onStep: unheard, onFault: unheard, signal });
    ends.push(() => tunnel.close());
    const call = ["line", tunnel.port, "to the database"] as const;
    return { "a way to a server for other programs": { call, user: "to the database\n", run: GONE } };
  },
  "src/tray/status_notifier/item_object.ts": async ({ bus, ends }) => {
    const connection = await connectBus(bus);
    ends.push(() => connection.close());
    new ItemObject(() => {}, () => {}).serve(connection);
    const call = ["bus", bus, connection.name, "/StatusNotifierItem", "org.kde.StatusNotifierItem.Activate"];
    return {
      "the tray's icon": {
        call: [...call, "int32:0", "int32:0"] as never,
        user: /^method/,
        run: /AccessDenied/,
      },
    };
  },
  "src/tray/status_notifier/menu_object.ts": async ({ bus, ends }) => {
    const connection = await connectBus(bus);
    ends.push(() => connection.close());
    const menu = new MenuObject(() => {});
    menu.serve(connection);
    menu.show([{ label: "Quit", command: { name: "quit" } } as never]);
    const call = ["bus", bus, connection.name, "/MenuBar", "com.canonical.dbusmenu.Event"];
    const click = [...call, "int32:1", "string:clicked", "variant:int32:0", "uint32:0"];
    return { "the tray's menu": { call: click as never, user: /^method/, run: /AccessDenied/ } };
  },
};

/** Returns a stream that answers with what it receives. */
function echo(): PassThrough {
  const stream = new PassThrough();
  queueMicrotask(() => stream.emit("connect"));
  return stream;
}

/** Files that listen on behalf of others. */
const BENEATH = ["src/core/platform/peer/serve.ts"];

Deno.test("each place that listens has its doors in the table", async () => {
  const found = (await readSources("main.ts", "src"))
    .filter(({ path, code }) => !path.startsWith("src/ui/") && LISTENS.test(code)).map(({ path }) => path);
  assert.deepEqual(found.filter((path) => !BENEATH.includes(path)).sort(), Object.keys(DOORS).sort());
});

/** Ways in which a process of a run tries to hide that it belongs to one. */
const HIDING: readonly (readonly string[])[] = [[], ["double fork", "environment", "limit"], ["undumpable"]];

Deno.test("a run comes through no door of Kedge, the user through each", async (t) => {
  const paths = await makeHome(), ends: (() => unknown)[] = [];
  await sharePages(paths);
  const source = (id: string) => Deno.readTextFile(join(FOLDER, `${id}.go`));
  const actions = ["reach", "fetch"].map(async (id) => ({ id, source: await source(id) }));
  await installActions(paths, "callers", await Promise.all(actions));
  const env = { ...await plainEnvironment(), KEDGE_HOME: paths.home };
  const running = start(program("--browser"), env);
  const link = async () => {
    const later = start(program("--browser", "--json"), env);
    assert.equal((await later.ended).code, 0, later.output());
    return (JSON.parse(later.output()) as { address: string }).address;
  };
  try {
    await waitFor("the address", () => /http:\/\/127\S+/.test(running.output()), 60_000);
    await withBus(async (bus) => {
      const opened = await fetch(await link(), { redirect: "manual" });
      await opened.body?.cancel();
      const stage: Stage = {
        socket: join(paths.home, "instance.sock"),
        link,
        page: new URL(opened.headers.get("location")!, opened.url).href,
        cookie: opened.headers.get("set-cookie")!.split(";")[0]!,
        bus,
        folder: await testFolder(),
        ends,
      };
      const groups: [string, Doors][] = [];
      for (const [file, doors] of Object.entries(DOORS)) groups.push([file, await doors(stage)]);
      const calls = groups.flatMap(([, doors]) =>
        Object.entries(doors).map(([name, { call }]): [string, Call] => [name, call])
      );
      const what = (hide: readonly string[]) => JSON.stringify({ doors: Object.fromEntries(calls), hide });
      const holds = (who: "user" | "run", got: Record<string, unknown>) => {
        for (const [name, door] of groups.flatMap(([, doors]) => Object.entries(doors))) {
          const expected = door[who];
          if (expected instanceof RegExp) assert.match(String(got[name]), expected, name);
          else if (typeof expected === "function") expected(got[name]);
          else assert.deepEqual(got[name], expected, name);
        }
      };
      for (const hide of HIDING) {
        await t.step(`a run that hides by ${hide.join(", ") || "nothing"}`, async () => {
          const { document } = await runJson(paths, "callers/reach", [what(hide)], {
            env: { ...env, TEST_CALLER: CALLER },
          });
          assert.equal(document.status, "ok", JSON.stringify(document));
          holds("run", JSON.parse(document.log.map(({ text }) => text).join("\n")));
        });
      }
      await t.step("a run in its sandbox that may use the network", async () => {
        const upgrade = { connection: "upgrade", upgrade: "websocket", "sec-websocket-version": "13" };
        const fetched = calls.flatMap(([name, [way, address, headers, method]]) => {
          const all = { ...headers as object, ...(way === "page" ? upgrade : {}) };
          const one = { address, headers: all, method: way === "http" && method || "GET" };
          return way === "http" || way === "page" ? [[name, one] as const] : [];
        });
        const asked = [JSON.stringify(Object.fromEntries(fetched))];
        const { document } = await runJson(paths, "callers/fetch", asked, { env });
        assert.equal(document.status, "ok", JSON.stringify(document));
        assert.deepEqual(
          JSON.parse(document.log.map(({ text }) => text).join("")),
          Object.fromEntries(fetched.map(([name]) => [name, REFUSED])),
        );
      });
      await t.step("the user", async () => {
        const { stdout, stderr } = await new Deno.Command("/usr/bin/python3", {
          args: ["-c", CALLER, what([])],
        }).output();
        assert.equal(new TextDecoder().decode(stderr), "");
        holds("user", JSON.parse(new TextDecoder().decode(stdout)));
      });
      for (const end of ends.splice(0)) await end();
    });
  } finally {
    for (const end of ends) await end();
    // A Kedge that ends normally removes the files that it made for the folder in development.
    await running.kill("SIGTERM");
    await paths.remove();
  }
});
