import { equal } from "node:assert/strict";
import posix from "node:path/posix";
import { join } from "node:path";
import win32 from "node:path/win32";
import { absolutePath, below, folderOf, joinedPath, lastName } from "../../../../src/core/platform/path.ts";

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
  // The current folder of a drive, and the top of the drive in use.
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
  /** Without a separator at the end, but for a root. */
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
      // What names a device is left alone by both, but for the number of steps that lead out of it.
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
