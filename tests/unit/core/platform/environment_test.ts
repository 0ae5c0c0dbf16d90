import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import posix from "node:path/posix";
import { join } from "node:path";
import win32 from "node:path/win32";
import { testOn } from "../../../support/systems.ts";
import { runtimeVariables } from "../../../../src/core/platform/runtime_variables.ts";
import { namedDownloads } from "../../../../src/core/platform/downloads.ts";
import { absolutePath, below, folderOf, joinedPath, lastName } from "../../../../src/core/platform/path.ts";

/** A program that hides its environment, then prints what others see and what it still has. */
const PROGRAM = `
import { hidePrivateEnvironment } from ${
  JSON.stringify(new URL("../../../../src/core/platform/private_environment.ts", import.meta.url).href)
};
hidePrivateEnvironment();
hidePrivateEnvironment();
const shown = Deno.readTextFileSync("/proc/self/environ");
const child = new Deno.Command("env", { stdout: "piped" }).outputSync();
console.log(JSON.stringify({
  shown: shown.split("\\0").filter((one) => one !== ""),
  used: Deno.env.toObject(),
  inherited: new TextDecoder().decode(child.stdout),
}));
`;

testOn(
  ["proc"],
  "hidePrivateEnvironment() leaves nothing of AWS and Kedge to be seen, and everything to be used",
  async () => {
    const env = {
      AWS_SECRET_ACCESS_KEY: "planted-ünïcode-key",
      aws_session_token: "planted-token",
      AWS_PROFILE: "",
      KEDGE_DB_PASSWORD: "planted=password=",
      OTHER: "stays",
    };
    const file = await Deno.makeTempFile({ suffix: ".ts" });
    try {
      await Deno.writeTextFile(file, PROGRAM);
      const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", "--no-config", file],
        env: { PATH: "/usr/bin:/bin", HOME: Deno.env.get("HOME") ?? "/", ...env },
        clearEnv: true,
      }).output();
      const text = new TextDecoder().decode(stdout);
      ok(text.startsWith("{"), new TextDecoder().decode(stderr));
      const { shown, used, inherited } = JSON.parse(text);
      doesNotMatch(JSON.stringify(shown), /planted/);
      ok(shown.includes("OTHER=stays"));
      for (const [name, value] of Object.entries(env)) equal(used[name], value);
      match(inherited, /AWS_SECRET_ACCESS_KEY=planted-ünïcode-key\n/);
    } finally {
      await Deno.remove(file);
    }
  },
);

/**
 * The variables that Deno 2.9.5 reads, from its source, and what Kedge does with each. Deno reads
 * "early" ones before a program's first line when it runs from source, "late" ones only afterwards.
 */
const VARIABLES: Readonly<Record<"early" | "late" | "kept" | "the user's", string>> = {
  early:
    `OTEL_DENO OTEL_DENO_TRACING OTEL_DENO_METRICS OTEL_DENO_CONSOLE OTEL_DENO_VSOCK NODE_OPTIONS NODE_CHANNEL_FD
    NODE_CHANNEL_SERIALIZATION_MODE NODE_UNIQUE_ID NODE_CLUSTER_SCHED_POLICY NODE_V8_COVERAGE DENO_AUDIT_PERMISSIONS
    DENO_PERMISSION_BROKER_PATH DENO_TRACE_PERMISSIONS DENO_CONNECTED DENO_DEPLOY_TUNNEL_ENDPOINT DENO_DEPLOY_TOKEN
    DENO_COVERAGE_DIR DENO_V8_FLAGS DENO_COMPAT DENO_CONDITIONS DENO_AUTO_SERVE DENO_AUTH_TOKENS DENO_EXTRA_STDIO_FDS
    DENO_UNSTABLE_CONTROL_SOCK DENO_UNSTABLE_CRON_SOCK DENO_UNSTABLE_SLOPPY_IMPORTS DENO_UNSTABLE_RAW_IMPORTS
    DENO_UNSTABLE_BARE_NODE_BUILTINS DENO_UNSTABLE_OTEL_DETERMINISTIC DENO_INTERNAL_CHILD_ENTRYPOINT
    DENO_INTERNAL_RT_USE_FILE_FALLBACK DENO_CACHE_DB_MODE DENO_EMIT_CACHE_MODE DENO_STARTUP_PHASES DENO_TSC_BIN
    DENO_TOKIO_METRICS DENO_USR2_MEMORY_TRIM DENO_USE_WRITEV DENO_NODE_USE_OPENSSL_CA DENO_NODE_TRACE_EVENT_CATEGORIES
    DENO_SOMETHING_NEWER`,
  late:
    `OTEL_EXPORTER_OTLP_ENDPOINT OTEL_EXPORTER_OTLP_HEADERS OTEL_SERVICE_NAME OTEL_SDK_DISABLED OTEL_PROPAGATORS
    NODE_ENV NODE_PATH NODE_DEBUG NODE_DEBUG_NATIVE NODE_TLS_REJECT_UNAUTHORIZED NODE_USE_ENV_PROXY NODE_USE_SYSTEM_CA
    DENO_SERVE_ADDRESS DENO_SERVE_AUTOMATIC_COMPRESSION DENO_TRUST_PROXY_HEADERS DENO_NO_UPDATE_CHECK DENO_NO_PROMPT
    DENO_NO_PACKAGE_JSON DENO_INSTALL DENO_INSTALL_ROOT DENO_USE_CGROUPS DENO_JOBS DENO_NODE_SHIM_ACTIVE
    DENO_DISABLE_NODE_SHIM DENO_KV_DEFAULT_PATH deno_serve_address`,
  kept: "DENO_DIR DENO_CERT DENO_TLS_CA_STORE NODE_EXTRA_CA_CERTS",
  "the user's":
    `HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY https_proxy NO_COLOR FORCE_COLOR TERM SSL_CERT_FILE SSL_CERT_DIR
    SSLKEYLOGFILE LD_PRELOAD NPM_CONFIG_REGISTRY XDG_DATA_HOME HOME PATH KEDGE_HOME AWS_PROFILE MY_NODE_OPTIONS`,
};

