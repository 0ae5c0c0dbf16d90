import { type AwsCredentials, credentialsFor } from "../core/cloud/credentials.ts";
import { readConfigFile } from "../core/config_file/mod.ts";
import { kedgePaths } from "../core/paths.ts";
import type { Args } from "./args.ts";
import { EXIT } from "./exit.ts";
import { terminalText } from "./run/text.ts";

/**
 * `--credentials ACCOUNT/ROLE`: credentials in the AWS `credential_process` format, so that a profile of
 * `~/.aws/config` can take them from Kedge.
 */
export async function run({ operands, region }: Args): Promise<number> {
  const match = /^(\d{12})(?:\/([\w+=,.@-]{1,64}))?$/.exec(operands[0]!);
  if (!match) {
    console.error(`kedge: "${operands[0]}" is not ACCOUNT/ROLE; an account has 12 digits`);
    return EXIT.usage;
  }
  const [, account, role = ""] = match;
  const { config } = await readConfigFile(kedgePaths().config);
  const configured = config.accounts.find(({ accountId }) => accountId === account)?.region;
  const place = region ?? configured ?? Deno.env.get("AWS_REGION") ?? config.ssoRegion ?? "us-east-1";
  try {
    const credentials = await credentialsFor(
      { id: account!, role, region: place },
      new AbortController().signal,
    );
    console.log(JSON.stringify(processDocument(credentials)));
    return EXIT.done;
  } catch (error) {
    const { message, hint } = error as { message: string; hint?: string };
    console.error(terminalText(`kedge: ${message}${hint ? `\n${hint}` : ""}`, false));
    return EXIT.failed;
  }
}

/** The document of `credential_process`: what a caller of this command asked to see. */
export function processDocument(credentials: AwsCredentials): Record<string, string | number> {
  const { accessKeyId, secretAccessKey, sessionToken, expiration } = credentials;
  return {
    Version: 1,
    AccessKeyId: accessKeyId,
    SecretAccessKey: secretAccessKey.open(),
    ...(sessionToken ? { SessionToken: sessionToken.open() } : {}),
    ...(expiration ? { Expiration: expiration.toISOString() } : {}),
  };
}
