import { deepEqual, equal, match, rejects, throws } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { parseWay, wayText } from "../../../../src/core/ways/address.ts";
import { ssmAddress } from "../../../../src/core/ways/ssm/address.ts";
import { wrap } from "../../../../src/core/aws/credentials/credentials.ts";
import { createChannel } from "../../../../src/core/ways/ssm/channel.ts";
import { openGateway } from "../../../../src/core/ways/ssm/gateway.ts";
import {
  decodeMessage,
  encodeMessage,
  MAX_MESSAGE_SIZE,
  newId,
} from "../../../../src/core/ways/ssm/message.ts";
import { readMessage, writeMessage } from "../../../support/cloud/agent_messages.ts";
import { connectThrough, proxyFor } from "../../../../src/core/ways/ssm/proxy.ts";
import { WayError } from "../../../../src/core/ways/way.ts";

const GOOD = [
  ["ssm://123456789012/ReadOnly/i-0123456789abcdef0", "i-0123456789abcdef0 of 123456789012"],
  ["ssm://123456789012/ReadOnly/mi-0123456789abcdef0", "mi-0123456789abcdef0 of 123456789012"],
  ["ssm://123456789012//i-0123456789abcdef0", "i-0123456789abcdef0 of 123456789012"],
  ["ssm://123456789012/Read@Only/ecs:shop-1/web_2", "shop-1/web_2 of 123456789012"],
  ["ssm://123456789012/ReadOnly/i-01234567?region=eu-west-1", "i-01234567 of 123456789012 in eu-west-1"],
] as const;
for (const [via, words] of GOOD) {
  Deno.test(`parseWay() takes ${via}`, () => {
    const way = parseWay(via);
    equal("fault" in way ? way.fault : way.kind, "ssm");
    equal(wayText(via), words);
    if (!("fault" in way) && way.kind === "ssm") equal(ssmAddress(way.at), via);
  });
}

const BAD: readonly (readonly [via: string, fault: RegExp])[] = [
  ["ssm://", /account/],
  ["ssm://shop/ReadOnly/i-0123456789abcdef0", /12 digits/],
  ["ssm://123456789012/Read Only/i-0123456789abcdef0", /role/],
  ["ssm://123456789012/ReadOnly", /no computer/],
  ["ssm://123456789012/ReadOnly/-oProxyCommand=x", /no computer/],
  ["ssm://123456789012/ReadOnly/i-0123456789abcdef0/more", /no computer/],
  ["ssm://123456789012/ReadOnly/ecs:shop", /no computer/],
  ["ssm://123456789012/ReadOnly/ecs:shop/web/more", /no computer/],
  ["ssm://123456789012/ReadOnly/ecs:../web", /no computer/],
  ["ssm://123456789012/ReadOnly/i-0123456789abcdef0?region=x", /region/],
  ["ssm://123456789012/ReadOnly/i-0123456789abcdef0?host=evil", /region/],
  ["ssm://123456789012/ReadOnly/i-0123456789abcdef0,ssh://b", /more than one/],
];
for (const [via, fault] of BAD) {
  Deno.test(`parseWay() refuses ${via}`, () => {
    const way = parseWay(via);
    match("fault" in way ? way.fault : "", fault);
    deepEqual("hint" in way && way.hint.startsWith("Write it like ssm://"), true);
  });
}

for (
  const url of [
    "ws://ssmmessages.eu-central-1.amazonaws.com/v1/data-channel/x",
    "ws://127.0.0.1.example.com/",
    "http://127.0.0.1/",
    "file:///etc/passwd",
    "",
  ]
) {
  Deno.test(`openGateway() tells nobody the token when the address is ${url || "empty"}`, async () => {
    await rejects(
      openGateway(
        url,
        { region: "eu-central-1", credentials: wrap({ accessKeyId: "A", secretAccessKey: "s" }) },
        { onMessage: () => {}, onEnd: () => {} },
        new AbortController().signal,
      ),
      { code: "WAY_FOREIGN" },
    );
  });
}

const payload = Buffer.from("select 1");
/** Returns the whole numbers from the first to the last. */
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