for (const [fate, names] of Object.entries(VARIABLES)) {
  for (const name of names.trim().split(/\s+/)) {
    Deno.test(`runtimeVariables() has ${name} as ${fate}`, () => {
      const { names, early } = runtimeVariables({ [name]: "1", HOME: "/home/me" });
      deepEqual(names, fate === "early" || fate === "late" ? [name] : []);
      equal(early, fate === "early");
    });
  }
}

const LISTS: readonly (readonly [list: string, folder: string | null])[] = [
  ['XDG_DOWNLOAD_DIR="$HOME/Téléchargements"', "/home/ada/Téléchargements"],
  [
    '# a comment\nXDG_DESKTOP_DIR="$HOME/Desk"\n  XDG_DOWNLOAD_DIR="/data/down \\"loads\\""\n',
    '/data/down "loads"',
  ],
  ['XDG_DOWNLOAD_DIR="relative"', null],
  ["XDG_DOWNLOAD_DIR=$HOME/x", null],
  ["", null],
];
for (const [list, folder] of LISTS) {
  Deno.test(`namedDownloads() of ${JSON.stringify(list)} is ${folder}`, () => {
    equal(namedDownloads(list, "/home/ada"), folder);
  });
}

const POSIX = [
  ...[
    "/",
    "//",
    "/a",
    "/a/",
    "//a",
    "/a/b",
    "/a/b//",
    "/a//b",
    "/a/b\\c",
    "/..",
    "/a/..",
    "/a/.",
    "/.",
    "/C:/a",
  ],
  ...["", ".", "..", "a", "a/", "a/b", "a/b/", "./a", "../a", "a/../..", "C:", "C:a", "\\\\server\\share"],
  ...["/.hidden/x.json", "/with space/ü"],
];
const WINDOWS = [
  ...["C:\\", "C:\\a", "C:\\a\\b", "C:/a/b", "C:\\a\\", "C:\\a\\\\b", "C:\\a/b\\", "C:\\..", "C:\\a\\.."],
  // The current folder of a drive, and the root of the current drive.
  ...["C:", "C:a", "C:a\\b", "C:.", "C:..", "C:..\\a", "\\", "\\a", "/a", "\\a\\b", "\\..\\a", "/"],
  ...["\\\\server\\share", "\\\\server\\share\\", "\\\\server\\share\\a", "\\\\server\\share\\a\\b\\"],
  ...[
    "//server/share/a",
    "\\\\server\\share\\..\\a",
    "\\\\server",
    "\\\\server\\",
    "\\\\?\\C:\\a",
    "\\\\.\\pipe\\a",
  ],
  ...["", ".", "..", "a", "a\\", "a\\b", "a/b", "..\\a", "a\\..\\..", "C", "with space\\ü", "\\\\"],
];
const SYSTEMS = [[POSIX, posix, false], [WINDOWS, win32, true]] as const;

for (const [paths, node, windows] of SYSTEMS) {
  /** Returns the path without a separator at its end, except for a root. */
  const bare = (path: string) => {
    const end = path.replace(windows ? /[\\/]+$/ : /\/+$/, "");
    return end.length < node.parse(path).root.length ? path : end;
  };
  const named = (path: string) => `${JSON.stringify(path)}${windows ? " on Windows" : ""}`;

  for (const path of paths) {
    Deno.test(`folderOf() and lastName() say of ${named(path)} what Node says`, () => {
      equal(node.normalize(folderOf(path, windows)), node.normalize(node.dirname(path)));
      equal(lastName(path, windows), node.basename(path));
    });
    Deno.test(`folderOf() of ${named(path)} ends at its root`, () => {
      let at = path;
      for (let steps = 0; steps < 9; steps++) at = folderOf(at, windows);
      equal(folderOf(at, windows), at);
    });
  }

  for (const more of [[], ["b"], ["..", "b"], ["..", "..", "b"], ["", ".", "b/c"], ["b", ".."], ["/b"]]) {
    Deno.test(`joinedPath() joins everything with ${named(more.join(" and "))} as Node does`, () => {
      // Names of devices (`\\.\`, `\\?\`) are left out: Node treats `..` in them differently.
      for (const path of paths.filter((path) => !/^\\\\[?.]/.test(path))) {
        equal(joinedPath([path, ...more], windows), bare(node.join(path, ...more)), JSON.stringify(path));
      }
    });
  }
}

Deno.test("absolutePath() gives what the system means, and below() what is in it", () => {
  const windows = Deno.build.os === "windows";
  const given = windows
    ? [
      "C:\\x",
      "C:\\..\\a\\.\\x\\",
      "x\\y",
      "C:",
      "c:x",
      "\\a",
      "C:/a//b",
      "\\\\host\\share\\a",
      ".",
      "..",
      "C:\\a\\..b",
    ]
    : ["/tmp/x", "/tmp/../tmp/./x/", "x/y", "/", "//a", "/a//b", ".", "..", "/a/..b", "/a/..."];
  for (const path of given) equal(absolutePath(path), (windows ? win32 : posix).resolve(path));
  const [root, inside] = windows ? ["C:\\", "C:\\a\\b"] : ["/", "/a/b"];
  equal(below(root, "a", "b"), inside);
  equal(below(join(root, "a", "/"), "b"), inside);
});
