import { fieldsOf } from "../../json_values.ts";
import { present } from "../../present.ts";
import { Secret } from "../../secret.ts";
import type { AwsCredentials } from "../credentials/credentials.ts";
import { CloudError } from "../errors.ts";
import type { PortalSession } from "../session/session.ts";
import { clockSkew, skewWords } from "../wire/clock.ts";
import { endpoint } from "../wire/endpoint.ts";
import { requestJson, type WireAnswer } from "../wire/request.ts";
import { Answer, malformed } from "../wire/shape.ts";
import { createThrottle } from "../wire/throttle.ts";
import { isAccountId, ROLE_NAME } from "../../text/aws_names.ts";

/** An account that the portal lists. */
export interface PortalAccount {
  readonly id: string;
  readonly name?: string;
  readonly email?: string;
}

/** Calls of the portal for a signed-in user. They throw a CloudError. */
export interface PortalApi {
  accounts(signal: AbortSignal): Promise<PortalAccount[]>;
  /** Returns the roles of an account, in the portal's order. Calls are queued, because AWS allows 20 per second. */
  roles(account: string, signal: AbortSignal): Promise<string[]>;
  credentials(account: string, role: string, signal: AbortSignal): Promise<AwsCredentials>;
}

/** Maximum accounts per page, and maximum pages. */
const PAGE = 100, MAX_PAGES = 500;

/** Maximum calls for roles per second, and at once. AWS allows 20 per second, and other tools of the user need some. */
const ROLES_PER_SECOND = 16, ROLES_AT_ONCE = 6;

/** Returns the calls of a session's portal. */
export function openPortal(session: PortalSession): PortalApi {
  const throttle = createThrottle(ROLES_PER_SECOND, ROLES_AT_ONCE);

  async function get(
    doing: string,
    path: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Answer> {
    const url = `${endpoint("SSO", session.serviceRegion)}${path}?${new URLSearchParams(query)}`;
    const ask = async (token: Secret) =>
      await requestJson({
        doing,
        url,
        headers: { "x-amz-sso_bearer_token": token.open() },
        signal,
        onThrottled: (ms) => throttle.hold(ms),
      });
    const token = await session.token(signal);
    let answer = await ask(token);
    if (answer.status === 401) answer = await ask(await session.another(token, signal));
    if (answer.status >= 400) throw refusal(doing, answer);
    return new Answer(doing, answer.json);
  }

  async function pages(
    doing: string,
    path: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
    take: (page: Answer) => void,
  ): Promise<void> {
    const seen = new Set<string>();
    for (let next: string | undefined, count = 0;; count++) {
      const more = { max_result: String(PAGE), ...query, ...(next ? { next_token: next } : {}) };
      const page = await get(doing, path, more, signal);
      take(page);
      next = page.maybeText("nextToken");
      if (!next) return;
      if (seen.has(next) || count >= MAX_PAGES) throw malformed(doing, "its pages never end");
      seen.add(next);
    }
  }

  return {
    async accounts(signal) {
      const found = new Map<string, PortalAccount>();
      await pages("listing the accounts", "/assignment/accounts", {}, signal, (page) => {
        for (const item of page.list("accountList", 1000)) {
          const id = item.text("accountId", 40);
          if (!isAccountId(id)) throw malformed("listing the accounts", "an account has no number");
          const name = item.maybeText("accountName", 300), email = item.maybeText("emailAddress", 300);
          found.set(id, { id, ...present({ name, email }) });
        }
      });
      return [...found.values()];
    },
    async roles(account, signal) {
      const doing = `listing the roles of ${account}`;
      const roles = new Set<string>();
      await throttle.run(() =>
        pages(doing, "/assignment/roles", { account_id: account }, signal, (page) => {
          for (const item of page.list("roleList", 1000)) {
            const name = item.text("roleName", 128);
            // Role names end up in command lines and in the user's AWS configuration.
            if (!ROLE_NAME.test(name)) throw malformed(doing, "a role has no name of AWS");
            roles.add(name);
          }
        }), signal);
      return [...roles];
    },
    async credentials(account, role, signal) {
      const doing = `getting credentials of ${account}/${role}`;
      const query = { account_id: account, role_name: role };
      const given = (await get(doing, "/federation/credentials", query, signal)).object("roleCredentials");
      const expiration = given.number("expiration", 1, 8.64e15);
      const skew = clockSkew();
      if (expiration <= Date.now() && skew !== 0) throw wrongClock(doing, skew);
      return {
        accessKeyId: given.text("accessKeyId", 200),
        secretAccessKey: new Secret(given.text("secretAccessKey")),
        sessionToken: new Secret(given.text("sessionToken")),
        expiration: new Date(expiration),
      };
    },
  };
}

/** Returns the error for credentials that seem to have expired already, because this computer's clock is wrong. */
function wrongClock(doing: string, skew: number): CloudError {
  return new CloudError(
    `${doing}: this computer's clock is ${skewWords(skew)}, so what AWS gives looks expired`,
    "Set this computer's clock.",
    undefined,
    "skewed",
  );
}

const REFRESH = "--accounts --refresh";

function refusal(doing: string, answer: WireAnswer & { readonly json: unknown }): CloudError {
  const { message } = fieldsOf(answer.json);
  const reason = typeof message === "string" ? message.slice(0, 300) : `status ${answer.status}`;
  switch (answer.status) {
    case 401:
      return new CloudError(
        `${doing}: AWS takes the sign-in no more`,
        "Sign in again.",
        undefined,
        "revoked",
      );
    case 403:
      return new CloudError(
        `${doing}: the portal denies it (${reason})`,
        "Ask for this role, or choose one of yours.",
        undefined,
        "denied",
        REFRESH,
      );
    case 404:
      return new CloudError(
        `${doing}: the portal knows no such account or role`,
        "See which accounts and roles you have.",
        undefined,
        "missing",
        REFRESH,
      );
    default:
      return new CloudError(`${doing}: the portal refuses it (${reason})`);
  }
}
