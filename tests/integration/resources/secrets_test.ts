import { deepEqual, equal, match } from "node:assert/strict";
import { secrets, secureParameters } from "../../../src/core/aws/resources/secrets.ts";
import { callSecrets, callSsm } from "../../../src/core/aws/service/operations.ts";
import type { ResourceTarget } from "../../../src/core/aws/resources/target.ts";
import { ACCOUNT, asUser } from "./stage.ts";

const { signal } = new AbortController();

/** Creates a secret or a parameter, as its owner would. */
async function make(at: ResourceTarget, input: Record<string, unknown>, parameter = false): Promise<void> {
  if (parameter) await callSsm(at, "making it", "PutParameter", input, signal);
  else await callSecrets(at, "making it", "CreateSecret", input, signal);
}

const LOGIN = '{"username": "app", "password": "planted-one", "port": 5432}';

Deno.test("secrets of an account on the command line", async (test) => {
  await asUser(async ({ at, kedge }) => {
    await make(at, { Name: "shop/orders db", Description: "The login of orders", SecretString: LOGIN });
    await make(at, { Name: "shop/env", SecretString: "USER=app\nTOKEN='planted-two'\n" });
    await make(at, { Name: "shop/text", SecretString: "planted-three" });
    await make(at, { Name: "shop/bytes", SecretBinary: new Uint8Array([0, 255, 10]).toBase64() });
    await make(at, { Name: "/shop/key", Type: "SecureString", Value: "planted-four" }, true);
    await make(at, { Name: "/shop/plain", Type: "String", Value: "not listed" }, true);

    await test.step("--secrets names them and no value", async () => {
      const { code, stdout, stderr } = await kedge("--secrets", ACCOUNT);
      equal(code, 0, stderr);
      const names = ["/shop/key", "shop/bytes", "shop/env", "shop/orders db", "shop/text"];
      deepEqual(stdout.trim().split("\n").sort(), names);
    });

    await test.step("--secrets --json has what lists show", async () => {
      const { stdout } = await kedge("--secrets", ACCOUNT, "--json");
      equal(stdout.includes("planted"), false);
      const rows = JSON.parse(stdout) as {
        name: string;
        kind: string;
        description?: string;
        changedAt?: string;
      }[];
      const row = rows.find(({ name }) => name === "shop/orders db")!;
      equal(row.kind, "secret");
      equal(row.description, "The login of orders");
      match(row.changedAt ?? "", /^\d{4}-\d\d-\d\dT/);
      equal(rows.find(({ name }) => name === "/shop/key")?.kind, "parameter");
    });

    const VALUES: [args: string[], stdout: string][] = [
      [["shop/text"], "planted-three\n"],
      [["shop/orders db"], `${LOGIN}\n`],
      [["shop/orders db", "password"], "planted-one\n"],
      [["shop/orders db", "port"], "5432\n"],
      [["shop/env"], "USER=app\nTOKEN='planted-two'\n"],
      [["shop/env", "TOKEN"], "planted-two\n"],
      [["/shop/key"], "planted-four\n"],
    ];
    for (const [args, expected] of VALUES) {
      await test.step(`--secret prints ${args.join(" ")} and nothing else`, async () => {
        const { code, stdout, stderr } = await kedge("--secret", ACCOUNT, ...args);
        deepEqual([code, stdout, stderr], [0, expected, ""]);
      });
    }

    await test.step("--secret --json is one document", async () => {
      const { stdout } = await kedge("--secret", ACCOUNT, "shop/orders db", "username", "--json");
      deepEqual(JSON.parse(stdout), { id: "shop/orders db", key: "username", value: "app" });
    });

    const WRONG: [args: string[], code: number, says: RegExp][] = [
      [["shop/none"], 1, /reading the secret shop\/none in eu-central-1: it does not exist/],
      [["shop/orders db", "pasword"], 1, /has no key “pasword”\nIt has username, password, port/],
      [["shop/text", "key"], 1, /has no keys: it is neither a JSON object nor lines/],
      [["shop/bytes", "key"], 1, /has no keys: it is binary/],
    ];
    for (const [args, code, says] of WRONG) {
      await test.step(`--secret says what is wrong with ${args.join(" ")}`, async () => {
        const result = await kedge("--secret", ACCOUNT, ...args);
        equal(result.code, code);
        equal(result.stdout, "");
        match(result.stderr, says);
        equal(result.stderr.includes("planted"), false);
      });
    }

    await test.step("--secrets of another account has none of these", async () => {
      const { code, stdout, stderr } = await kedge("--secrets", "210987654321/Reader");
      deepEqual([code, stdout, stderr], [0, "", ""]);
    });
  });
});

Deno.test("secrets() gives the pages of many secrets, each once", async () => {
  await asUser(async ({ at }) => {
    const all = Array.from({ length: 230 }, (_, i) => `many/${i}`);
    for (const Name of all) await make(at, { Name, SecretString: "x" });
    const pages = await Array.fromAsync(secrets(at, signal));
    equal(pages.length, 3);
    deepEqual(pages.flat().map(({ name }) => name).sort(), all.toSorted());
    deepEqual((await Array.fromAsync(secureParameters(at, signal))).flat(), []);
  });
});
