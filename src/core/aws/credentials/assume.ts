import type { AccountContext } from "../../accounts/context.ts";
import { lazyImport } from "../../lazy_import.ts";
import { CloudError } from "../errors.ts";
import type { ServiceRegion } from "../wire/endpoint.ts";
import type { AwsCredentials, Identity } from "./credentials.ts";

/**
 * Returns credentials of a role by assuming it with the user's own credentials. `serviceRegion` is one that
 * knows those. Throws a CloudError that names both accounts.
 */
export async function assume(
  credentials: AwsCredentials,
  who: Identity,
  { account, role }: Pick<AccountContext, "account" | "role">,
  serviceRegion: ServiceRegion,
  signal: AbortSignal,
): Promise<AwsCredentials> {
  const same = who.account === account;
  const both = same
    ? `The AWS credentials are not of the role ${role}`
    : `The AWS credentials are of account ${who.account || "?"}, the run needs ${account}`;
  if (!role) {
    throw new CloudError(`${both}.`, `Use credentials of ${account}, or choose a role to assume there.`);
  }
  const partition = /^arn:([^:]+):/.exec(who.arn)?.[1] ?? "aws";
  const arn = `arn:${partition}:iam::${account}:role/${role}`;
  const { assumeRole } = await lazyImport<typeof import("../sts.ts")>("../sts.ts", import.meta.url);
  try {
    return await assumeRole(credentials, { arn }, serviceRegion, signal);
  } catch (error) {
    const { message, code } = error as CloudError;
    throw new CloudError(
      `${both}, and ${message}`,
      same
        ? "Check that the role can be assumed, or leave the role empty to use the credentials as they are."
        : `Use credentials of ${account}, or check that the role can be assumed.`,
      error,
      code,
    );
  }
}
