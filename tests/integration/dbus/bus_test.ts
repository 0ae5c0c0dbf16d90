import assert from "node:assert/strict";
import { type Bus, BusError, connectBus, Variant } from "../../../src/core/dbus/mod.ts";

/** A private bus. `stop` ends it as a crash would. */
async function withBus(play: (address: string, stop: () => Promise<void>) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "kedge-bus-" });
  const address = `unix:path=${root}/bus`;
  const daemon = new Deno.Command("dbus-daemon", {
    args: ["--session", `--address=${address}`, "--nofork", "--nopidfile", "--print-address=1"],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const stop = async () => {
    try {
      daemon.kill("SIGKILL");
    } catch {
      // The test has stopped it.
    }
    await daemon.status;
  };
  try {
    const reader = daemon.stdout.getReader();
    await reader.read(); // it prints its address once it listens
    await reader.cancel();
    await play(address, stop);
  } finally {
    await stop();
    await Deno.remove(root, { recursive: true });
  }
}

const DOOR = { path: "/door", interface: "org.example.Door" };

function serveDoor(bus: Bus): void {
  bus.serve(DOOR.path, [{
    name: DOOR.interface,
    methods: {
      Echo: { input: "v", output: "v", call: ([value]) => [value!] },
      Wait: { input: "", output: "", call: () => new Promise(() => {}) },
    },
    signals: { Opened: "s" },
  }]);
}

Deno.test("connectBus() calls, serves and hears signals", async () => {
  await withBus(async (address) => {
    const [server, client] = await Promise.all([connectBus(address), connectBus(address)]);
    serveDoor(server);
    const big = new Variant("ay", new Uint8Array(300_000).fill(7));
    const [echo] = await client.call({
      ...DOOR,
      destination: server.name,
      member: "Echo",
      signature: "v",
      body: [big],
    });
    assert.deepEqual(echo, big);

    const heard = Promise.withResolvers<unknown>();
    await client.listen({ sender: server.name, interface: DOOR.interface, member: "Opened" }, heard.resolve);
    server.emit(DOOR.path, DOOR.interface, "Opened", "s", ["front"]);
    assert.deepEqual(await heard.promise, ["front"]);
    server.close();
    client.close();
    await Promise.all([server.closed, client.closed]);
  });
});

Deno.test("connectBus() reports refusals by their name, and answers that do not come", async () => {
  await withBus(async (address) => {
    const bus = await connectBus(address);
    serveDoor(bus);
    const named = (name: string) => (error: unknown) =>
      error instanceof BusError && error.name.endsWith(`.${name}`);
    await assert.rejects(
      bus.call({ ...DOOR, destination: "org.example.Nobody", member: "Echo" }),
      named("ServiceUnknown"),
    );
    await assert.rejects(
      bus.call({ ...DOOR, destination: bus.name, member: "Ring" }),
      named("UnknownMethod"),
    );
    await assert.rejects(bus.call({ ...DOOR, destination: bus.name, member: "Echo" }), named("InvalidArgs"));
    await assert.rejects(bus.call({ ...DOOR, destination: bus.name, member: "Wait" }, 50), named("NoReply"));
    bus.close();
    await bus.closed;
    await assert.rejects(bus.call({ ...DOOR, destination: bus.name, member: "Echo" }), named("Disconnected"));
  });
});

Deno.test("connectBus() fails what waits and says so when the bus dies", async () => {
  await withBus(async (address, stop) => {
    const bus = await connectBus(address);
    serveDoor(bus);
    const waiting = bus.call({ ...DOOR, destination: bus.name, member: "Wait" });
    const failed = assert.rejects(waiting, /bus is gone/);
    await stop();
    await bus.closed;
    await failed;
    bus.emit(DOOR.path, DOOR.interface, "Opened", "s", ["unheard"]);
  });
});

Deno.test("connectBus() says why there is no bus", async () => {
  await assert.rejects(
    connectBus("unix:path=/nonexistent/bus"),
    /cannot reach the D-Bus message bus.*No such file/,
  );
  await assert.rejects(connectBus("tcp:host=localhost,port=1"), /names no unix socket/);
});

Deno.test("connectBus() gives up on a socket that is no bus", async () => {
  const root = await Deno.makeTempDir();
  const listener = Deno.listen({ transport: "unix", path: `${root}/bus` });
  const served = (async () => {
    const connection = await listener.accept();
    await connection.write(new TextEncoder().encode("HTTP/1.1 400 Bad Request\r\n"));
    connection.close();
  })();
  await assert.rejects(connectBus(`unix:path=${root}/bus`), /refused this user/);
  await served;
  listener.close();
  await Deno.remove(root, { recursive: true });
});
