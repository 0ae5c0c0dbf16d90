import type { AwsCredentials } from "../credentials/credentials.ts";
import { CloudError } from "../errors.ts";
import { endpoint, type ServiceRegion } from "../wire/endpoint.ts";
import { requestJson } from "../wire/request.ts";
import { Answer } from "../wire/shape.ts";

/**
 * Returns a link that signs in to the console with a role's credentials, for accounts outside of the portal.
 * The link is a secret for 15 minutes, and so is the request that makes it; neither is logged or shown.
 * Throws a CloudError.
 */
export async function federationLink(
  credentials: AwsCredentials,
  serviceRegion: ServiceRegion,
  destination: string,
  signal: AbortSignal,
): Promise<string> {
  const doing = "asking AWS for a link to the console";
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  if (!sessionToken) {
    throw new CloudError(
      `${doing}: a user's own keys give none`,
      "Use a role: the console takes credentials that end.",
      undefined,
      "denied",
    );
  }
  const signIn = `${endpoint("SIGNIN", serviceRegion)}/federation`;
  const session = JSON.stringify({
    sessionId: accessKeyId,
    sessionKey: secretAccessKey.open(),
    sessionToken: sessionToken.open(),
  });
  const answer = await requestJson({
    doing,
    url: `${signIn}?${new URLSearchParams({ Action: "getSigninToken", Session: session })}`,
    signal,
  });
  if (answer.status >= 400) {
    throw new CloudError(
      `${doing}: AWS does not take the credentials`,
      "Get new ones, then try again.",
      undefined,
      "denied",
    );
  }
  const token = new Answer(doing, answer.json).text("SigninToken");
  return `${signIn}?${new URLSearchParams({
    Action: "login",
    Issuer: "Kedge",
    Destination: destination,
    SigninToken: token,
  })}`;
}
