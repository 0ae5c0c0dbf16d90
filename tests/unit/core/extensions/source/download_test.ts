import assert from "node:assert/strict";
import { download, loadSource } from "../../../../../src/core/extensions/mod.ts";
import {
  addressWithoutSecrets,
  sourceWithoutSecrets,
} from "../../../../../src/core/extensions/source/address.ts";
import { LIMITS } from "../../../../../src/core/bundle/mod.ts";
import { bundleBytes } from "../../../../support/bundles/bundles.ts";
import { DEVICE } from "../../../../support/systems.ts";

type Answer = Response | ((signal: AbortSignal) => Promise<Response>);

/** Returns a `fetch` that knows these addresses and adds each request to `asked`. */
function web(answers: Readonly<Record<string, Answer>>, asked: string[] = []): typeof fetch {
  return (input, init) => {
    asked.push(String(input));
    assert.equal(init?.redirect, "manual");
    const answer = answers[String(input)];
    if (!answer) {
      return Promise.reject(new TypeError("error sending request", { cause: new Error("dns error") }));
    }
    return typeof answer === "function" ? answer(init!.signal!) : Promise.resolve(answer);
  };
}

const body = (bytes: Uint8Array | string, init?: ResponseInit) => new Response(bytes as BodyInit, init);
const redirect = (location: string, status = 302) => new Response(null, { status, headers: { location } });

const ADDRESS = "https://a.test/x";

const CASES:
  readonly (readonly [name: string, address: string, answers: Record<string, Answer>, expected: string])[] = [
    ["an address", ADDRESS, { [ADDRESS]: body("PK") }, `ok ${ADDRESS}`],
    ["a redirect", ADDRESS, {
      [ADDRESS]: redirect("https://b.test/y"),
      "https://b.test/y": body("PK"),
    }, "ok https://b.test/y"],
    ["a relative redirect", ADDRESS, {
      [ADDRESS]: redirect("../y?z", 307),
      "https://a.test/y?z": body("PK"),
    }, "ok https://a.test/y?z"],
    ["plain http", "http://a.test/x", {}, "not-https"],
    ["another scheme", "ftp://a.test/x", {}, "not-https"],
    ["a user in the address", "https://u:p@a.test/x", {}, "not-https"],
    ["a redirect to http", ADDRESS, { [ADDRESS]: redirect("http://a.test/x") }, "not-https"],
    ["a redirect to a file", ADDRESS, { [ADDRESS]: redirect("file:///etc/passwd") }, "not-https"],
    ["redirects without end", ADDRESS, { [ADDRESS]: redirect(ADDRESS) }, "download-failed"],
    ["a missing page", ADDRESS, { [ADDRESS]: body("no", { status: 404 }) }, "download-failed"],
    ["an unknown host", ADDRESS, {}, "download-failed"],
    ["5 MB", ADDRESS, { [ADDRESS]: body(new Uint8Array(LIMITS.bundle)) }, `ok ${ADDRESS}`],
    ["5 MB and a byte", ADDRESS, { [ADDRESS]: body(new Uint8Array(LIMITS.bundle + 1)) }, "bundle-too-large"],
    ["no body", ADDRESS, { [ADDRESS]: body("", { status: 200 }) }, `ok ${ADDRESS}`],
  ];

for (const [name, address, answers, expected] of CASES) {
  Deno.test(`download() gives ${expected} for ${name}`, async () => {
    const got = await download(address, { fetch: web(answers) });
    assert.equal(got.ok ? `ok ${got.address}` : got.code, expected);
  });
}

Deno.test("download() stops reading at the limit, whatever is sent", async () => {
  let sent = 0, cancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536));
    },
    cancel: () => void (cancelled = true),
  });
  const got = await download(ADDRESS, { fetch: web({ [ADDRESS]: new Response(endless) }) });
  assert.equal(got.ok, false);
  assert.ok(cancelled && sent < LIMITS.bundle + 1_000_000);
});

/** An answer that never comes; like a real one, it fails when its signal is aborted. */
const silent: Answer = (signal) =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

Deno.test("download() gives up after its time", async () => {
  const got = await download(ADDRESS, { fetch: web({ [ADDRESS]: silent }), timeoutMs: 20 });
  assert.ok(!got.ok && got.code === "download-failed" && /in time/.test(got.message));
});

Deno.test("download() ends when it is stopped", async () => {
  const stop = new AbortController();
  const going = download(ADDRESS, { fetch: web({ [ADDRESS]: silent }), signal: stop.signal });
  stop.abort();
  const got = await going;
  assert.ok(!got.ok && got.code === "download-stopped");
});

Deno.test("loadSource() shows where a bundle really came from", async () => {
  const loaded = await loadSource(ADDRESS, {
    fetch: web({
      [ADDRESS]: redirect("https://b.test/ext.zip"),
      "https://b.test/ext.zip": body(bundleBytes()),
    }),
  });
  assert.equal(loaded.bundle?.manifest.id, "ext");
  assert.equal(loaded.source, "https://b.test/ext.zip");
});

Deno.test("loadSource() takes what cannot be fetched or read for unreadable, not for a bad bundle", async () => {
  const files = ["file://a.test/x.zip", "file:///a%2Fb.zip", "file://%zz"];
  for (const source of ["http://a.test/x", "/nonexistent/x.zip", DEVICE, ...files]) {
    const { unreadable, bundle, diagnostics } = await loadSource(source, { fetch: web({}) });
    assert.deepEqual([unreadable, bundle, diagnostics.length], [true, null, 1], source);
  }
});

