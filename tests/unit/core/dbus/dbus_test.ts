import assert from "node:assert/strict";
import fc from "fast-check";
import { Random } from "../../../support/random.ts";
import { sessionAddress, socketPaths } from "../../../../src/core/dbus/address.ts";
import { decode, encode, KIND } from "../../../../src/core/dbus/message.ts";
import { Reader } from "../../../../src/core/dbus/reader.ts";
import { answer, type Served } from "../../../../src/core/dbus/service.ts";
import { dictionary, parseSignature, type Value, Variant } from "../../../../src/core/dbus/value.ts";
import { Writer } from "../../../../src/core/dbus/writer.ts";

const VALUES: readonly [string, Value][] = [
  ["y", 255],
  ["b", true],
  ["n", -2],
  ["q", 65535],
  ["i", -123456],
  ["u", 4294967295],
  ["x", -5n],
  ["t", 2n ** 64n - 1n],
  ["d", 0.25],
  ["s", "Grüße ⚓"],
  ["o", "/a/b"],
  ["g", "a{sv}"],
  ["v", new Variant("as", ["a", "b"])],
  ["ay", new Uint8Array([1, 2, 3])],
  ["as", []],
  ["ax", [1n, 2n]],
  ["(yv)", [1, new Variant("(iiay)", [16, 16, new Uint8Array(1024)])]],
  ["a{sv}", dictionary({ label: new Variant("s", "x"), enabled: new Variant("b", false) })],
  ["a(ia{sv}av)", [[1, [], [new Variant("(ia{sv}av)", [2, [], []])]]]],
];
for (const [signature, value] of VALUES) {
  Deno.test(`Writer and Reader agree on ${signature}`, () => {
    const writer = new Writer();
    // A byte comes first, so that the alignment of the value matters.
    writer.all(`y${signature}y`, [7, value, 9]);
    assert.deepEqual(new Reader(writer.bytes(), true).all(`y${signature}y`), [7, value, 9]);
  });
}

Deno.test("Writer lays out values as the specification's example does", () => {
  const writer = new Writer();
  writer.all("ysu", [1, "foo", 2]);
  assert.deepEqual([...writer.bytes()], [1, 0, 0, 0, 3, 0, 0, 0, 0x66, 0x6f, 0x6f, 0, 2, 0, 0, 0]);
});

Deno.test("Reader reads the other byte order", () => {
  assert.deepEqual(new Reader(new Uint8Array([0, 0, 1, 0]), false).all("u"), [256]);
});

for (const signature of ["a", "(", "()", "a{", "a{s}", "a{vs}", "a{sss}", "k", "i)", "a".repeat(70) + "i"]) {
  Deno.test(`parseSignature() refuses ${signature.slice(0, 10)}`, () => {
    assert.throws(() => parseSignature(signature), TypeError);
  });
}

Deno.test("Writer refuses values that do not fit their type", () => {
  for (const [signature, value] of [["s", 1], ["i", "1"], ["as", "x"], ["v", "x"], ["(ii)", [1]]] as const) {
    assert.throws(() => new Writer().all(signature, [value]), TypeError, signature);
  }
});

const MESSAGE = {
  kind: KIND.call,
  serial: 7,
  path: "/MenuBar",
  interface: "com.canonical.dbusmenu",
  member: "Event",
  destination: ":1.2",
  signature: "isvu",
  body: [4, "clicked", new Variant("s", ""), 0] as const,
};

Deno.test("decode() reads what encode() wrote, and waits for the rest of a message", () => {
  const bytes = encode(MESSAGE);
  for (let length = 0; length < bytes.length; length++) assert.equal(decode(bytes.subarray(0, length)), null);
  const { message, size } = decode(new Uint8Array([...bytes, 1, 2, 3]))!;
  assert.equal(size, bytes.length);
  assert.deepEqual(message, { ...MESSAGE, noReply: false });
});

