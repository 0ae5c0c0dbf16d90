import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { readRelease, type Release } from "../../../src/core/releases/release.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { waitFor } from "../../desktop/harness/mod.ts";
import { start } from "../../desktop/harness/process.ts";
import { plainEnvironment } from "../../support/program/kedge.ts";
import { COMPILED, program } from "../../support/program/program.ts";
import { sharePages } from "../../support/pages/assets.ts";
import { releaseDocument, signer } from "../../support/releases/signed.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const DAY_MS = 24 * 3_600_000;
const folder = await Deno.makeTempDir({ prefix: "kedge-releases-" });
addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
const ours = await signer(folder),
  other = await signer(folder, "other"),
  rsa = await signer(folder, "rsa", "rsa");
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bytes = (text: string) => new TextEncoder().encode(text);
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const seen: Release = {
  version: "0.3.0",
  expires: Date.now() + DAY_MS,
  page: "https://a.example/",
  lines: [],
};

Deno.test("readRelease() believes what ssh-keygen signed with the build's key", async () => {
  const file = await ours.sign(releaseDocument("0.3.0", { lines: ["A\u202eB", "C"] }));
  const read = await readRelease(file, ours.key, seen, Date.now());
  const release = "release" in read ? read.release : undefined;
  deepEqual({ ...release, expires: 0 }, {
    version: "0.3.0",
    expires: 0,
    page: "https://kedge.example/releases",
    lines: ["A B", "C"],
  });
});

const REFUSED: [what: string, file: () => Promise<Uint8Array>, fault: RegExp][] = [
  ["a text without a signature", () => Promise.resolve(bytes(releaseDocument("0.4.0"))), /not signed/],
  ["a signature of another key", () => other.sign(releaseDocument("0.4.0")), /not that of/],
  ["a key of another kind", () => rsa.sign(releaseDocument("0.4.0")), /not that of/],
  ["a signature for something else", () => ours.sign(releaseDocument("0.4.0"), "git"), /not that of/],
  [
    "another text behind its signature",
    async () => bytes(text(await ours.sign(releaseDocument("0.4.0"))).replace("0.4.0", "0.5.0")),
    /not that of/,
  ],
  [
    "a signature that is cut short",
    async () => bytes(text(await ours.sign(releaseDocument("0.4.0"))).replace(/\n\S+\n(?=-----END)/, "\n")),
    /not that of/,
  ],
  [
    "more behind its signature",
    async () => bytes(text(await ours.sign(releaseDocument("0.4.0"))) + "x"),
    /not that of/,
  ],
  ["an older version, which somebody replays", () => ours.sign(releaseDocument("0.2.9")), /goes back behind/],
  [
    "a file that has ended, which somebody holds",
    () => ours.sign(releaseDocument("0.4.0", { expires: ago(1) })),
    /has ended/,
  ],
  [
    "a file that never ends",
    () => ours.sign(releaseDocument("0.4.0", { expires: "2099-01-01T00:00:00Z" })),
    /more than a year/,
  ],
  ["a version that is none", () => ours.sign(releaseDocument("../../0.4")), /says nothing/],
  [
    "a page that is not https",
    () => ours.sign(releaseDocument("0.4.0", { page: "javascript:alert(1)" })),
    /says nothing/,
  ],
  [
    "more lines than are read",
    () => ours.sign(releaseDocument("0.4.0", { lines: Array(11).fill("a") })),
    /says nothing/,
  ],
  ["no JSON", () => ours.sign("0.4.0\n"), /says nothing/],
  ["more than it may have", () => Promise.resolve(new Uint8Array(64 * 1024 + 1)), /too large/],
];
for (const [what, file, fault] of REFUSED) {
  Deno.test(`readRelease() does not believe ${what}`, async () => {
    const read = await readRelease(await file(), ours.key, seen, Date.now());
    match("fault" in read ? read.fault : "believed", fault);
  });
}

/** Runs Kedge with a file of releases at an address; returns the requests and what Kedge keeps. */
async function run(
  file: Uint8Array<ArrayBuffer>,
  env: Record<string, string>,
  config: string,
  until: (kept: { at?: number; seen?: Release | null }) => boolean,
  kept: object = {},
) {
  const asked: { readonly line: string; readonly headers: Headers }[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const { method, url, headers } = request;
    asked.push({
      line: `${method} ${new URL(url).pathname}${new URL(url).search}`,
      headers: new Headers(headers),
    });
    return new Response(file);
  });
  const home = await Deno.makeTempDir({ prefix: "kedge-releases-" });
  await Deno.chmod(home, 0o700);
  await sharePages(kedgePaths(home));
  await Deno.writeTextFile(join(home, "config.json"), config);
  await Deno.writeTextFile(join(home, "state.json"), JSON.stringify({ release: kept }));
  const running = start(program("--browser"), {
    ...await plainEnvironment(),
    KEDGE_HOME: home,
    KEDGE_RELEASES: `http://127.0.0.1:${server.addr.port}/kedge.release ${ours.key}`,
    ...env,
  });
  const state = async () => JSON.parse(await Deno.readTextFile(join(home, "state.json"))).release ?? {};
  try {
    await waitFor("the address", () => running.output().includes("http://127.0.0.1:"), 60_000);
    await waitFor("what is waited for", async () => until(await state()), 60_000);
    return { asked, kept: await state() };
  } finally {
    await running.kill();
    await server.shutdown();
    await removeFolder(home);
  }
}

if (!COMPILED) {
  Deno.test("a build with an address asks there once, says nothing of who asks, and keeps what is told", async () => {
    const file = await ours.sign(releaseDocument("9.9.9"));
    const { asked, kept } = await run(file, {}, "{}", ({ seen }) => seen?.version === "9.9.9");
    equal(asked.length, 1);
    const { line, headers } = asked[0]!;
    equal(line, "GET /kedge.release");
    equal(headers.get("user-agent"), "kedge");
    deepEqual(
      [...headers.keys()].filter((name) =>
        !/^(accept|accept-encoding|accept-language|host|user-agent)$/.test(name)
      ),
      [],
    );
    equal(kept.seen.page, "https://kedge.example/releases");
  });
}

const SILENT: [name: string, env: Record<string, string>, config: string, kept: object][] = [
  ["DO_NOT_TRACK is set", { DO_NOT_TRACK: "1" }, "{}", {}],
  ["releaseCheckEnabled is false", {}, '{ "releaseCheckEnabled": false }', {}],
  ["config.json does not parse", {}, '{ "releaseCheckEnabled": false, "perPage": 5 "aiEnabled": true }', {}],
  ["releaseCheckEnabled is a text", {}, '{ "releaseCheckEnabled": "false" }', {}],
  ["it asked within a day", {}, "{}", { at: Date.now() - DAY_MS / 2 }],
];
for (const [name, env, config, kept] of SILENT) {
  Deno.test(`a build with an address opens no connection to it when ${name}`, async () => {
    const given = await run(await ours.sign(releaseDocument("9.9.9")), env, config, () => true, kept);
    deepEqual(given, { asked: [], kept });
  });
}
