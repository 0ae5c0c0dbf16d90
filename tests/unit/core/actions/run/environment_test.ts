import assert from "node:assert/strict";
import { scriptEnvironment } from "../../../../../src/core/actions/run/environment.ts";

Deno.test("scriptEnvironment() takes everything of AWS and Kedge out and puts the run's own in", () => {
  const user = {
    PATH: "/bin",
    HOME: "/h",
    AWS_PROFILE: "p",
    AWS_SECRET_ACCESS_KEY: "s",
    KEDGE_HOME: "/k",
    aws_region: "x",
  };
  const run = { nonce: "n", cookie: "c", noFile: "/tmp/none" };
  const none = {
    PATH: "/bin",
    HOME: "/h",
    KEDGE_RUN_NONCE: "n",
    KEDGE_RUN: "c",
    AWS_SHARED_CREDENTIALS_FILE: "/tmp/none",
    AWS_CONFIG_FILE: "/tmp/none",
    AWS_EC2_METADATA_DISABLED: "true",
  };
  assert.deepEqual(scriptEnvironment(user, run, null), none);
  const credentials = { region: "eu-1", address: "http://127.0.0.1:1/credentials", token: "t" };
  assert.deepEqual(scriptEnvironment(user, run, credentials), {
    ...none,
    AWS_REGION: "eu-1",
    AWS_DEFAULT_REGION: "eu-1",
    AWS_CONTAINER_CREDENTIALS_FULL_URI: "http://127.0.0.1:1/credentials",
    AWS_CONTAINER_AUTHORIZATION_TOKEN: "t",
  });
});
