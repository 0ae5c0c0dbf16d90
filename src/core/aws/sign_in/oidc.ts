import { fieldsOf } from "../../json_values.ts";
import { ownProperty } from "../../own_property.ts";
import { present } from "../../present.ts";
import { Secret } from "../../secret.ts";
import { CloudError } from "../errors.ts";
import { endpoint, type ServiceRegion } from "../wire/endpoint.ts";
import { errorName, requestJson } from "../wire/request.ts";
import { Answer } from "../wire/shape.ts";
import type { RegisteredClient, Registration } from "../session/token.ts";

/** What a token is requested with. */
type Grant =
  | { readonly by: "code"; readonly code: string; readonly verifier: string; readonly redirectUri: string }
  | { readonly by: "device"; readonly deviceCode: Secret }
  | { readonly by: "refresh"; readonly refreshToken: Secret };

/** A token from AWS. `expiresIn` is in ms. */
export interface GivenToken {
  readonly accessToken: Secret;
  readonly expiresIn: number;
  readonly refreshToken?: Secret;
}

/** Why there is no token. `pending` and `slow-down` are temporary, the others are final. */
export type NoToken = "pending" | "slow-down" | "expired" | "refused" | "bad-grant" | "bad-client";

/** A code that the user types in at the portal. Times are in ms. */
interface DeviceAuthorization {
  readonly deviceCode: Secret;
  readonly userCode: string;
  readonly address: string;
  /** Address that contains the code. */
  readonly completeAddress: string;
  readonly expiresIn: number;
  readonly interval: number;
}

const DAY = 86_400;
const GRANTS = {
  code: "authorization_code",
  device: "urn:ietf:params:oauth:grant-type:device_code",
  refresh: "refresh_token",
};

/** Meaning of a refused token, by OAuth's error code and by the name of AWS's exception. */
const NO_TOKEN: Readonly<Record<string, NoToken>> = {
  authorization_pending: "pending",
  AuthorizationPendingException: "pending",
  slow_down: "slow-down",
  SlowDownException: "slow-down",
  expired_token: "expired",
  ExpiredTokenException: "expired",
  access_denied: "refused",
  AccessDeniedException: "refused",
  invalid_grant: "bad-grant",
  InvalidGrantException: "bad-grant",
  invalid_client: "bad-client",
  InvalidClientException: "bad-client",
  UnauthorizedClientException: "bad-client",
  unauthorized_client: "bad-client",
};

/**
 * Registers a client. With `redirectUri` the client is for sign-ins in the browser, without it for device codes.
 * Throws a CloudError.
 */
export async function registerClient(
  serviceRegion: ServiceRegion,
  about: {
    readonly name: string;
    readonly scopes: readonly string[];
    readonly redirectUri?: string | undefined;
    readonly startUrl: string;
  },
  signal: AbortSignal,
): Promise<Registration> {
  const doing = "registering with the sign-in portal";
  const grantTypes = about.redirectUri ? ["authorization_code", "refresh_token"] : undefined;
  const answer = await post(serviceRegion, "/client/register", {
    clientName: about.name,
    clientType: "public",
    scopes: about.scopes,
    ...(grantTypes && { grantTypes, redirectUris: [about.redirectUri], issuerUrl: about.startUrl }),
  }, { doing, signal });
  if (answer.status >= 400) throw refusal(doing, answer);
  const fields = new Answer(doing, answer.json);
  return {
    id: fields.text("clientId"),
    secret: new Secret(fields.text("clientSecret")),
    expiresAt: fields.number("clientSecretExpiresAt", 0, 1e11) * 1000,
    scopes: about.scopes,
    ...present({ grantTypes }),
  };
}

/** Returns the address at which the browser signs in. */
export function authorizeAddress(
  serviceRegion: ServiceRegion,
  query: {
    readonly clientId: string;
    readonly redirectUri: string;
    readonly state: string;
    readonly scopes: readonly string[];
    readonly challenge: string;
  },
): string {
  const url = new URL(`${endpoint("SSO_OIDC", serviceRegion)}/authorize`);
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: query.clientId,
    redirect_uri: query.redirectUri,
    state: query.state,
    code_challenge_method: "S256",
    scopes: query.scopes.join(" "),
    code_challenge: query.challenge,
  }).toString();
  return url.href;
}

