import { deepEqual, equal } from "node:assert/strict";
import { darwin } from "../../../../src/core/platform/darwin.ts";
import { candidates, find, mayRun, programFile } from "../../../../src/core/platform/find.ts";
import { linux } from "../../../../src/core/platform/linux.ts";
import { windows } from "../../../../src/core/platform/windows.ts";

Deno.test("candidates() takes PATH first, then the usual folders, each place once", () => {
  const places = candidates(linux, { PATH: "/opt/x:/usr/bin", HOME: "/home/ada" }, "go");
  deepEqual(places.slice(0, 3), ["/opt/x/go", "/usr/bin/go", "/usr/local/bin/go"]);
  equal(new Set(places).size, places.length);
  for (const place of ["/usr/local/go/bin/go", "/home/ada/.local/bin/go", "/home/ada/go/bin/go"]) {
    equal(places.includes(place), true, place);
  }
});

Deno.test("candidates() never looks in the current folder or another relative one", () => {
  for (const PATH of [".", "", ":", "bin:./bin", "~/bin"]) {
    deepEqual(candidates(linux, { PATH }, "go"), candidates(linux, {}, "go"), PATH);
  }
  for (const Path of [".", "bin", "\\bin", "C:bin", ";;"]) {
    deepEqual(candidates(windows, { Path }, "go"), candidates(windows, {}, "go"), Path);
  }
});

Deno.test("candidates() takes an absolute path as it is and refuses a relative one", () => {
  deepEqual(candidates(linux, {}, "/opt/go/bin/go"), ["/opt/go/bin/go"]);
  for (const name of ["./go", "bin/go", "..\\go", "C:go", ""]) {
    deepEqual(candidates(linux, {}, name), [], name);
  }
});

Deno.test("candidates() gives a name the endings of PATHEXT on Windows", () => {
  const env = { PathExt: ".EXE;.CMD", path: '"C:\\My Tools";D:\\x', SYSTEMROOT: "C:\\Windows" };
  deepEqual(candidates(windows, env, "code").slice(0, 5), [
    "C:\\My Tools\\code.exe",
    "C:\\My Tools\\code.cmd",
    "D:\\x\\code.exe",
    "D:\\x\\code.cmd",
    "C:\\Windows\\System32\\code.exe",
  ]);
  deepEqual(candidates(windows, env, "go.exe").slice(0, 2), ["C:\\My Tools\\go.exe", "D:\\x\\go.exe"]);
});

const OPENSSH = "C:\\Windows\\System32\\OpenSSH\\";
for (
  const [name, ...places] of [
    ["ssh", `${OPENSSH}ssh.exe`, "C:\\Program Files\\Git\\usr\\bin\\ssh.exe"],
    ["ssh-keygen", `${OPENSSH}ssh-keygen.exe`, "C:\\Program Files\\Git\\usr\\bin\\ssh-keygen.exe"],
    ["ssh-add", `${OPENSSH}ssh-add.exe`, "D:\\ada\\Programs\\Git\\usr\\bin\\ssh-add.exe"],
    ["git", "C:\\Program Files\\Git\\cmd\\git.exe", "D:\\ada\\Programs\\Git\\cmd\\git.exe"],
  ] as const
) {
  Deno.test(`candidates() knows where Windows and Git for Windows put ${name}, in that order`, () => {
    const env = { SystemRoot: "C:\\Windows", ProgramFiles: "C:\\Program Files", LOCALAPPDATA: "D:\\ada" };
    const found = candidates(windows, env, name);
    deepEqual(found.filter((path) => (places as readonly string[]).includes(path)), places);
  });
}

Deno.test("candidates() knows Homebrew on macOS", () => {
  equal(candidates(darwin, { PATH: "/usr/bin" }, "go").includes("/opt/homebrew/bin/go"), true);
});

Deno.test("find() gives the first place that holds a program, or null", async () => {
  const env = { PATH: "/a:/b:/c" };
  const among = (...paths: string[]) => (path: string) => Promise.resolve(paths.includes(path));
  equal(await find(linux, env, "x", among("/b/x", "/c/x")), "/b/x");
  equal(await find(linux, env, "x", among()), null);
});

/** What a system reports about a path when links are followed, and when they are not. */
const FILES: readonly (readonly [
  what: string,
  windows: boolean,
  followed: "file" | "folder" | "nothing",
  itself: "file" | "folder" | "link" | "nothing",
  there: boolean,
])[] = [
  ["a program", true, "file", "file", true],
  ["a link to a program", true, "file", "link", true],
  ["an alias of Windows, which nobody may follow", true, "nothing", "file", true],
  ["a link to nothing", true, "nothing", "link", false],
  ["a folder", true, "folder", "folder", false],
  ["nothing", true, "nothing", "nothing", false],
  ["a file behind what cannot be followed, elsewhere", false, "nothing", "file", false],
  ["a program elsewhere", false, "file", "link", true],
];
for (const [what, windows, followed, itself, there] of FILES) {
  Deno.test(`programFile() ${there ? "takes" : "does not take"} ${what}`, async () => {
    const info = (kind: string) =>
      kind === "nothing"
        ? Promise.reject(new Error("(os error 1920)"))
        : Promise.resolve({ isFile: kind === "file" } as Deno.FileInfo);
    const found = await programFile("x", windows, { stat: () => info(followed), lstat: () => info(itself) });
    equal(found !== null, there);
  });
}

const ME = 1000;
const MODES: readonly (readonly [
  mode: number | null,
  owner: number | null,
  user: number | null,
  runs: boolean | null,
])[] = [
  [0o755, 0, ME, true],
  [0o755, ME, ME, true],
  [0o700, ME, ME, true],
  [0o644, ME, ME, false],
  [0o655, ME, ME, false],
  [0o644, 0, ME, false],
  [0o700, 0, ME, false],
  // The answer depends on the user's groups.
  [0o750, 0, ME, null],
  [0o705, 0, ME, null],
  [0o700, ME, 0, true],
  [0o710, ME, 0, true],
  [0o644, 0, 0, false],
  // Deno reports this mode for every file on Windows.
  [0o100666, null, null, true],
  [0o100444, null, null, true],
  [null, null, null, true],
];
for (const [mode, owner, user, runs] of MODES) {
  Deno.test(`mayRun() of mode ${mode?.toString(8)} of user ${owner} for ${user} is ${runs}`, () => {
    equal(mayRun(mode, owner, user), runs);
  });
}
