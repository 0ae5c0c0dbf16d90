import { present } from "../../present.ts";
import { cancelled, CloudError } from "../errors.ts";
import { keepToken } from "../session/renew.ts";
import type { PortalSession } from "../session/session.ts";
import type { PortalToken, Registration } from "../session/token.ts";
import { pause } from "../wire/pause.ts";
import { listenForAnswer } from "./callback.ts";
import { waitForDevice } from "./device.ts";
import { authorizeAddress, createToken, type GivenToken, registerClient, startDevice } from "./oidc.ts";
import { createProof, randomText } from "./pkce.ts";

/** What the user must do next. */
export type SignInPrompt =
  /** The user opens this address in a browser of this machine before `until`, ms since 1970. */
  | { readonly kind: "browser"; readonly address: string; readonly until: number }
  /** The user opens the address on any machine and types the code. `completeAddress` contains the code. */
  | {
    readonly kind: "device";
    readonly code: string;
    readonly address: string;
    readonly completeAddress: string;
    readonly until: number;
  };

/** Options of a sign-in. `show` shows the prompt to the user, and opens a browser if the user wants one. */
interface SignInRequest {
  readonly method: SignInPrompt["kind"];
  readonly show: (prompt: SignInPrompt) => void | Promise<void>;
  readonly signal: AbortSignal;
}

/** Maximum time for the user in the browser, ms, the same as AWS's for device codes. */
const PATIENCE = 10 * 60_000;

/** A registered client that expires within this time is not used any more, ms. */
const EARLY = 15 * 60_000;

/** Time between two checks for a sign-in by another program, ms. */
const LOOK = 1_000;

const SCOPES = ["sso:account:access"];
const REDIRECT = "http://127.0.0.1/oauth/callback";
const DOING = "signing in";

/**
 * Signs in at the portal: asks the user through `show`, waits, and stores the token in the shared cache. When
 * nobody is signed in, a sign-in that another program of this user finishes meanwhile counts too. When
 * somebody is, it does not, because a new token may be a renewal of the old session and the user may want to
 * sign in as somebody else.
 */
export async function signIn(session: PortalSession, request: SignInRequest): Promise<PortalToken> {
  const { status } = await session.status();
  const before = await session.cachedToken();
  const over = new AbortController();
  const signal = AbortSignal.any([request.signal, over.signal]);
  try {
    const begin = request.method === "browser" ? byBrowser : byDevice;
    return await Promise.race([
      begin(session, { ...request, signal }),
      ...(status === "signed-in" ? [] : [elsewhere(session, before?.token.accessToken.open(), signal)]),
    ]);
  } catch (error) {
    if (request.signal.aborted) throw cancelled(DOING);
    throw error;
  } finally {
    over.abort();
  }
}

/** Settles when the cache has a valid token that was not there before. Rejects only when the signal aborts. */
async function elsewhere(
  session: PortalSession,
  before: string | undefined,
  signal: AbortSignal,
): Promise<PortalToken> {
  for (;;) {
    await pause(LOOK, signal);
    const found = await session.cachedToken();
    if (found && found.token.accessToken.open() !== before && found.token.expiresAt > Date.now()) {
      return found.token;
    }
  }
}

async function byBrowser(session: PortalSession, { show, signal }: SignInRequest): Promise<PortalToken> {
  const registration = await register(session, REDIRECT, signal);
  const { serviceRegion } = session;
  const [state, proof] = [randomText(), await createProof()];
  // Listens before the browser opens, because a browser with a session returns at once.
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
    // Does not wait, because the browser may fetch the last page late.
    void callback.close();
  }
}

async function byDevice(session: PortalSession, { show, signal }: SignInRequest): Promise<PortalToken> {
  const { serviceRegion, portal: { startUrl } } = session;
  const registration = await register(session, undefined, signal);
  const asked = await startDevice(serviceRegion, registration, startUrl, signal);
  const until = Date.now() + asked.expiresIn;
  const { userCode: code, address, completeAddress } = asked;
  await show({ kind: "device", code, address, completeAddress, until });
  const given = await waitForDevice(
    (stop) => createToken(serviceRegion, registration, { by: "device", deviceCode: asked.deviceCode }, stop),
    { interval: asked.interval, until },
    signal,
  );
  return await keep(session, registration, given);
}

/** Returns the stored client for this method of signing in, or registers one. */
async function register(
  session: PortalSession,
  redirectUri: string | undefined,
  signal: AbortSignal,
): Promise<Registration> {
  const [entry] = (await session.entries()).entries;
  const { startUrl, session: name, scopes } = entry!;
  const { region } = session.portal;
  // As in the AWS CLI, a session without scopes is stored without scopes and requests the default ones.
  const kept = name !== null && redirectUri ? scopes : scopes ?? SCOPES;
  const key = { startUrl, region, session: name, scopes: kept };
  const cached = await session.cache.registration(key);
  const forBrowser = cached?.grantTypes?.includes("authorization_code") ?? false;
  if (cached && forBrowser === (redirectUri !== undefined) && cached.expiresAt - Date.now() > EARLY) {
    return { ...cached, scopes: scopes ?? SCOPES };
  }
  const about = { name: "Kedge", scopes: scopes ?? SCOPES, startUrl, redirectUri };
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
    ...present({ refreshToken: given.refreshToken }),
  };
  await keepToken(session.cache, entries[0]!, copies, token);
  return token;
}

/** Returns the code from the portal. Throws when the user takes too long or the signal aborts. */
async function inTime(code: Promise<string>, signal: AbortSignal): Promise<string> {
  const late = pause(PATIENCE, signal).then(() => {
    throw new CloudError("Nobody signed in within 10 minutes.", "Sign in again.", undefined, "timeout");
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
