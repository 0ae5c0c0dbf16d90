import type { AccountContext } from "../../accounts/context.ts";
import { Secret } from "../../secret.ts";

/** Credentials of AWS. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: Secret;
  readonly sessionToken?: Secret;
  readonly expiration?: Date;
}

/** The identity that credentials belong to. */
export interface Identity {
  readonly account: string;
  readonly arn: string;
}

/** The form in which an AWS client takes and gives credentials. */
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

/** The role of an identity: a permission set's plain name; "" for a user or the account itself. */
export function roleOf({ arn }: Identity): string {
  const role = /:assumed-role\/([^/]+)\//.exec(arn)?.[1] ?? "";
  return /^AWSReservedSSO_(.+)_[0-9a-f]+$/.exec(role)?.[1] ?? role;
}

/** Whether an identity is the one that a run needs. A permission set's role goes by either of its names. */
export function isOf(who: Identity, context: Pick<AccountContext, "account" | "role">): boolean {
  if (who.account !== context.account) return false;
  if (context.role === "") return true;
  return roleOf(who) === context.role || who.arn.includes(`:assumed-role/${context.role}/`);
}
