import { wrap } from "../../../src/core/aws/credentials/credentials.ts";
import { callJson } from "../../../src/core/aws/service/json.ts";

/** Creates secrets in Secrets Manager at an endpoint, as their owner would. */
export async function putSecrets(
  endpoint: string,
  region: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [Name, SecretString] of Object.entries(values)) {
    await callJson({
      doing: "making a secret",
      service: "SECRETS_MANAGER",
      region,
      env: (name) => name === "AWS_ENDPOINT_URL" ? endpoint : undefined,
      credentials: wrap({ accessKeyId: "AKIAPLANTED", secretAccessKey: "x" }),
      signal: AbortSignal.timeout(120_000),
      target: "secretsmanager.CreateSecret",
      input: { Name, SecretString },
    });
  }
}
