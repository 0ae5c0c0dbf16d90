import type { CloudError } from "../../aws/errors.ts";
import type { ResourceTarget } from "../../aws/resources/target.ts";
import type { Server } from "../../config/config.ts";
import { Secret } from "../../secret.ts";
import { type AskLogin, type GivenLogin, type Login, LoginFailure } from "./login.ts";

/** Whom AWS is asked as, anew for each call. Throws a CloudError. */
export type AwsAt = (
  asked: { readonly account: string; readonly role?: string; readonly region: string },
  signal: AbortSignal,
) => Promise<ResourceTarget>;

/**
 * The login of a server that is asked over HTTPS: no user and no password, but credentials of AWS. Throws a LoginFailure when
 * there are none.
 */
export async function awsLogin(
  aws: (signal: AbortSignal) => Promise<ResourceTarget>,
  signal: AbortSignal,
): Promise<GivenLogin> {
  await aws(signal).catch((error: CloudError) => {
    if (error.name !== "CloudError") throw error;
    throw new LoginFailure(error.sentence, error.hint ?? "Sign in, then run it again.");
  });
  const login: Login = { user: "", password: new Secret(""), aws };
  return { ...login, again: () => Promise.resolve(login), keep: () => Promise.resolve() };
}

/** Gives servers that are asked over HTTPS credentials of AWS, and all others what `give` gives them. */
export function withAws(give: AskLogin<Server>, at: AwsAt): AskLogin<Server> {
  return async (server, problem, signal) => {
    if (!server.https) return await give(server, problem, signal);
    const { account, role, region } = server.https;
    const asked = { account, region, ...(role === undefined ? {} : { role }) };
    // A refused secret is mended in its entry: nothing can be typed.
    return problem === undefined ? await awsLogin((signal) => at(asked, signal), signal) : null;
  };
}
