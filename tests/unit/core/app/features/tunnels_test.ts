import { deepEqual, equal, match, ok } from "node:assert/strict";
import { createConfiguration } from "../../../../../src/core/app/features/settings/configuration.ts";
import { createTunnels } from "../../../../../src/core/app/features/tunnels/tunnels.ts";
import type { Server } from "../../../../../src/core/config/config.ts";
import type { Tunnel, TunnelEvents } from "../../../../../src/core/ways/tunnel.ts";
import { type Way, WayError } from "../../../../../src/core/ways/way.ts";
import { config, store, until } from "../fixtures.ts";

const VIA = "ssh://ann@bastion";
const shop: Server = {
  ...{ name: "shop", engine: "postgres", host: "db", port: 5432, tls: true, via: VIA },
};
const near: Server = { name: "near", engine: "mysql", host: "near", port: 3306, tls: false };
const WAY: Way = {
  open: () => {
    throw new Error("not opened here");
  },
};

/** Creates the tunnels of a configuration; `opens` decides how each opening ends. */
async function stage(opens: (port: number, events: TunnelEvents) => Promise<Tunnel>) {
  const state = store();
  const configuration = createConfiguration(state);
  const configure = (...servers: readonly Server[]) =>
    configuration.apply({ status: "loaded", config: config({ servers }), diagnostics: [] });
  await configure(shop, near);
  const asked: number[] = [], opened: string[] = [], errors: unknown[] = [];
  const tunnels = createTunnels({
    store: state,
    windows: { open: (page) => (opened.push(page), page) },
    wayOf: () => WAY,
    openTunnel: (_way, _to, port, events) => (asked.push(port), opens(port, events)),
    now: () => 7,
    onError: (error) => void errors.push(error),
  });
  const all = () => state.get().tunnels;
  /** Opens a tunnel to the server that is reached over a way, and waits until it is open. */
  function openShop() {
    tunnels.openServer("shop");
    return until(() => all()[0]?.status === "open");
  }
  return { tunnels, configure, asked, opened, errors, all, openShop };
}

/** Returns an open tunnel; `closed` counts how often it was closed. */
function open(port: number, traffic = { connections: 0, sent: 0, received: 0 }) {
  const tunnel = {
    port,
    closed: 0,
    traffic: () => traffic,
    close: () => Promise.resolve(void tunnel.closed++),
  };
  return tunnel;
}

Deno.test("openServer() opens a tunnel whose steps are told, and shows where it is", async () => {
  const made = open(5501);
  const come = Promise.withResolvers<void>();
  const { tunnels, opened, all } = await stage(async (_port, { onStep }) => {
    onStep("Signing in to bastion…");
    await come.promise;
    return made;
  });
  deepEqual(tunnels.openServer("shop"), { ok: true });
  deepEqual(opened, ["tunnels"]);
  await until(() => all()[0]?.step === "Signing in to bastion…");
  deepEqual([all()[0]!.status, all()[0]!.port, all()[0]!.since], ["opening", null, 7]);
  come.resolve();
  await until(() => all()[0]?.status === "open");
  const [{ port, line, to, via }] = all() as [ReturnType<typeof all>[number]];
  equal(port, 5501);
  match(line, /^psql .*host=db hostaddr=127\.0\.0\.1 port=5501/);
  equal(to, "PostgreSQL · db:5432");
  equal(via, "ann@bastion");
});

Deno.test("openServer() opens one tunnel to a server, and shows that again", async () => {
  const { tunnels, opened, all, asked, openShop } = await stage((port) => Promise.resolve(open(port)));
  tunnels.openServer("shop");
  await openShop();
  tunnels.openServer("shop");
  deepEqual([all().length, asked.length, opened.length], [1, 1, 3]);
});

