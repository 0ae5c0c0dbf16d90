import { equal } from "node:assert/strict";
import type { ReviewFile, ReviewFinding } from "../../../../../src/core/state/state.ts";
import { type Reviewed, startFile } from "../../../../../src/ui/pages/review/reviewed.ts";

const file = (path: string, change: ReviewFile["change"]): ReviewFile => ({
  path,
  size: 1,
  change,
  kind: /\.go$|^manifest/.test(path) ? "source" : "text",
});
const finding = (severity: ReviewFinding["severity"], file: string): ReviewFinding => ({
  severity,
  file,
  message: "x",
});

/** `files` and `findings` in few letters: ~ is changed, ! danger, ? caution, . info. */
const STARTS:
  readonly (readonly [change: Reviewed["change"], files: string, findings: string, start: string])[] = [
    ["install", "manifest.json a.go b.go", "?manifest.json", "a.go"],
    ["install", "manifest.json a.go b.go", "?a.go !b.go", "b.go"],
    ["install", "manifest.json", "", "manifest.json"],
    ["install", "", "", ""],
    ["update", "~manifest.json a.go ~b.go", "?manifest.json !b.go", "b.go"],
    ["update", "~manifest.json ~a.go ~b.go", "?a.go !b.go", "b.go"],
    ["update", "~manifest.json ~a.go ~b.go", "?manifest.json .b.go", "a.go"],
    ["update", "~manifest.json a.go ~b.go", "!a.go", "b.go"],
    ["update", "~manifest.json a.go", "!a.go", "manifest.json"],
    ["update", "manifest.json a.go ~c.txt", "", "c.txt"],
    ["reinstall", "manifest.json a.go b.go", "!b.go", "b.go"],
  ];
const words = (text: string) => text.split(" ").filter((word) => word !== "");
for (const [change, files, findings, start] of STARTS) {
  Deno.test(`startFile() of ${change} ${files} with ${findings || "no finding"} is ${start || "none"}`, () => {
    const severities = { "!": "danger", "?": "caution", ".": "info" } as const;
    const bundle = {
      change,
      files: words(files).map((word) =>
        file(word.replace("~", ""), word.startsWith("~") ? "changed" : "same")
      ),
      findings: words(findings).map((word) =>
        finding(severities[word[0] as keyof typeof severities], word.slice(1))
      ),
    };
    equal(startFile(bundle), start);
  });
}