Deno.test("decode() refuses what is no message, and messages without end", () => {
  assert.throws(() => decode(new Uint8Array(16)), TypeError);
  const bytes = encode(MESSAGE);
  new DataView(bytes.buffer).setUint32(4, 100_000_000, true);
  assert.throws(() => decode(bytes), RangeError);
});

Deno.test("decode() ends on any bytes in a value or an Error", () => {
  const valid = encode(MESSAGE);
  fc.assert(fc.property(
    fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 8 }),
    (changes) => {
      const bytes = valid.slice();
      for (const [at, value] of changes) bytes[at] = value;
      try {
        decode(bytes);
      } catch (error) {
        assert.ok(error instanceof TypeError || error instanceof RangeError);
      }
    },
  ));
});

const ADDRESSES: readonly [string, string[]][] = [
  ["unix:path=/run/user/1000/bus", ["/run/user/1000/bus"]],
  ["unix:path=/tmp/a%20b,guid=0123", ["/tmp/a b"]],
  ["unix:abstract=/tmp/dbus-x", ["\0/tmp/dbus-x"]],
  ["tcp:host=localhost,port=1;unix:path=/a;unix:path=/b", ["/a", "/b"]],
  ["unix:runtime=yes", ["/run/me/bus"]],
  ["unix:path=/100%", ["/100%"]],
  ["nonsense", []],
  ["", []],
];
for (const [address, paths] of ADDRESSES) {
  Deno.test(`socketPaths() finds ${paths.length} in "${address}"`, () => {
    assert.deepEqual(socketPaths(address, "/run/me"), paths);
  });
}

Deno.test("sessionAddress() takes the variable, then the runtime folder, then nothing", () => {
  const of = (env: Record<string, string>) => sessionAddress((name) => env[name]);
  assert.equal(of({ DBUS_SESSION_BUS_ADDRESS: "unix:path=/a", XDG_RUNTIME_DIR: "/r" }), "unix:path=/a");
  assert.equal(of({ XDG_RUNTIME_DIR: "/r" }), "unix:path=/r/bus");
  assert.equal(of({}), null);
});

const SERVED: Served[] = [{
  name: "org.example.Door",
  properties: { Open: { signature: "b", get: () => true } },
  methods: {
    Knock: { input: "u", output: "s", call: ([times]) => ["knock ".repeat(Number(times)).trim()] },
    Break: {
      input: "",
      output: "",
      call: () => {
        throw new Error("it holds");
      },
    },
  },
  signals: { Opened: "a{sv}i" },
}];
const objects = new Map([["/door", SERVED], ["/house/cellar/door", SERVED]]);
const PROPERTIES = "org.freedesktop.DBus.Properties";

const CALLS: readonly [string, Partial<Parameters<typeof answer>[0]>, RegExp | readonly Value[]][] = [
  ["a method", { member: "Knock", signature: "u", body: [2] }, ["knock knock"]],
  ["a method without its interface", { interface: undefined, member: "Knock", signature: "u", body: [1] }, [
    "knock",
  ]],
  ["wrong arguments", { member: "Knock", signature: "s", body: ["2"] }, /InvalidArgs/],
  ["an unknown method", { member: "Ring" }, /UnknownMethod/],
  ["a name of every object", { member: "toString" }, /UnknownMethod/],
  ["an unknown interface", { interface: "org.example.Window", member: "Knock" }, /UnknownMethod/],
  ["an unknown object", { path: "/window", member: "Knock" }, /UnknownObject/],
  ["a method that throws", { member: "Break" }, /Failed/],
  ["a property", {
    interface: PROPERTIES,
    member: "Get",
    signature: "ss",
    body: ["org.example.Door", "Open"],
  }, [
    new Variant("b", true),
  ]],
  ["an unknown property", {
    interface: PROPERTIES,
    member: "Get",
    signature: "ss",
    body: ["org.example.Door", "x"],
  }, /UnknownProperty/],
  [
    "all properties",
    { interface: PROPERTIES, member: "GetAll", signature: "s", body: ["org.example.Door"] },
    [
      [["Open", new Variant("b", true)]],
    ],
  ],
  ["setting a property", {
    interface: PROPERTIES,
    member: "Set",
    signature: "ssv",
    body: ["org.example.Door", "Open", new Variant("b", false)],
  }, /PropertyReadOnly/],
  ["a ping", { interface: "org.freedesktop.DBus.Peer", member: "Ping" }, []],
];
for (const [name, call, expected] of CALLS) {
  Deno.test(`answer() answers ${name}`, async () => {
    const message = { kind: KIND.call, serial: 1, path: "/door", interface: "org.example.Door", ...call };
    const result = await answer(message, objects);
    if (expected instanceof RegExp) assert.match("errorName" in result ? result.errorName : "", expected);
    else assert.deepEqual("body" in result ? result.body : result, expected);
  });
}