Deno.test("encodeMessage() writes what an agent reads", () => {
  const bytes = encodeMessage({ type: "input_stream_data", sequence: 5, kind: 1, payload, flags: 1 });
  deepEqual(readMessage(bytes), {
    type: "input_stream_data",
    sequence: 5,
    flags: 1,
    payloadType: 1,
    payload,
  });
});

Deno.test("decodeMessage() reads what an agent writes, with the identifier as it meant it", () => {
  const read = decodeMessage(writeMessage("output_stream_data", 7, 1, payload))!;
  deepEqual([read.type, read.sequence, read.kind, read.payload], ["output_stream_data", 7, 1, payload]);
  const id = newId();
  const own = encodeMessage({ type: "output_stream_data", sequence: 0, kind: 1, payload, id });
  equal(decodeMessage(own)!.id, id);
});

const whole = writeMessage("output_stream_data", 7, 1, payload);
const changed = (at: number, to: number) => {
  const bytes = Buffer.from(whole);
  bytes[at] = to;
  return bytes;
};
const WRONG: readonly (readonly [what: string, bytes: Buffer])[] = [
  ["it is empty", Buffer.alloc(0)],
  ["it is cut", whole.subarray(0, 119)],
  ["its payload is cut", whole.subarray(0, whole.length - 1)],
  ["its payload was changed", changed(121, 0)],
  ["its header is of another length", changed(3, 99)],
  ["its number is negative", changed(48, 255)],
  ["it is too large", Buffer.alloc(2 << 20)],
];
for (const [what, bytes] of WRONG) {
  Deno.test(`decodeMessage() gives null when ${what}`, () => equal(decodeMessage(bytes), null));
}

/** The messages that an agent sends, and those that are acknowledged. */
const EARLY: readonly [what: string, sent: readonly number[], confirmed: readonly number[]][] = [
  ["no more than 16 MB", range(1, 40), range(1, 16)],
  ["those that come twice once", [...range(1, 12), ...range(1, 40)], [...range(1, 12), ...range(1, 16)]],
  [
    "others when those are through",
    [...range(1, 20), 0, ...range(18, 40)],
    [...range(1, 16), 0, ...range(18, 33)],
  ],
];
for (const [what, sent, confirmed] of EARLY) {
  Deno.test(`createChannel() keeps before their turn ${what}`, () => {
    const given: number[] = [];
    const gateway = {
      send(data: Uint8Array | string) {
        if (typeof data === "string") return;
        const { payload } = readMessage(Buffer.from(data));
        given.push(JSON.parse(payload.toString()).AcknowledgedMessageSequenceNumber);
      },
      pause: () => {},
      resume: () => {},
    };
    const failed = (error: WayError) => {
      throw error;
    };
    const channel = createChannel(gateway, { token: "t", kind: "port" }, {
      onOpen: () => {},
      onBytes: () => {},
      onUnreached: () => {},
      onEnd: failed,
    });
    const large = Buffer.alloc(MAX_MESSAGE_SIZE - 120);
    for (const sequence of sent) channel.take(writeMessage("output_stream_data", sequence, 1, large));
    channel.close();
    deepEqual(given, confirmed);
  });
}

