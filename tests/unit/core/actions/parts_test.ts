import assert from "node:assert/strict";
import { buildErrorText, bundleText, readBuildErrors } from "../../../../src/core/actions/build_errors.ts";
import { planBuild, planHash, sharedSources } from "../../../../src/core/actions/build_plan.ts";
import { evicted } from "../../../../src/core/actions/cache.ts";
import { scriptEnvironment } from "../../../../src/core/actions/environment.ts";
import { isEnough, languageVersion, noGoMessage } from "../../../../src/core/actions/go.ts";

const files = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]));
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

Deno.test("scriptEnvironment() takes everything of AWS and Kedge out and puts the run's own in", () => {
  const user = {
    PATH: "/bin",
    HOME: "/h",
    AWS_PROFILE: "p",
    AWS_SECRET_ACCESS_KEY: "s",
    KEDGE_HOME: "/k",
    aws_region: "x",
  };
  const run = { nonce: "n", cookie: "c" };
  assert.deepEqual(scriptEnvironment(user, run, null), {
    PATH: "/bin",
    HOME: "/h",
    KEDGE_RUN_NONCE: "n",
    KEDGE_RUN: "c",
  });
  const credentials = {
    region: "eu-1",
    address: "http://127.0.0.1:1/credentials",
    token: "t",
    noFile: "/tmp/none",
  };
  const { AWS_REGION, AWS_DEFAULT_REGION, AWS_CONTAINER_AUTHORIZATION_TOKEN, AWS_PROFILE } =
    scriptEnvironment(user, run, credentials);
  assert.deepEqual([AWS_REGION, AWS_DEFAULT_REGION, AWS_CONTAINER_AUTHORIZATION_TOKEN, AWS_PROFILE], [
    "eu-1",
    "eu-1",
    "t",
    undefined,
  ]);
});

const source = {
  entry: "actions/a.go",
  files: files({
    "manifest.json": "{}",
    "actions/a.go": "package action",
    "actions/b.go": "package action",
    "actions/lib/l.go": "package lib",
    "lib/x.go": "package lib",
    "lib/x_test.go": "package lib",
    "lib/data.txt": "x",
    ".kedge/sdk/x.go": "package kedge",
    "_old/x.go": "package old",
  }),
};
const sdk = files({ "go.mod": "module kedge", "ctx.go": "package kedge", "http.go": "package kedge" });

Deno.test("sharedSources() are the Go files that are neither beside the entry nor tests nor hidden", () => {
  assert.deepEqual([...sharedSources(source).keys()], ["actions/lib/l.go", "lib/x.go"]);
});

Deno.test("planBuild() makes one module of entry, shared packages and SDK", () => {
  const { files, folder } = planBuild(source, sdk, "go1.22.3");
  assert.equal(folder, "kedgerun");
  assert.deepEqual([...files.keys()].sort(), [
    "actions/lib/l.go",
    "go.mod",
    "kedgerun/action/action.go",
    "kedgerun/main.go",
    "kedgerun/sdk/ctx.go",
    "kedgerun/sdk/go.mod",
    "lib/x.go",
  ]);
  assert.match(text(files.get("go.mod")), /^module bundle\n\ngo 1\.22\n/);
});

Deno.test("planBuild() takes net/http in only where a source names HTTP", () => {
  const named = {
    ...source,
    files: new Map([...source.files, ...files({ "lib/x.go": "package lib // k.HTTP()" })]),
  };
  assert.ok(planBuild(named, sdk, "go1.19").files.has("kedgerun/sdk/http.go"));
});

Deno.test("planHash() changes with each file, its name and the toolchain", async () => {
  const plan = planBuild(source, sdk, "go1.22");
  const hash = await planHash(plan, ["go1.22", "linux"]);
  const other = (path: string, text: string) =>
    planHash({ ...plan, files: new Map([...plan.files, ...files({ [path]: text })]) }, ["go1.22", "linux"]);
  assert.equal(await planHash(planBuild(source, sdk, "go1.22"), ["go1.22", "linux"]), hash);
  const hashes = new Set([
    hash,
    await planHash(plan, ["go1.23", "linux"]),
    await planHash(plan, ["go1.22", "darwin"]),
    await other("lib/x.go", "package lib // changed"),
    await other("lib/y.go", "package lib"),
    await other("kedgerun/sdk/ctx.go", "package kedge // changed"),
  ]);
  assert.equal(hashes.size, 6);
});

Deno.test("evicted() takes the least recently used first and no more than needed", () => {
  const cached = [["new", 40, 3], ["old", 40, 1], ["middle", 40, 2]] as const;
  const list = cached.map(([path, size, used]) => ({ path, size, used }));
  assert.deepEqual(evicted(list, 120).map(({ path }) => path), []);
  assert.deepEqual(evicted(list, 119).map(({ path }) => path), ["old"]);
  assert.deepEqual(evicted(list, 79).map(({ path }) => path), ["old", "middle"]);
});

const versions: [version: string, enough: boolean, language: string][] = [
  ["go1.18.10", false, "1.18"],
  ["go1.19", true, "1.19"],
  ["go1.26.8", true, "1.26"],
  ["go1.23rc1", true, "1.23"],
  ["go2.0", true, "2.0"],
  ["devel", true, "1.19"],
  ["gccgo", false, "1.19"],
];
for (const [version, enough, language] of versions) {
  Deno.test(`${version} is ${enough ? "" : "not "}enough and speaks ${language}`, () => {
    assert.equal(isEnough(version), enough);
    assert.equal(languageVersion(version), language);
  });
}

Deno.test("noGoMessage() says where Kedge looked, or what is too old, and what to install", () => {
  const none = noGoMessage({ looked: ["/a/go", "/b/go"] });
  assert.match(none.error, /looked in \/a, \/b and asked your login shell/);
  assert.match(none.hint, /Install Go 1\.19 or later/);
  assert.match(
    noGoMessage({ looked: [], tooOld: { path: "/a/go", version: "go1.15" } }).error,
    /\/a\/go is go1\.15/,
  );
});

const place = { entry: "actions/my tool.go", folder: "kedgerun" };
Deno.test("readBuildErrors() joins what belongs together and names each problem once", () => {
  const output = [
    "# bundle/kedgerun/action",
    "kedgerun/action/action.go:4:2: cannot use x",
    "\thave (int)",
    "\twant (string)",
    "kedgerun/action/action.go:9:1: undefined: y",
    "kedgerun/action/action.go:9:1: undefined: y",
    "note: module requires Go 1.99",
  ].join("\n");
  assert.equal(
    buildErrorText(readBuildErrors(output, place)),
    "actions/my tool.go:4:2: cannot use x\nhave (int)\nwant (string)\nactions/my tool.go:9:1: undefined: y",
  );
});

Deno.test("readBuildErrors() says something whatever go printed", () => {
  for (const output of ["", "signal: killed\n", "go: no space left on device"]) {
    const [problem] = readBuildErrors(output, place);
    assert.ok(problem!.message.length > 0);
    assert.equal(problem!.file, "actions/my tool.go");
  }
});

Deno.test("bundleText() names the bundle's file in the trace of a panic", () => {
  assert.equal(
    bundleText("\tbundle/kedgerun/action/action.go:8 +0x2e", place),
    "\tactions/my tool.go:8 +0x2e",
  );
});