Deno.test("openServer() prefers the same port each time, and takes another where that is taken", async () => {
  const taken = Object.assign(new Error("taken"), { code: "EADDRINUSE" });
  const { tunnels, all, asked, openShop } = await stage((port) =>
    port === 0 ? Promise.resolve(open(40_001)) : Promise.reject(taken)
  );
  for (let time = 0; time < 2; time++) {
    await openShop();
    equal(all()[0]!.port, 40_001);
    await tunnels.end(all()[0]!.id);
  }
  const [first, other, again] = asked;
  ok(first! >= 20_000 && first! < 30_000);
  deepEqual([other, again], [0, first]);
});

const REFUSED: [name: string, says: RegExp][] = [
  ["near", /near is reached without a way\..*near:3306/],
  ["gone", /no server "gone"/],
];
for (const [name, says] of REFUSED) {
  Deno.test(`openServer() refuses ${name}`, async () => {
    const { tunnels, all } = await stage(() => Promise.reject(new Error("not asked")));
    const result = tunnels.openServer(name);
    match(result.ok ? "" : `${result.error} ${result.hint}`, says);
    deepEqual(all(), []);
  });
}

Deno.test("a tunnel that did not come about says why, and is opened anew by the next press", async () => {
  let times = 0;
  const { tunnels, all, openShop } = await stage((port) =>
    times++ === 0
      ? Promise.reject(new WayError("WAY_LOST", "the bastion hung up"))
      : Promise.resolve(open(port))
  );
  tunnels.openServer("shop");
  await until(() => all()[0]?.status === "failed");
  match(all()[0]!.fault!.message, /./);
  await openShop();
  deepEqual([all().length, all()[0]!.fault], [1, undefined]);
});

Deno.test("a connection through a tunnel that fails is told, until one comes about", async () => {
  let events: TunnelEvents | null = null;
  const traffic = { connections: 0, sent: 10, received: 2000 };
  const { all, openShop } = await stage((port, given) => {
    events = given;
    return Promise.resolve(open(port, traffic));
  });
  await openShop();
  events!.onFault(new WayError("WAY_LOST", "it fell silent"));
  equal(all()[0]!.fault !== undefined, true);
  events!.onConnected!();
  deepEqual([all()[0]!.fault, all()[0]!.traffic], [undefined, traffic]);
});

type Ending = (parts: Awaited<ReturnType<typeof stage>>) => unknown;
const ENDS: [what: string, end: Ending][] = [
  ["endTunnel", ({ tunnels, all }) => tunnels.end(all()[0]!.id)],
  ["Kedge's end", ({ tunnels }) => tunnels.close()],
  ["another way in its entry", ({ configure }) => configure({ ...shop, via: "ssh://ann@other" }, near)],
  ["another host in its entry", ({ configure }) => configure({ ...shop, host: "db2" }, near)],
  ["the end of its entry", ({ configure }) => configure(near)],
];
for (const [what, end] of ENDS) {
  Deno.test(`a tunnel ends with ${what}`, async () => {
    const made = open(5501);
    const parts = await stage(() => Promise.resolve(made));
    await parts.openShop();
    await end(parts);
    await until(() => made.closed === 1);
    deepEqual([parts.all(), parts.errors], [[], []]);
  });
}

Deno.test("a tunnel stays when something else of its entry changes", async () => {
  const made = open(5501);
  const { configure, all, openShop } = await stage(() => Promise.resolve(made));
  await openShop();
  await configure({ ...shop, tlsVerify: true }, near);
  deepEqual([all().length, made.closed], [1, 0]);
  await configure({ ...shop, name: "shop-production" }, near);
  deepEqual([all().map(({ name }) => name), made.closed], [["shop-production"], 0]);
});

Deno.test("a tunnel that is ended while it opens is not kept when it comes about after all", async () => {
  const made = open(5501);
  const come = Promise.withResolvers<void>();
  const { tunnels, all } = await stage(async () => (await come.promise, made));
  tunnels.openServer("shop");
  const ending = tunnels.end(all()[0]!.id);
  come.resolve();
  await ending;
  deepEqual([all(), made.closed], [[], 1]);
});
