import { isAccountId } from "../text/aws_names.ts";
import { parseWay } from "../ways/address.ts";
import { fieldsOf } from "../json_values.ts";

/** The current step on the way to a database, and its beginning in ms since 1970. */
export interface DatabaseStep {
  readonly step: string;
  readonly at: number;
}

/** How the user signs in to a database that was found in an account. */
export type DatabaseLoginMethod =
  /** A token of IAM, made for each connection. */
  | { readonly way: "iam"; readonly user: string }
  /** The secret in which AWS keeps the password of the database's master user. */
  | { readonly way: "managed" }
  /** Another secret of the account, by name or ARN. */
  | { readonly way: "secret"; readonly secret: string }
  /**
   * Over HTTPS, where the service signs in with a secret of the account. Redshift signs in by IAM as `user`
   * without a secret.
   */
  | { readonly way: "https"; readonly secret?: string; readonly user?: string }
  /** A password of the user, from the keychain or asked for. */
  | { readonly way: "password" };

/** How a database was opened: the login, and the way when its network could not be reached directly. */
type DatabaseOpening = DatabaseLoginMethod & { readonly via?: string };

/** How each database was opened last, by {@link databaseKey}, newest first. Secrets are named and not contained. */
export type DatabaseLogins = Readonly<Record<string, DatabaseOpening>>;

/** Maximum databases that are remembered. */
const MAX_COUNT = 500;

/** Returns the key of a database. */
export function databaseKey(
  { account, region, kind, id }: {
    readonly account: string;
    readonly region: string;
    readonly kind: string;
    readonly id: string;
  },
): string {
  return `${account}/${region}/${kind}/${id}`;
}

/** Returns the logins with that of the database `key` as the newest, in place of its earlier one. */
export function withDatabaseLogin(
  logins: DatabaseLogins,
  key: string,
  opening: DatabaseOpening,
): DatabaseLogins {
  const { [key]: _, ...others } = logins;
  return readDatabaseLogins({ [key]: opening, ...others });
}

/** Reads the saved logins, without parts of another shape. */
export function readDatabaseLogins(value: unknown): DatabaseLogins {
  const logins = Object.entries(fieldsOf(value)).slice(0, MAX_COUNT).flatMap(([key, one]) => {
    const method = methodOf(one);
    return method && key.length <= 500 && key[12] === "/" && isAccountId(key.slice(0, 12))
      ? [[key, { ...method, ...viaOf(one) }] as const]
      : [];
  });
  return Object.fromEntries(logins);
}

function methodOf(value: unknown): DatabaseLoginMethod | null {
  const { way, user, secret } = fieldsOf(value);
  switch (way) {
    case "iam":
      return typeof user === "string" && user.length <= 200 ? { way, user } : null;
    case "https": {
      const fits = [user, secret].every((one) =>
        one === undefined || typeof one === "string" && one.length <= 2048
      );
      const texts = { ...(secret ? { secret } : {}), ...(user ? { user } : {}) };
      return fits ? { way, ...texts as { secret?: string; user?: string } } : null;
    }
    case "secret":
      return typeof secret === "string" && secret !== "" && secret.length <= 2048 ? { way, secret } : null;
    case "managed":
    case "password":
      return { way };
    default:
      return null;
  }
}

function viaOf(value: unknown): { readonly via?: string } {
  const { via } = fieldsOf(value);
  return typeof via === "string" && via.length <= 1000 && !("fault" in parseWay(via)) ? { via } : {};
}