const HOST = "ssmmessages.eu-central-1.amazonaws.com";
const AT = { host: "proxy", port: 3128 };
const P = "http://proxy:3128";
/** Deno's own `fetch` chooses the same proxies for these variables. */
const PROXIES: readonly (readonly [env: Readonly<Record<string, string>>, proxy: unknown])[] = [
  [{}, null],
  [{ HTTP_PROXY: P }, null],
  [{ HTTPS_PROXY: P }, AT],
  [{ https_proxy: P }, AT],
  [{ HTTPS_PROXY: P, https_proxy: "http://other" }, AT],
  [{ ALL_PROXY: P, HTTPS_PROXY: "http://other" }, AT],
  [{ ALL_PROXY: P, HTTPS_PROXY: "" }, AT],
  [{ HTTPS_PROXY: "proxy:3128" }, AT],
  [{ HTTPS_PROXY: "http://proxy" }, { host: "proxy", port: 80 }],
  [{ HTTPS_PROXY: "http://[::1]:8080/" }, { host: "::1", port: 8080 }],
  [{ HTTPS_PROXY: "http://us%er:p@proxy:3128" }, { ...AT, authorization: "Basic dXMlZXI6cA==" }],
  [{ HTTPS_PROXY: "http://us%40er:p%3Aw@proxy:3128" }, { ...AT, authorization: "Basic dXNAZXI6cDp3" }],
  [{ HTTPS_PROXY: P, NO_PROXY: HOST }, null],
  [{ HTTPS_PROXY: P, NO_PROXY: "a, .amazonaws.com" }, null],
  [{ HTTPS_PROXY: P, no_proxy: "amazonaws.com" }, null],
  [{ HTTPS_PROXY: P, NO_PROXY: "*" }, null],
  [{ HTTPS_PROXY: P, NO_PROXY: "naws.com, localhost" }, AT],
  [{ HTTPS_PROXY: P, NO_PROXY: `x.${HOST}` }, AT],
];
for (const [env, proxy] of PROXIES) {
  Deno.test(`proxyFor() is ${JSON.stringify(proxy)} with ${JSON.stringify(env)}`, () => {
    deepEqual(proxyFor(HOST, (name) => env[name]), proxy);
  });
}

for (const address of ["socks5://planted:planted@proxy", "https://planted@proxy", "http://", "://"]) {
  Deno.test(`proxyFor() names what is wrong with ${address}, and no password`, () => {
    throws(() => proxyFor(HOST, (name) => name === "HTTPS_PROXY" ? address : undefined), (error) => {
      match((error as Error).message, /is not one of HTTP/);
      return error instanceof WayError && !/planted/.test(error.message + error.hint);
    });
  });
}

const ANSWERS: readonly (readonly [what: string, answer: string, says: RegExp])[] = [
  ["wants a user", "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", /does not lead on: 407 Proxy Auth/],
  ["refuses", "HTTP/1.0 403 Not\u001b[31m today\r\nX: y\r\n\r\n", /does not lead on: 403 Not today/],
  ["speaks something else", "SSH-2.0-OpenSSH\r\n\r\n", /no answer of HTTP/],
  ["answers without an end", "HTTP/1.1 200 OK\r\n".padEnd(20_000, "x"), /does not lead on/],
  ["sends what is not of the host", "HTTP/1.1 200 OK\r\n\r\nmore", /does not lead on: 200 OK/],
  ["hangs up", "", /hung up|reset/],
];
for (const [what, answer, says] of ANSWERS) {
  Deno.test(`connectThrough() tells of a proxy that ${what}`, async () => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const served = (async () => {
      const connection = await listener.accept();
      const asked = new Uint8Array(1000);
      await connection.read(asked);
      match(
        new TextDecoder().decode(asked),
        /^CONNECT ssmmessages\.[^ ]*:443 HTTP\/1\.1\r\nHost: [^ ]*:443\r\n/,
      );
      if (answer === "") return connection.close();
      await connection.write(new TextEncoder().encode(answer));
      // Wait until the client closes its end.
      while (await connection.read(asked).catch(() => null) !== null);
      connection.close();
    })();
    await rejects(
      connectThrough(
        { host: "127.0.0.1", port: listener.addr.port },
        { host: HOST, port: 443 },
        AbortSignal.timeout(10_000),
      ),
      (error) => error instanceof WayError && says.test(error.message) && !error.message.includes("\u001b"),
    );
    await served;
    listener.close();
  });
}

Deno.test("connectThrough() ends when it is stopped", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const stop = new AbortController();
  const served = (async () => {
    const connection = await listener.accept();
    await connection.read(new Uint8Array(1000));
    stop.abort();
    while (await connection.read(new Uint8Array(1000)).catch(() => null) !== null);
    connection.close();
  })();
  const at = { host: "127.0.0.1", port: listener.addr.port };
  await rejects(connectThrough(at, { host: HOST, port: 443 }, stop.signal), { code: "WAY_UNREACHABLE" });
  await served;
  listener.close();
});
