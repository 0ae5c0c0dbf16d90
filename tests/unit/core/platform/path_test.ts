import { equal } from "node:assert/strict";
import posix from "node:path/posix";
import win32 from "node:path/win32";
import { absolutePath, below, folderOf, joinedPath, lastName } from "../../../../src/core/platform/path.ts";

const POSIX = ["/", "/a", "/a/", "/a/b", "/a/b//", "/a/b\\c", "a", "a/b", "./a", "/.hidden/x.json"];
const WINDOWS = ["C:\\", "C:\\a", "C:\\a\\b", "C:/a/b", "C:\\a\\", "\\\\server\\share\\a", "a", "a\\b"];

for (const [paths, node, windows] of [[POSIX, posix, false], [WINDOWS, win32, true]] as const) {
  for (const path of paths) {
    Deno.test(`folderOf() and lastName() say of ${path} what Node says${windows ? " on Windows" : ""}`, () => {
      equal(folderOf(path, windows), node.dirname(path));
      equal(lastName(path, windows), node.basename(path));
    });
  }
}

Deno.test("folderOf() ends at a share of Windows", () => {
  const share = "\\\\server\\share\\";
  equal(folderOf(share, true), share);
});

Deno.test("absolutePath() gives what the system means, and below() what is in it", () => {
  for (const path of ["/tmp/x", "/tmp/../tmp/./x/", "x/y", "/"]) {
    equal(absolutePath(path), posix.resolve(path));
  }
  equal(below("/", "a", "b"), "/a/b");
  equal(below("/a/", "b"), "/a/b");
});

const JOINED: readonly (readonly string[])[] = [
  ["/a", "b"],
  ["/a/", "b/c"],
  ["/a", "..", "b"],
  ["/", "x"],
  ["C:\\Windows\\System32", "..", "explorer.exe"],
  ["C:/Users/me", "go\\bin"],
  ["C:\\", "x"],
  ["a", "", "b"],
];
for (const parts of JOINED) {
  Deno.test(`joinedPath() joins ${parts.join(" and ")} as Node does`, () => {
    const windows = parts[0]!.startsWith("C:");
    equal(joinedPath(parts, windows), (windows ? win32 : posix).join(...parts));
  });
}