Deno.test("loadSource() says of what is no bundle what to name", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/manifest.json`, "{}");
    const clone = "Clone it, and name its folder.";
    for (
      const [source, hint] of [
        [`${folder}/manifest.json`, `Name its folder: ${folder}`],
        ["git@a.test:ada/ext.git", clone],
        ["ssh://git@a.test/ada/ext", clone],
        ["https://a.test/ada/ext.git", clone],
      ]
    ) {
      const { unreadable, diagnostics } = await loadSource(source!, { fetch: web({}) });
      assert.deepEqual([unreadable, diagnostics.map((found) => found.hint)], [true, [hint]], source);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** Errors of the runtime when a host is not reached, and Kedge's messages about them. */
const UNREACHED: readonly (readonly [string, string])[] = [
  [
    "error sending request for url (https://a.test/x): client error (Connect): dns error: failed to lookup address",
    "https://a.test/x cannot be fetched: there is no such host, or no network",
  ],
  [
    "client error (Connect): tcp connect error: Connection refused (os error 111)",
    "https://a.test/x cannot be fetched: its host refuses the connection",
  ],
  [
    "client error (Connect): invalid peer certificate: UnknownIssuer",
    "https://a.test/x cannot be fetched: the certificate of its host is not trusted",
  ],
  [
    "error sending request for url (https://a.test/certificate-refused): it was reset",
    "https://a.test/certificate-refused cannot be fetched: it was reset",
  ],
];

for (const [said, message] of UNREACHED) {
  Deno.test(`download() says ${message}`, async () => {
    const [address] = message.split(" ");
    const got = await download(address!, { fetch: () => Promise.reject(new TypeError(said)) });
    assert.equal(!got.ok && got.message, message);
  });
}

const SHOWN: readonly (readonly [address: string, shown: string])[] = [
  ["https://a.test/x?file=a%20b&v=1", "https://a.test/x?file=a%20b&v=1"],
  ["https://ada:hunter2@a.test/x#hunter2", "https://a.test/x"],
  ["https://a.test/x?file=a&token=hunter2&v=1", "https://a.test/x?file=a&v=1"],
  ["https://a.test/x?X-Amz-Credential=A&X-Amz-Signature=hunter2&X-Amz-Security-Token=B", "https://a.test/x"],
  ["https://a.test/x?sv=1&sig=hunter2", "https://a.test/x?sv=1"],
  ["https://a.test/x?access_token=hunter2&api-key=hunter2&auth=hunter2", "https://a.test/x"],
  ["no address", "no address"],
];
for (const [address, shown] of SHOWN) {
  Deno.test(`loadSource() calls ${address} ${shown}`, () => {
    assert.equal(addressWithoutSecrets(address), shown);
  });
}

const NAMED: readonly (readonly [source: string, shown: string])[] = [
  ["https://ada:hunter2@a.test/x.zip", "https://a.test/x.zip"],
  ["https://a.test/x.zip?token=hunter2", "https://a.test/x.zip"],
  ["https://A.test", "https://A.test"],
  ["https://ada:hunter2@a.test:port/x.zip?token=hunter2", "https://a.test:port/x.zip"],
  ["ssh://ada:hunter/2@a.test/x.git", "ssh://a.test/x.git"],
  ["https://a b/x#hunter2", "https://a b/x"],
  ["C:\\a\\b.zip", "C:\\a\\b.zip"],
  ["./a.zip", "./a.zip"],
];
for (const [source, shown] of NAMED) {
  Deno.test(`sourceWithoutSecrets() gives ${shown} for ${source}`, () => {
    assert.equal(sourceWithoutSecrets(source), shown);
  });
}

Deno.test("loadSource() tells and keeps no credential of an address", async () => {
  const secret = "https://a.test/x?token=hunter2";
  const failing: typeof fetch = (url) =>
    Promise.reject(new TypeError(`error sending request for url (${url})`));
  for (
    const [source, fetch] of [
      ["https://ada:hunter2@a.test/x", web({})],
      [secret, failing],
      [secret + " 2", failing],
      [secret, web({ [secret]: body("no", { status: 403 }) })],
      [secret, web({ [secret]: redirect(secret) })],
      [secret, web({ [secret]: redirect("http://a.test/x?token=hunter2") })],
      [secret, web({ [secret]: body(bundleBytes()) })],
      [secret, web({ [secret]: body(new Uint8Array(LIMITS.bundle + 1)) })],
    ] as const
  ) {
    const { bundle: _, files: _files, ...told } = await loadSource(source, { fetch });
    assert.doesNotMatch(JSON.stringify(told), /hunter2/);
  }
});

const MEANT = await crypto.subtle.digest("SHA-256", bundleBytes() as BufferSource)
  .then((hash) => new Uint8Array(hash).toHex());
const HASHES: readonly (readonly [what: string, sha256: string, ok: boolean])[] = [
  ["the bytes that are meant", MEANT, true],
  ["another file, before it is read as a bundle", "0a".repeat(32), false],
];
for (const [what, sha256, ok] of HASHES) {
  Deno.test(`loadSource() with a SHA-256 ${ok ? "takes" : "does not take"} ${what}`, async () => {
    const found = await loadSource(ADDRESS, { fetch: web({ [ADDRESS]: body(bundleBytes()) }), sha256 });
    assert.equal(found.bundle !== null, ok);
    assert.deepEqual(found.diagnostics.map(({ code }) => code), ok ? [] : ["other-file"]);
  });
}
