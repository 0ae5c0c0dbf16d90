import { deepEqual } from "node:assert/strict";
import { CloudError, cloudError, type CloudErrorCode } from "../../../../src/core/aws/errors.ts";
import { readSources } from "../../../support/house/sources.ts";

const HINTS: readonly (readonly [code: CloudErrorCode, hint?: string, flag?: string, terminal?: string])[] = [
  ["signed-out", "Sign in.", undefined, "Sign in: kedge --sign-in"],
  ["expired", "Sign in again.", undefined, "Sign in again: kedge --sign-in"],
  ["revoked", undefined, undefined, "kedge --sign-in"],
  ["missing", "See what there is.", "--accounts", "See what there is: kedge --accounts"],
  ["denied", "Ask for this role.", undefined, "Ask for this role."],
  ["failed"],
];
for (const [code, hint, flag, terminal] of HINTS) {
  Deno.test(`terminalHint of ${code} with ${hint} and ${flag} is ${terminal}`, () => {
    const error = new CloudError("It did not go.", hint, undefined, code, flag);
    deepEqual([error.hint, error.terminalHint], [hint, terminal]);
  });
}

const USER = "User: arn:aws:sts::111111111111:assumed-role/Admin/anna is not authorized to perform: ";
const DENIALS: readonly (readonly [name: string, message: string, hint: string])[] = [
  [
    "AccessDeniedException",
    `${USER}ecs:ListClusters on resource: *`,
    "The role needs the permission ecs:ListClusters.",
  ],
  [
    "AccessDenied",
    `${USER}rds:DescribeDBInstances`,
    "The role needs the permission rds:DescribeDBInstances.",
  ],
  ["AccessDenied", `${USER}sts:AssumeRole on resource: x`, "Check that the role may be assumed."],
  [
    "AccessDeniedException",
    `${USER}ecs:StopTask on resource: x with an explicit deny in a service control policy`,
    "A policy forbids ecs:StopTask to the role, whatever else allows it.",
  ],
  ["AccessDeniedException", `${USER}odd:Name* on resource: x`, "The role needs the permission for this."],
  ["AccessDeniedException", "No.", "The role needs the permission for this."],
];
for (const [name, message, hint] of DENIALS) {
  Deno.test(`cloudError() of ${name} "${message.replace(USER, "")}" says: ${hint}`, () => {
    const error = cloudError("doing it", { name, message }, new AbortController().signal);
    deepEqual([error.message, error.hint, error.code], ["doing it: access is denied", hint, "denied"]);
  });
}

Deno.test("messages about AWS in windows name no command line of Kedge", async () => {
  const named = (await readSources("src/core/aws")).filter(({ path, code }) =>
    // These texts also stand in files that people read, so they name the command behind them.
    !["src/core/aws/errors.ts", "src/core/aws/profiles/edit.ts"].includes(path) && /kedge --[a-z]/.test(code)
  );
  deepEqual(named.map(({ path }) => path), []);
});

Deno.test("a CloudError begins as a sentence in windows, and goes on after the program's name on a terminal", () => {
  const error = new CloudError("listing the roles of 999999999999: access is denied");
  deepEqual([error.sentence, error.message], [
    "Listing the roles of 999999999999: access is denied",
    "listing the roles of 999999999999: access is denied",
  ]);
});
