import { cancelled, CloudError } from "../errors.ts";
import { keepToken } from "../session/renew.ts";
import type { PortalSession } from "../session/session.ts";
import type { PortalToken, Registration } from "../session/token.ts";
import { pause } from "../wire/pause.ts";
import { listenForAnswer } from "./callback.ts";
import { waitForDevice } from "./device.ts";
import { authorizeAddress, createToken, type GivenToken, registerClient, startDevice } from "./oidc.ts";
import { createProof, randomText } from "./pkce.ts";

/** What the user must do now. */
export type SignInPrompt =
  /** Open this address in a browser of this machine. `until` is when the time for it is over, ms since 1970. */
  | { readonly kind: "browser"; readonly address: string; readonly until: number }
  /** Open the address anywhere and type the code; `completeAddress` has it in it. */
  | {
    readonly kind: "device";
    readonly code: string;
    readonly address: string;
    readonly completeAddress: string;
    readonly until: number;
  };

/** How to sign in. `show` hands the prompt to the user, and opens a browser when the user wants one. */
interface SignInRequest {
  readonly way: SignInPrompt["kind"];
  readonly show: (prompt: SignInPrompt) => void | Promise<void>;
  readonly signal: AbortSignal;
}

/** How long the user may take in the browser, ms: what AWS gives to typed codes. */
const PATIENCE = 10 * 60_000;

/** Registrations that end within this are not used any more, ms. */
const EARLY = 15 * 60_000;

/** How often a waiting sign-in looks whether one elsewhere was faster, ms. */
const LOOK = 1_000;

const SCOPES = ["sso:account:access"];
const REDIRECT = "http://127.0.0.1/oauth/callback";
const DOING = "signing in";

/**
 * Signs in at the portal: asks the user through `show`, waits, and saves the token in the shared cache. Where nobody
 * is signed in, a sign-in that another program of this user finishes meanwhile counts; else a new token may be a
 * renewal of the old session, and the user may want to sign in as somebody else.
 */
export async function signIn(session: PortalSession, request: SignInRequest): Promise<PortalToken> {
  const { status } = await session.status();
  const before = await session.held();
  const over = new AbortController();
  const signal = AbortSignal.any([request.signal, over.signal]);
  try {
    const ways = request.way === "browser" ? byBrowser : byDevice;
    return await Promise.race([
      ways(session, { ...request, signal }),
      ...(status === "signed-in" ? [] : [elsewhere(session, before?.token.accessToken.open(), signal)]),
    ]);
  } catch (error) {
    if (request.signal.aborted) throw cancelled(DOING);
    throw error;
  } finally {
    over.abort();
  }
}

/** Settles when a valid token lies in the cache that was not there before; rejects only when the caller has gone. */
async function elsewhere(
  session: PortalSession,
  before: string | undefined,
  signal: AbortSignal,
): Promise<PortalToken> {
  for (;;) {
    await pause(LOOK, signal);
    const found = await session.held();
    if (found && found.token.accessToken.open() !== before && found.token.expiresAt > Date.now()) {
      return found.token;
    }
  }
}

async function byBrowser(session: PortalSession, { show, signal }: SignInRequest): Promise<PortalToken> {
  const registration = await register(session, REDIRECT, signal);
  const { serviceRegion } = session;
  const [state, proof] = [randomText(), await createProof()];
  // Listening before the browser opens: a warm session sends it back at once.
  const callback = listenForAnswer(state);
  try {
    await show({
      kind: "browser",
      until: Date.now() + PATIENCE,
      address: authorizeAddress(serviceRegion, {
        clientId: registration.id,
        redirectUri: callback.redirectUri,
        state,
        scopes: registration.scopes ?? SCOPES,
        challenge: proof.challenge,
      }),
    });
    const code = await inTime(callback.code, signal);
    const given = await createToken(serviceRegion, registration, {
      by: "code",
      code,
      verifier: proof.verifier,
      redirectUri: callback.redirectUri,
    }, signal);
    if (typeof given === "string") throw refused(given);
    const token = await keep(session, registration, given);
    callback.finish(null);
    return token;
  } catch (error) {
    callback.finish(error instanceof CloudError ? error.message : "Kedge failed at it.");
    throw error;
  } finally {
    // The browser may take its time to fetch the last page; there is no need to wait.
    void callback.close();
  }
}

async function byDevice(session: PortalSession, { show, signal }: SignInRequest): Promise<PortalToken> {
  const { serviceRegion, portal: { startUrl } } = session;
  const registration = await register(session, undefined, signal);
  const asked = await startDevice(serviceRegion, registration, startUrl, signal);
  const until = Date.now() + asked.expiresIn;
  await show({
    kind: "device",
    code: asked.userCode,
    address: asked.address,
    completeAddress: asked.completeAddress,
    until,
  });
  const given = await waitForDevice(
    (stop) => createToken(serviceRegion, registration, { by: "device", deviceCode: asked.deviceCode }, stop),
    { interval: asked.interval, until },
    signal,
  );
  return await keep(session, registration, given);
}

/** The registered client for this way of signing in: the stored one, or a new one. */
async function register(
  session: PortalSession,
  redirectUri: string | undefined,
  signal: AbortSignal,
): Promise<Registration> {
  const [entry] = (await session.entries()).entries;
  const { startUrl, session: name, scopes } = entry!;
  const { region } = session.portal;
  // As the AWS CLI has it: a session without scopes is stored without scopes, and asks for the usual ones.
  const key = {
    startUrl,
    region,
    session: name,
    scopes: name !== null && redirectUri ? scopes : scopes ?? SCOPES,
  };
  const cached = await session.cache.registration(key);
  const forBrowser = cached?.grantTypes?.includes("authorization_code") ?? false;
  if (cached && forBrowser === (redirectUri !== undefined) && cached.expiresAt - Date.now() > EARLY) {
    return { ...cached, scopes: scopes ?? SCOPES };
  }
  const about = {
    name: "Kedge",
    scopes: scopes ?? SCOPES,
    startUrl,
    ...(redirectUri ? { redirectUri } : {}),
  };
  const registration = await registerClient(session.serviceRegion, about, signal);
  await session.cache.saveRegistration(key, registration);
  return registration;
}

async function keep(session: PortalSession, client: Registration, given: GivenToken): Promise<PortalToken> {
  const { entries, copies } = await session.entries();
  const token: PortalToken = {
    startUrl: entries[0]!.startUrl,
    region: session.portal.region,
    accessToken: given.accessToken,
    expiresAt: Date.now() + given.expiresIn,
    client: { id: client.id, secret: client.secret, expiresAt: client.expiresAt },
    ...(given.refreshToken ? { refreshToken: given.refreshToken } : {}),
  };
  await keepToken(session.cache, entries[0]!, copies, token);
  return token;
}

/** The user's answer, unless it takes too long or the caller has gone. */
async function inTime(code: Promise<string>, signal: AbortSignal): Promise<string> {
  const late = pause(PATIENCE, signal).then(() => {
    throw new CloudError(
      "Nobody signed in within 10 minutes.",
      "Sign in again.",
      undefined,
      "timeout",
    );
  });
  late.catch(() => {});
  return await Promise.race([code, late]);
}

function refused(why: string): CloudError {
  return new CloudError(
    "The sign-in portal does not take the browser's answer.",
    why === "expired" || why === "bad-grant" ? "It came too late. Sign in again." : "Sign in again.",
    undefined,
    "denied",
  );
}
