import { equal } from "node:assert/strict";
import { FileFault } from "../../../../src/core/files/fault.ts";
import { failureText, isSystemError, systemReason } from "../../../../src/core/files/reason.ts";

const system = (code: string, message: string) => Object.assign(new Error(message), { code });

const CASES: readonly [name: string, error: unknown, reason: string][] = [
  [
    "a full disk",
    system("ENOSPC", "No space left on device (os error 28): write '/h/.x.1.tmp'"),
    "the disk is full",
  ],
  [
    "a missing folder",
    system("ENOENT", "No such file or directory (os error 2): open '/h/.x.1.tmp'"),
    "there is no such folder",
  ],
  ["a folder in its place", system("EISDIR", "Is a directory (os error 21)"), "it is a folder"],
  ["no permission", system("EACCES", "Permission denied (os error 13)"), "you have no permission there"],
  [
    "what Windows says of a file that is open",
    system("EPERM", "Access denied. (os error 5): rename 'C:\\a' -> 'C:\\b'"),
    "you have no permission there, or another program has it open",
  ],
  [
    "what Windows says of a name with a question mark",
    system("ENOENT", "Invalid name. (os error 123): open 'C:\\a?'"),
    "Windows allows no such name",
  ],
  [
    "no permission of root's",
    system("EPERM", "Operation not permitted (os error 1)"),
    "you have no permission there",
  ],
  [
    "what has no words of ours",
    system("EXDEV", "Cross-device link (os error 18): rename '/a'"),
    "Cross-device link",
  ],
  ["a code of no system", system("ERR_OTHER", "It is closed"), "It is closed"],
  ["a name that every object has", system("constructor", "It is closed"), "It is closed"],
  ["a fault with a hint", new FileFault("It is broken", "Delete it."), "It is broken. Delete it."],
  ["an error of ours", new Error("The disk is full."), "The disk is full."],
  ["no error at all", "stopped", "stopped"],
];
for (const [name, error, reason] of CASES) {
  Deno.test(`systemReason() says why in the user's words when it gets ${name}`, () => {
    equal(systemReason(error), reason);
  });
}

Deno.test("failureText() says what failed when the system tells only why", () => {
  equal(
    failureText("It could not be installed", system("EROFS", "Read-only file system (os error 30)")),
    "It could not be installed: the disk is read-only.",
  );
  equal(failureText("It could not be installed", new Error("The disk is full.")), "The disk is full.");
});

Deno.test("isSystemError() knows what a failed call throws", async () => {
  const error = await Deno.open("/none/at/all").catch((error: unknown) => error);
  equal(isSystemError(error), true);
  equal(systemReason(error), "there is no such folder");
});
