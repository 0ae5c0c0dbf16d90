import type { CloudError } from "../../aws/errors.ts";
import type { ResourceTarget } from "../../aws/resources/target.ts";
import type { Server } from "../../config/config.ts";
import { Secret } from "../../secret.ts";
import { type AskLogin, type GivenLogin, type Login, LoginError } from "./login.ts";

/** Returns the credentials and the region for a call of AWS, anew for each call. Throws a CloudError. */
export type AwsAt = (
  asked: { readonly account: string; readonly role?: string; readonly region: string },
  signal: AbortSignal,
) => Promise<ResourceTarget>;

/**
 * Returns the login of a server that is reached over HTTPS: credentials of AWS in place of user and password.
 * Throws a LoginError when there are none.
 */
export async function awsLogin(
  aws: (signal: AbortSignal) => Promise<ResourceTarget>,
  signal: AbortSignal,
): Promise<GivenLogin> {
  await aws(signal).catch((error: CloudError) => {
    if (error.name !== "CloudError") throw error;
    throw new LoginError(error.sentence, error.hint ?? "Sign in, then run it again.");
  });
  const login: Login = { user: "", password: new Secret(""), aws };
  return { ...login, again: () => Promise.resolve(login), keep: () => Promise.resolve() };
}

/**
 * Returns a source of logins that gives credentials of AWS to servers reached over HTTPS, and uses `give` for
 * all others.
 */
export function withAws(give: AskLogin<Server>, at: AwsAt): AskLogin<Server> {
  return async (server, problem, signal, turn) => {
    if (!server.https) return await give(server, problem, signal, turn);
    const { account, role, region } = server.https;
    const asked = { account, region, ...(role === undefined ? {} : { role }) };
    // A refused secret can only be replaced in the server's entry, so the user is not asked.
    return problem === undefined ? await awsLogin((signal) => at(asked, signal), signal) : null;
  };
}
