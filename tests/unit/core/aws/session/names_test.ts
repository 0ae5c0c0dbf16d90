import { equal } from "node:assert/strict";
import { pythonJson, registrationFile, tokenFile } from "../../../../../src/core/aws/session/names.ts";
import { parseTime } from "../../../../../src/core/aws/session/token.ts";

// Computed with Python's json.dumps(value, sort_keys=True) and hashlib.sha1.
const TEXTS: [value: unknown, json: string][] = [
  [{ b: 1, a: null, C: [] }, '{"C": [], "a": null, "b": 1}'],
  [["x", "y"], '["x", "y"]'],
  ['ü€😀\u007f\n"\\', '"\\u00fc\\u20ac\\ud83d\\ude00\\u007f\\n\\"\\\\"'],
];
for (const [value, json] of TEXTS) {
  Deno.test(`pythonJson() writes ${json}`, () => equal(pythonJson(value), json));
}

Deno.test("tokenFile() takes the exact text", async () => {
  equal(await tokenFile("work"), "e274eeff768c6396088ec6eb091f4bf4d47ab1e0.json");
  equal(await tokenFile("https://x/start") === await tokenFile("https://x/start/"), false);
});

Deno.test("registrationFile() is named as the AWS CLI names it", async () => {
  const key = { startUrl: "https://d-1234567890.awsapps.com/start", region: "eu-west-1", session: "work" };
  equal(
    await registrationFile({ ...key, scopes: ["sso:account:access"] }),
    "4c9ff01d0a03c0017d53f0ef18b6e9c192c0a7d2.json",
  );
  equal(await registrationFile({ ...key, scopes: null }), "0afc535da435826735803eae77bd3dba6d6aff0e.json");
});

const TIMES: [text: string, ms: number | null][] = [
  ["2026-01-02T03:04:05Z", Date.UTC(2026, 0, 2, 3, 4, 5)],
  ["2026-01-02T03:04:05.678Z", Date.UTC(2026, 0, 2, 3, 4, 5)],
  ["2026-01-02T03:04:05UTC", Date.UTC(2026, 0, 2, 3, 4, 5)],
  ["2026-01-02T03:04:05+01:00", Date.UTC(2026, 0, 2, 2, 4, 5)],
  ["2026-01-02T03:04:05-0130", Date.UTC(2026, 0, 2, 4, 34, 5)],
  ["2026-01-02 03:04:05Z", Date.UTC(2026, 0, 2, 3, 4, 5)],
  ["2026-13-02T03:04:05Z", null],
  ["2026-01-02T03:04:05", null],
  ["2026-01-02", null],
  ["", null],
];
for (const [text, ms] of TIMES) {
  Deno.test(`parseTime() reads ${JSON.stringify(text)} as ${ms}`, () => equal(parseTime(text), ms));
}
