import { deepEqual, equal } from "node:assert/strict";
import { changesOf, type Wishes, wishProblem } from "../../../../src/ui/pages/welcome/wishes.ts";

const START: Wishes = {
  ssoStartUrl: "",
  ssoRegion: "",
  globalShortcut: "Ctrl+Shift+K",
  launchAtStartup: true,
  analyticsEnabled: true,
};

const PORTALS: readonly (readonly [typed: string, written: string | undefined])[] = [
  ["https://d-1.awsapps.com/start", "https://d-1.awsapps.com/start"],
  [" d-1.awsapps.com/start ", "https://d-1.awsapps.com/start"],
  ["portal.example.com", "https://portal.example.com"],
  ["  ", undefined],
];
for (const [typed, written] of PORTALS) {
  Deno.test(`changesOf() writes ${written ?? "nothing"} for the portal "${typed}"`, () => {
    const wishes = { ...START, ssoStartUrl: typed, ssoRegion: "eu-west-1 " };
    equal(wishProblem("ssoStartUrl", wishes), undefined);
    const changes = changesOf(wishes).filter(([key]) => key.startsWith("sso"));
    deepEqual(changes, written === undefined ? [] : [["ssoStartUrl", written], ["ssoRegion", "eu-west-1"]]);
  });
}

Deno.test("wishProblem() asks what was meant as one question", () => {
  const problem = wishProblem("ssoStartUrl", { ...START, ssoStartUrl: "d-1.awsapps.com", ssoRegion: "x" });
  equal(problem?.endsWith('Did you mean "https://d-1.awsapps.com/start"?'), true, problem);
});

Deno.test("wishProblem() says of what is no address how one looks", () => {
  const problem = wishProblem("ssoStartUrl", { ...START, ssoStartUrl: "portal", ssoRegion: "eu-west-1" });
  equal(/https:\/\/example\.awsapps\.com\/start/.test(problem ?? ""), true, problem);
});
