import { deepEqual, equal } from "node:assert/strict";
import { signedIn } from "../../../../../src/core/actions/context/context.ts";

const context = { account: "111111111111", role: "Admin", region: "eu-west-1" };
const never = new AbortController().signal;

const CASES: readonly [
  what: string,
  needed: boolean[],
  answers: boolean[],
  result: boolean,
  asked: number,
][] = [
  ["somebody is signed in", [false], [], true, 0],
  ["the user signs in", [true, false], [true], true, 1],
  ["the user does not want to", [true], [false], false, 1],
  ["the user signs in as somebody who may not", [true, true, true, true], [true, true, true], true, 3],
];
for (const [what, needed, answers, result, asked] of CASES) {
  Deno.test(`signedIn() is ${result} and asks ${asked} times when ${what}`, async () => {
    const left = [...needed], asks: unknown[] = [];
    const signIn = (of: unknown) => Promise.resolve((asks.push(of), answers[asks.length - 1]!));
    const signInNeeded = () => Promise.resolve(left.shift()!);
    equal(await signedIn(context, { signIn }, { signInNeeded }, never), result);
    deepEqual(asks, Array(asked).fill(context));
  });
}

Deno.test("signedIn() leaves it to the action when nobody can be asked", async () => {
  const signInNeeded = () => Promise.reject(new Error("asked"));
  equal(await signedIn(context, {}, { signInNeeded }, never), true);
});