/** Begins a sign-in by a device code. Throws a CloudError. */
export async function startDevice(
  serviceRegion: ServiceRegion,
  client: RegisteredClient,
  startUrl: string,
  signal: AbortSignal,
): Promise<DeviceAuthorization> {
  const doing = "asking the sign-in portal for a code";
  const body = { clientId: client.id, clientSecret: client.secret.open(), startUrl };
  const answer = await post(serviceRegion, "/device_authorization", body, { doing, signal });
  if (answer.status >= 400) throw refusal(doing, answer);
  const fields = new Answer(doing, answer.json);
  const address = webAddress(fields, "verificationUri");
  return {
    deviceCode: new Secret(fields.text("deviceCode")),
    userCode: fields.text("userCode", 64),
    address,
    completeAddress: fields.maybeText("verificationUriComplete")
      ? webAddress(fields, "verificationUriComplete")
      : address,
    expiresIn: fields.number("expiresIn", 1, DAY) * 1000,
    interval: (fields.maybeNumber("interval", 0, 300) || 5) * 1000,
  };
}

/** Requests a token. Returns the usual reasons for no token; throws a CloudError for all others. */
export async function createToken(
  serviceRegion: ServiceRegion,
  client: RegisteredClient,
  grant: Grant,
  signal: AbortSignal,
): Promise<GivenToken | NoToken> {
  const doing = grant.by === "refresh" ? "renewing the sign-in" : "finishing the sign-in";
  const body = {
    clientId: client.id,
    clientSecret: client.secret.open(),
    grantType: GRANTS[grant.by],
    ...(grant.by === "code"
      ? { code: grant.code, codeVerifier: grant.verifier, redirectUri: grant.redirectUri }
      : grant.by === "device"
      ? { deviceCode: grant.deviceCode.open() }
      : { refreshToken: grant.refreshToken.open() }),
  };
  // A grant gives one token. If the response was lost, asking again could end the session. Only a device code is
  // asked about until it is typed, so that a fault of AWS meanwhile changes nothing.
  const again = grant.by === "device";
  const answer = await post(serviceRegion, "/token", body, { doing, signal, again });
  if (answer.status >= 400) {
    const refused = ownProperty(NO_TOKEN, errorName(answer)) ??
      ownProperty(NO_TOKEN, oauthError(answer.json));
    if (refused) return refused;
    throw refusal(doing, answer);
  }
  const fields = new Answer(doing, answer.json);
  const refreshToken = fields.maybeText("refreshToken");
  return {
    accessToken: new Secret(fields.text("accessToken")),
    expiresIn: fields.number("expiresIn", 1, 400 * DAY) * 1000,
    ...(refreshToken && { refreshToken: new Secret(refreshToken) }),
  };
}

type JsonAnswer = Awaited<ReturnType<typeof requestJson>>;

async function post(
  serviceRegion: ServiceRegion,
  path: string,
  body: Readonly<Record<string, unknown>>,
  how: { readonly doing: string; readonly signal: AbortSignal; readonly again?: boolean },
): Promise<JsonAnswer> {
  return await requestJson({
    ...how,
    url: endpoint("SSO_OIDC", serviceRegion) + path,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

function oauthError(json: unknown): string {
  const { error } = fieldsOf(json);
  return typeof error === "string" ? error : "";
}

/** Returns AWS's error for the user. AWS writes the description itself, and its length is limited. */
function refusal(doing: string, answer: JsonAnswer): CloudError {
  const { error_description: description } = fieldsOf(answer.json);
  const reason = typeof description === "string" && description !== ""
    ? description.slice(0, 300)
    : oauthError(answer.json) || errorName(answer) || `status ${answer.status}`;
  return new CloudError(
    `${doing}: AWS refuses it (${reason})`,
    "Check the address and region of the sign-in portal in the settings.",
  );
}

function webAddress(fields: Answer, name: string): string {
  const url = URL.parse(fields.text(name));
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    throw new CloudError(`${fields.doing}: ${name} is no web address`);
  }
  return url.href;
}
