import { Secret } from "../../secret.ts";
import { fieldsOf, jsonOrNull } from "../../json_values.ts";
import { present } from "../../present.ts";

/** A client that AWS has registered for sign-ins. Times are ms since 1970. */
export interface RegisteredClient {
  readonly id: string;
  readonly secret: Secret;
  readonly expiresAt: number;
}

/** A stored client, with its permissions. */
export interface Registration extends RegisteredClient {
  readonly scopes?: readonly string[];
  /** Absent for a client that only signs in with device codes. */
  readonly grantTypes?: readonly string[];
}

/** A token from a sign-in, which gives access to the portal. Times are ms since 1970. */
export interface PortalToken {
  /** Start address as the session's configuration writes it. */
  readonly startUrl: string;
  readonly region: string;
  readonly accessToken: Secret;
  readonly expiresAt: number;
  /** Present with `refreshToken` for a token that can be renewed. */
  readonly client?: RegisteredClient;
  readonly refreshToken?: Secret;
}

/** Returns the text of a token file in the AWS CLI's format. */
export function formatToken(token: PortalToken): string {
  const { startUrl, region, accessToken, expiresAt, client, refreshToken } = token;
  return JSON.stringify({
    startUrl,
    region,
    accessToken: accessToken.open(),
    expiresAt: formatTime(expiresAt),
    clientId: client?.id,
    clientSecret: client?.secret.open(),
    registrationExpiresAt: client && formatTime(client.expiresAt),
    refreshToken: refreshToken?.open(),
  });
}

/** Reads a token file of any tool; null when it has no token. */
export function parseToken(text: string): PortalToken | null {
  const field = fields(text);
  const accessToken = field("accessToken"), expiresAt = parseTime(field("expiresAt") ?? "");
  if (!accessToken || expiresAt === null) return null;
  const id = field("clientId"), secret = field("clientSecret");
  const registered = parseTime(field("registrationExpiresAt") ?? "");
  const refreshToken = field("refreshToken");
  return {
    startUrl: field("startUrl") ?? "",
    region: field("region") ?? "",
    accessToken: new Secret(accessToken),
    expiresAt,
    ...(id && secret && registered !== null
      ? { client: { id, secret: new Secret(secret), expiresAt: registered } }
      : {}),
    ...(refreshToken ? { refreshToken: new Secret(refreshToken) } : {}),
  };
}

/** Returns the text of a registered client's file. */
export function formatRegistration({ id, secret, expiresAt, scopes, grantTypes }: Registration): string {
  return JSON.stringify({
    clientId: id,
    clientSecret: secret.open(),
    expiresAt: formatTime(expiresAt),
    scopes,
    grantTypes,
  });
}

/** Reads a registered client's file; null when it has none. */
export function parseRegistration(text: string): Registration | null {
  const field = fields(text);
  const id = field("clientId"), secret = field("clientSecret");
  const expiresAt = parseTime(field("expiresAt") ?? "");
  if (!id || !secret || expiresAt === null) return null;
  return { id, secret: new Secret(secret), expiresAt, ...present({ grantTypes: field.list("grantTypes") }) };
}

/** Reads texts and lists of texts from a JSON object. Any other text has no fields. */
function fields(json: string) {
  const value = fieldsOf(jsonOrNull(json));
  const text = (name: string): string | undefined => {
    const found = value[name];
    return typeof found === "string" ? found : undefined;
  };
  return Object.assign(text, {
    list(name: string): string[] | undefined {
      const found = value[name];
      return Array.isArray(found) ? found.filter((item) => typeof item === "string") : undefined;
    },
  });
}

/** Formats a time as the AWS CLI does: whole seconds in UTC. */
function formatTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}

/**
 * Parses a time of a cache file to ms since 1970. The text ends in `Z`, `.000Z`, `UTC` or an offset. Null
 * when it is invalid.
 */
export function parseTime(text: string): number | null {
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d+)?\s*(Z|UTC|[+-]\d\d:?\d\d)$/.exec(text);
  if (!match) return null;
  const [, day, time, , zone] = match;
  const offset = zone === "UTC" ? "Z" : zone!.replace(/^([+-]\d\d)(\d\d)$/, "$1:$2");
  const ms = Date.parse(`${day}T${time}${offset}`);
  return Number.isNaN(ms) ? null : ms;
}
