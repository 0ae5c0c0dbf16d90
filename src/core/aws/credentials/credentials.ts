import type { AccountContext } from "../../accounts/context.ts";
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

/** Credentials in the form that AWS's clients use. */
interface PlainCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  readonly expiration?: Date | undefined;
}

/** Opens credentials for an AWS client. */
export function unwrap(credentials: AwsCredentials): PlainCredentials {
  return {
    accessKeyId: credentials.accessKeyId,
    secretAccessKey: credentials.secretAccessKey.open(),
    ...(credentials.sessionToken ? { sessionToken: credentials.sessionToken.open() } : {}),
    ...(credentials.expiration ? { expiration: credentials.expiration } : {}),
  };
}

/** Wraps the keys from an AWS client or a file as secrets. */
export function wrap(plain: PlainCredentials): AwsCredentials {
  return {
    accessKeyId: plain.accessKeyId,
    secretAccessKey: new Secret(plain.secretAccessKey),
    ...(plain.sessionToken ? { sessionToken: new Secret(plain.sessionToken) } : {}),
    ...(plain.expiration ? { expiration: plain.expiration } : {}),
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
