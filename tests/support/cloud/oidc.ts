import { type FakeWorld, openSession, secretText } from "./fake_portal.ts";

/** Returns the handler of the sign-in service: RegisterClient, authorize, StartDeviceAuthorization and CreateToken. */
export function oidc(world: FakeWorld): (request: Request, url: URL) => Promise<Response | undefined> {
  return async (request, url) => {
    switch (`${request.method} ${url.pathname}`) {
      case "POST /client/register":
        return register(world, await body(request));
      case "GET /authorize":
        return authorize(world, url);
      case "POST /device_authorization":
        return device(world, await body(request), url.origin);
      case "POST /token":
        return token(world, await body(request));
    }
    return undefined;
  };
}

type Body = Readonly<Record<string, unknown>>;

async function body(request: Request): Promise<Body> {
  return await request.json();
}

/** Returns an error of the service: its name in a header, the OAuth error in the body. */
export function fault(name: string, word: string, status = 400): Response {
  return Response.json({ error: word, error_description: null }, {
    status,
    headers: { "x-amzn-errortype": name },
  });
}

function register(world: FakeWorld, { clientName, clientType, redirectUris, grantTypes }: Body): Response {
  if (typeof clientName !== "string" || clientType !== "public") {
    return fault("InvalidClientMetadataException", "invalid_client_metadata");
  }
  const uris = (redirectUris ?? []) as string[];
  // A program on the user's machine registers host and path; the port follows with the request.
  if (uris.some((uri) => uri !== "http://127.0.0.1/oauth/callback")) {
    return fault("InvalidRedirectUriException", "invalid_redirect_uri");
  }
  const clientId = crypto.randomUUID(), secret = secretText("client");
  world.clients.set(clientId, {
    secret,
    redirectUris: uris,
    ...(grantTypes ? { grantTypes: grantTypes as string[] } : {}),
  });
  const now = Math.floor(world.now() / 1000);
  return Response.json({
    clientId,
    clientSecret: secret,
    clientIdIssuedAt: now,
    clientSecretExpiresAt: now + 90 * 86_400,
  });
}

/** Simulates the browser of a user who is already signed in: it is redirected at once. */
function authorize(world: FakeWorld, { searchParams: query }: URL): Response {
  const client = world.clients.get(query.get("client_id") ?? "");
  const redirectUri = query.get("redirect_uri") ?? "";
  const challenge = query.get("code_challenge") ?? "";
  const good = client && query.get("response_type") === "code" &&
    query.get("scopes") === "sso:account:access" &&
    query.get("code_challenge_method") === "S256" && /^[\w-]{43}$/.test(challenge) &&
    client.redirectUris.includes(redirectUri.replace(/:\d+\//, "/"));
  if (!good) return new Response("This request is not valid.", { status: 400 });
  const code = secretText("code");
  world.codes.set(code, { clientId: query.get("client_id")!, redirectUri, challenge });
  const location = `${redirectUri}?${new URLSearchParams({ code, state: query.get("state") ?? "" })}`;
  return new Response(null, { status: 302, headers: { location } });
}

function device(world: FakeWorld, { clientId, clientSecret, startUrl }: Body, origin: string): Response {
  if (!known(world, clientId, clientSecret)) return fault("InvalidClientException", "invalid_client", 401);
  if (typeof startUrl !== "string" || !startUrl.startsWith("https://")) {
    return fault("InvalidRequestException", "invalid_request");
  }
  const deviceCode = secretText("device");
  const userCode = crypto.randomUUID().slice(0, 8).toUpperCase().replace(/^(.{4})/, "$1-");
  world.devices.set(deviceCode, {
    userCode,
    clientId: clientId as string,
    expiresAt: world.now() + world.options.codeLife,
    state: "pending",
    askedAt: 0,
    interval: world.options.interval,
  });
  const address = `${origin}/start/#/device`;
  return Response.json({
    deviceCode,
    userCode,
    verificationUri: address,
    verificationUriComplete: `${address}?user_code=${userCode}`,
    expiresIn: world.options.codeLife / 1000,
    interval: world.options.interval / 1000,
  });
}

async function token(world: FakeWorld, asked: Body): Promise<Response> {
  const { clientId, clientSecret, grantType } = asked;
  if (!known(world, clientId, clientSecret)) return fault("InvalidClientException", "invalid_client", 401);
  switch (grantType) {
    case "authorization_code":
      return await byCode(world, asked);
    case "refresh_token":
      return byRefresh(world, asked);
    case "urn:ietf:params:oauth:grant-type:device_code":
      return byDevice(world, asked);
  }
  return fault("UnsupportedGrantTypeException", "unsupported_grant_type");
}

async function byCode(
  world: FakeWorld,
  { clientId, code, codeVerifier, redirectUri }: Body,
): Promise<Response> {
  const waiting = world.codes.get(String(code));
  world.codes.delete(String(code)); // a code can be used once
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(String(codeVerifier)));
  const challenge = new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true });
  if (
    waiting?.clientId !== clientId || waiting?.redirectUri !== redirectUri || waiting?.challenge !== challenge
  ) {
    return fault("InvalidGrantException", "invalid_grant");
  }
  return given(world, openSession(world, clientId as string));
}

/** Returns new tokens for a refresh token, which can be used once. */
function byRefresh(world: FakeWorld, { clientId, refreshToken }: Body): Response {
  const session = world.sessions.find((session) => session.refreshToken === refreshToken);
  if (!session || session.clientId !== clientId || world.now() > session.endsAt) {
    return fault("InvalidGrantException", "invalid_grant");
  }
  Object.assign(session, {
    accessToken: secretText("access"),
    refreshToken: secretText("refresh"),
    expiresAt: Math.min(world.now() + world.options.tokenLife, session.endsAt),
  });
  return given(world, session);
}

function byDevice(world: FakeWorld, { clientId, deviceCode }: Body): Response {
  const device = world.devices.get(String(deviceCode));
  if (!device || device.clientId !== clientId) return fault("InvalidGrantException", "invalid_grant");
  if (world.now() > device.expiresAt) return fault("ExpiredTokenException", "expired_token");
  const early = performance.now() - device.askedAt < device.interval - 20;
  device.askedAt = performance.now();
  if (early) {
    device.interval += 5_000;
    return fault("SlowDownException", "slow_down");
  }
  if (device.state === "pending") return fault("AuthorizationPendingException", "authorization_pending");
  if (device.state === "denied") return fault("AccessDeniedException", "access_denied");
  world.devices.delete(String(deviceCode));
  return given(world, openSession(world, clientId as string));
}

function known(world: FakeWorld, id: unknown, secret: unknown): boolean {
  return world.clients.get(String(id))?.secret === secret;
}

function given(
  world: FakeWorld,
  { accessToken, refreshToken, expiresAt }: ReturnType<typeof openSession>,
): Response {
  return Response.json({
    accessToken,
    refreshToken,
    tokenType: "Bearer",
    expiresIn: Math.floor((expiresAt - world.now()) / 1000),
  });
}
