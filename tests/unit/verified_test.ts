import { deepEqual, throws } from "node:assert/strict";
import { coveredFiles, matrixFaults, wineFaults, withMatrix } from "../support/house/verified.ts";

Deno.test("every test file with real parts belongs to a row of what was verified, and every row has tests", () => {
  deepEqual(coveredFiles().length > 100, true);
  deepEqual(matrixFaults(), []);
});

Deno.test("a row says Wine when deno task windows runs one of its tests, and only then", () => {
  deepEqual(wineFaults(), []);
});

Deno.test("withMatrix() refuses a document without a place for the matrix", () => {
  throws(() => withMatrix("# What was verified\n"), /no place for the matrix/);
});
