import assert from "node:assert/strict";
import { decode, encode, KIND, type Message } from "../../../src/core/dbus/message.ts";
import type { Value } from "../../../src/core/dbus/value.ts";
import { withBus } from "../../support/servers/bus.ts";
import { type Bus, BusError, connectBus, Variant } from "../../../src/core/dbus/mod.ts";
import { removeFolder } from "../../support/remove_folder.ts";

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

Deno.test("listen() hears nothing any more once it was ended, and others go on", async () => {
  await withBus(async (address) => {
    const [server, client] = await Promise.all([connectBus(address), connectBus(address)]);
    serveDoor(server);
    const match = { sender: server.name, interface: DOOR.interface, member: "Opened" };
    const ended: unknown[] = [], heard: unknown[] = [];
    const end = await client.listen(match, (body) => ended.push(body));
    await client.listen(match, (body) => heard.push(body));
    const ring = async (door: string) => {
      server.emit(DOOR.path, DOOR.interface, "Opened", "s", [door]);
      // Messages are handled in order, so the signal has arrived when this call is answered.
      await client.call({
        ...DOOR,
        destination: server.name,
        member: "Echo",
        signature: "v",
        body: [new Variant("s", door)],
      });
    };
    await ring("front");
    end();
    end();
    await ring("back");
    assert.deepEqual([ended, heard], [[["front"]], [["front"], ["back"]]]);
    for (const bus of [server, client]) bus.close();
    await Promise.all([server.closed, client.closed]);
    end();
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
  await removeFolder(root);
});

/**
 * Runs `use` with a bus that greets correctly and answers each message of the client with what
 * `play` says.
 */
async function withHostile(
  play: (message: Message, say: (bytes: Uint8Array) => Promise<void>) => Promise<void>,
  use: (address: string) => Promise<void>,
): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "kedge-bus-" });
  const path = `${root}/bus`;
  const listener = Deno.listen({ transport: "unix", path });
  const serving = (async () => {
    for await (const socket of listener) {
      const say = async (bytes: Uint8Array) => {
        for (let at = 0; at < bytes.length;) at += await socket.write(bytes.subarray(at));
      };
      const chunk = new Uint8Array(64 * 1024);
      let rest = new Uint8Array(0), greeted = false;
      try {
        for (let count; (count = await socket.read(chunk)) !== null;) {
          rest = new Uint8Array([...rest, ...chunk.subarray(0, count)]);
          if (!greeted) {
            const text = new TextDecoder("latin1").decode(rest);
            if (text.includes("AUTH") && !text.includes("BEGIN")) {
              await say(new TextEncoder().encode("OK 1\r\n"));
            }
            const begin = text.indexOf("BEGIN\r\n");
            if (begin < 0) continue;
            rest = rest.slice(begin + 7);
            greeted = true;
          }
          for (let next = decode(rest); next; next = decode(rest)) {
            rest = rest.slice(next.size);
            await play(next.message, say);
          }
        }
      } catch {
        // The client has closed the connection.
      }
    }
  })();
  try {
    await use(`unix:path=${path}`);
  } finally {
    listener.close();
    await serving;
    await removeFolder(root);
  }
}

const reply = ({ serial }: Message, signature = "", body: readonly Value[] = []) =>
  encode({ kind: KIND.reply, serial: 9, replySerial: serial, signature, body });
const DOOR_CALL = { ...DOOR, destination: "org.example", member: "Knock" };

/** Returns an error message with a text, or with another value in its place. */
const refusal = (replySerial: number, signature: string, text: Value) =>
  encode({
    kind: KIND.error,
    serial: 9,
    replySerial,
    errorName: "org.example.No",
    signature,
    body: [text],
  });

/** Answers of a bus, and the expected error; with a limit in ms if no usable answer comes. */
const ANSWERS: readonly (readonly [
  name: string,
  answer: (message: Message) => Uint8Array,
  error: RegExp,
  limit?: number,
])[] = [
  ["no D-Bus", () => new TextEncoder().encode("HTTP/1.1 200 OK\r\n\r\n"), /is gone/],
  [
    "a message without end",
    () => new Uint8Array([0x6c, 2, 0, 1, 0, 0, 0, 0x7f, 1, 0, 0, 0, 0, 0, 0, 0]),
    /is gone/,
  ],
  ["nothing", () => new Uint8Array(), /no answer to Knock within 300 ms/, 300],
  [
    "an answer to another question",
    (message) => reply({ ...message, serial: 4711 }),
    /no answer to Knock/,
    300,
  ],
  [
    "a refusal of half a megabyte",
    ({ serial }) => refusal(serial, "s", "no\u202e\n".repeat(100_000)),
    /^org\.example\.No: no no/,
  ],
  [
    "a refusal that is no text",
    ({ serial }) => refusal(serial, "v", new Variant("as", [])),
    /org\.example\.No/,
  ],
];

for (const [name, answer, error, limit = 60_000] of ANSWERS) {
  Deno.test(`call() ends when the bus answers with ${name}`, async () => {
    await withHostile(
      (message, say) => say(message.member === "Hello" ? reply(message, "s", [":1.1"]) : answer(message)),
      async (address) => {
        const bus = await connectBus(address);
        const said = await bus.call(DOOR_CALL, limit).then(() => "answered", (error: Error) => error);
        bus.close();
        await bus.closed;
        assert.match(String(said), error);
        assert.ok(String(said).length < 1000);
      },
    );
  });
}

Deno.test("listen() goes on when what hears a signal throws at what came", async () => {
  await withHostile(
    async (message, say) => {
      await say(message.member === "Hello" ? reply(message, "s", [":1.1"]) : reply(message));
      if (message.member !== "AddMatch") return;
      for (const [signature, value] of [["as", []], ["s", "good"]] as const) {
        await say(
          encode({ kind: KIND.signal, serial: 9, ...DOOR, member: "Opened", signature, body: [value] }),
        );
      }
    },
    async (address) => {
      const bus = await connectBus(address);
      const heard = Promise.withResolvers<string>();
      await bus.listen({ sender: "org.example", interface: DOOR.interface, member: "Opened" }, ([value]) => {
        heard.resolve((value as string).toUpperCase());
      });
      assert.equal(await heard.promise, "GOOD");
      bus.close();
      await bus.closed;
    },
  );
});

Deno.test("what is served on the bus answers no action", async () => {
  await withBus(async (address) => {
    const server = await connectBus(address);
    serveDoor(server);
    const call = async (limit: number) => {
      const send = [
        "dbus-send",
        `--bus=${address}`,
        "--print-reply",
        `--dest=${server.name}`,
        DOOR.path,
        "org.freedesktop.DBus.Introspectable.Introspect",
      ];
      // A process with the mark that an anchor gives to a run's processes.
      const { stdout, stderr } = await new Deno.Command("prlimit", {
        args: [`--msgqueue=${limit}:${limit}`, ...send],
      }).output();
      return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    };
    assert.match(await call(819_200), /org\.example\.Door/);
    for (const limit of [799_999, 799_998, 0]) {
      const said = await call(limit);
      assert.match(said, /AccessDenied/);
      assert.doesNotMatch(said, /Door/);
    }
    server.close();
    await server.closed;
  });
});
