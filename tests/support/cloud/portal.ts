import { type FakeAccount, type FakeWorld, secretText } from "./fake_portal.ts";

/** Returns the handler of the portal: ListAccounts, ListAccountRoles, GetRoleCredentials and Logout. */
export function portal(
  world: FakeWorld,
  accounts: () => readonly FakeAccount[],
): (request: Request, url: URL) => Response | undefined {
  const starts: number[] = [];
  return (request, url) => {
    const operation = `${request.method} ${url.pathname}`;
    if (!OPERATIONS.has(operation)) return undefined;
    const bearer = request.headers.get("x-amz-sso_bearer_token");
    const session = world.sessions.find(({ accessToken }) => accessToken === bearer);
    if (!session || world.now() > session.expiresAt) {
      return refuse(401, "UnauthorizedException", "Session token not found or invalid");
    }
    if (operation === "POST /logout") {
      world.sessions = world.sessions.filter((one) => one !== session);
      return new Response(null);
    }
    const query = url.searchParams;
    if (operation === "GET /assignment/accounts") {
      return page(accounts(), query, "accountList", ({ id, name, email }) => ({
        accountId: id,
        accountName: name,
        emailAddress: email,
      }));
    }
    const account = accounts().find(({ id }) => id === query.get("account_id"));
    if (operation === "GET /assignment/roles") {
      const now = performance.now();
      while (starts.length > 0 && now - starts[0]! > 1_000) starts.shift();
      if (starts.length >= world.options.rolesPerSecond) return throttled(world.options.retryAfter);
      starts.push(now);
      if (!account) return refuse(404, "ResourceNotFoundException", "Account not found");
      return page(account.roles, query, "roleList", (roleName) => ({ roleName, accountId: account.id }));
    }
    if (!account?.roles.includes(query.get("role_name") ?? "")) {
      return refuse(403, "ForbiddenException", "No access");
    }
    return Response.json({
      roleCredentials: {
        accessKeyId: `ASIA${crypto.randomUUID().replaceAll("-", "").slice(0, 16).toUpperCase()}`,
        secretAccessKey: secretText("key"),
        sessionToken: secretText("session"),
        expiration: world.now() + world.options.credentialsLife,
      },
    });
  };
}

const OPERATIONS = new Set([
  "POST /logout",
  "GET /assignment/accounts",
  "GET /assignment/roles",
  "GET /federation/credentials",
]);

/** Returns an error of the portal. */
export function refuse(status: number, name: string, message: string): Response {
  return Response.json({ message, __type: `com.amazonaws.switchboard.portal#${name}` }, {
    status,
    headers: { "x-amzn-errortype": name },
  });
}

/** Returns AWS's error for too many requests. */
export function throttled(retryAfter?: string): Response {
  const response = refuse(429, "TooManyRequestsException", "HTTP 429 Too Many Requests");
  if (retryAfter !== undefined) response.headers.set("retry-after", retryAfter);
  return response;
}

function page<Item>(
  all: readonly Item[],
  query: URLSearchParams,
  name: string,
  shape: (item: Item) => unknown,
): Response {
  const size = Number(query.get("max_result") ?? 100), from = Number(query.get("next_token") ?? 0);
  if (!(size >= 1 && size <= 100)) return refuse(400, "InvalidRequestException", "max_result");
  const next = from + size;
  return Response.json({
    [name]: all.slice(from, next).map(shape),
    nextToken: next < all.length ? String(next) : null,
  });
}