Deno.test("answer() describes objects to programs that look around", async () => {
  const look = async (path: string) => {
    const face = "org.freedesktop.DBus.Introspectable";
    const result = await answer(
      { kind: KIND.call, serial: 1, path, interface: face, member: "Introspect" },
      objects,
    );
    return "body" in result ? String(result.body[0]) : "";
  };
  assert.match(await look("/"), /<node name="door"\/><node name="house"\/>/);
  assert.match(await look("/house"), /<node name="cellar"\/>/);
  const door = await look("/door");
  assert.match(door, /<method name="Knock"><arg type="u" direction="in"\/><arg type="s" direction="out"\/>/);
  assert.match(door, /<signal name="Opened"><arg type="a{sv}"\/><arg type="i"\/><\/signal>/);
  assert.match(door, /<property name="Open" type="b" access="read"\/>/);
});

const hostileTypes = ["v", "av", "a{sv}", "aaaaaay", "a(yv)", "(((((y)))))", "as", "ag", "ao", "t", "d"];

/** Returns a signal whose body is damaged in random places. */
function damaged(seed: number): Uint8Array {
  const random = new Random(seed);
  const values: Record<string, Value> = {
    v: new Variant("av", [new Variant("v", new Variant("s", "x"))]),
    av: [new Variant("as", ["a"]), new Variant("u", 7)],
    as: ["a", "b"],
    ag: ["a{sv}", "(ii)"],
    ao: ["/a"],
    t: 7n,
    d: 0.5,
  };
  const signature = random.pick(hostileTypes.filter((type) => type in values));
  const bytes = encode({
    kind: KIND.signal,
    serial: 1,
    path: "/a",
    interface: "a.b",
    member: "C",
    signature,
    body: [values[signature]!],
  });
  for (let i = random.int(6) + 1; i > 0; i--) bytes[random.int(bytes.length)] = random.int(256);
  return bytes.subarray(0, random.int(4) === 0 ? random.int(bytes.length + 1) : bytes.length);
}

Deno.test("decode() refuses damaged messages or gives what they hold", () => {
  for (let seed = 0; seed < 20_000; seed++) {
    try {
      decode(damaged(seed));
    } catch (error) {
      assert.ok(error instanceof TypeError || error instanceof RangeError, `seed ${seed}: ${error}`);
    }
  }
});

Deno.test("decode() reads nothing of a message that says it is larger than any", () => {
  const bytes = encode({ kind: KIND.signal, serial: 1, path: "/a", interface: "a.b", member: "C" });
  const view = new DataView(bytes.buffer);
  for (const [at, size] of [[4, 2 ** 20], [4, 2 ** 32 - 1], [12, 2 ** 31]] as const) {
    const before = view.getUint32(at, true);
    view.setUint32(at, size, true);
    assert.throws(() => decode(bytes), RangeError);
    view.setUint32(at, before, true);
  }
});
