import type { AccountContext } from "../../accounts/context.ts";
import { present } from "../../present.ts";
import { Secret } from "../../secret.ts";

/** Credentials of AWS. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: Secret;
  readonly sessionToken?: Secret;
  readonly expiration?: Date;
}

/** Account and ARN that credentials belong to. */
export interface Identity {
  readonly account: string;
  readonly arn: string;
}

/** Opens the keys of credentials for a signature. */
export function unwrap({ accessKeyId, secretAccessKey, sessionToken }: AwsCredentials) {
  return {
    accessKeyId,
    secretAccessKey: secretAccessKey.open(),
    ...present({ sessionToken: sessionToken?.open() }),
  };
}

/** Keys of an AWS client or a file. An empty token counts as absent. */
interface PlainCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  readonly expiration?: Date | undefined;
}

/** Wraps keys as secrets. */
export function wrap(
  { accessKeyId, secretAccessKey, sessionToken, expiration }: PlainCredentials,
): AwsCredentials {
  return {
    accessKeyId,
    secretAccessKey: new Secret(secretAccessKey),
    ...present({ sessionToken: sessionToken ? new Secret(sessionToken) : undefined, expiration }),
  };
}

/** Returns the role of an identity, for a permission set its plain name; empty for a user or the account itself. */
export function roleOf({ arn }: Identity): string {
  const role = /:assumed-role\/([^/]+)\//.exec(arn)?.[1] ?? "";
  return /^AWSReservedSSO_(.+)_[0-9a-f]+$/.exec(role)?.[1] ?? role;
}

/** Whether an identity is the one that a run needs. The role of a permission set has two names, and either counts. */
export function isOf(who: Identity, context: Pick<AccountContext, "account" | "role">): boolean {
  if (who.account !== context.account) return false;
  if (context.role === "") return true;
  return roleOf(who) === context.role || who.arn.includes(`:assumed-role/${context.role}/`);
}
