/**
 * Simulates IAM Identity Center: its sign-in service (SSO OIDC) and its portal (SSO), as their published API
 * models and documentation describe them. One server plays both; it can be made to misbehave.
 */
import { oidc } from "./oidc.ts";
import { portal } from "./portal.ts";

/** An account of the organisation, with the user's roles in it. */
export interface FakeAccount {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
}

/** Properties of the service. Times are in ms. */
export interface FakeOptions {
  readonly accounts?: readonly FakeAccount[];
  /** Lifetime of an access token; by default an hour. */
  readonly tokenLife?: number;
  /** How long a session can be renewed; by default forever. */
  readonly sessionLife?: number;
  /** Lifetime of a role's credentials; by default an hour. */
  readonly credentialsLife?: number;
  /** Minimum interval between polls for a typed code, in ms. The published default is 5 seconds. */
  readonly interval?: number;
  readonly codeLife?: number;
  /** Maximum calls of `ListAccountRoles` per second, as AWS limits them; by default unlimited. */
  readonly rolesPerSecond?: number;
  /** `Retry-After` of a throttled answer; absent for none. */
  readonly retryAfter?: string;
  /** How far the service's clock is ahead of this machine's. */
  readonly skew?: number;
  /** Delay of each answer. */
  readonly delay?: number;
}

/** An access token and its refresh token. */
export interface FakeSession {
  accessToken: string;
  refreshToken?: string;
  expiresAt: number;
  readonly clientId: string;
  readonly endsAt: number;
}

/** Everything that the service stores. */
export interface FakeWorld {
  readonly options: Required<Omit<FakeOptions, "retryAfter">> & Pick<FakeOptions, "retryAfter">;
  readonly clients: Map<
    string,
    { secret: string; redirectUris: readonly string[]; grantTypes?: readonly string[] }
  >;
  readonly codes: Map<string, { clientId: string; redirectUri: string; challenge: string }>;
  readonly devices: Map<string, FakeDevice>;
  sessions: FakeSession[];
  now(): number;
}

/** A device code that waits for the user. */
export interface FakeDevice {
  readonly userCode: string;
  readonly clientId: string;
  readonly expiresAt: number;
  state: "pending" | "approved" | "denied";
  askedAt: number;
  interval: number;
}

/** A call that the service has answered. */
export interface FakeCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly status: number;
  readonly at: number;
}

/** The running service. */
export interface FakePortal {
  readonly url: string;
  /** Environment variables by which Kedge and AWS's tools find the service. */
  readonly env: Readonly<Record<string, string>>;
  readonly world: FakeWorld;
  readonly calls: FakeCall[];
  /** Maximum number of simultaneous calls so far. */
  readonly most: number;
  accounts: readonly FakeAccount[];
  /** Answers instead of the service while it is set; undefined leaves the answer to the service. */
  misbehave: ((request: Request, url: URL) => Response | undefined | Promise<Response | undefined>) | null;
  /** Opens a signed-in session, as if the user had just signed in with the browser. */
  open(clientId?: string): FakeSession;
  /** Simulates a user who types a code and approves or denies it. */
  type(userCode: string, state: "approved" | "denied"): void;
  /** Returns how often a path was called. */
  count(path: string): number;
  close(): Promise<void>;
}

const HOUR = 3_600_000;

/** Starts the service on a free port of 127.0.0.1. */
export function startFakePortal(options: FakeOptions = {}): FakePortal {
  const full = {
    tokenLife: HOUR,
    sessionLife: Infinity,
    credentialsLife: HOUR,
    interval: 5_000,
    codeLife: 600_000,
    rolesPerSecond: Infinity,
    skew: 0,
    delay: 0,
    ...options,
    accounts: options.accounts ?? ACCOUNTS,
  };
  const world: FakeWorld = {
    options: full,
    clients: new Map(),
    codes: new Map(),
    devices: new Map(),
    sessions: [],
    now: () => Date.now() + full.skew,
  };
  const calls: FakeCall[] = [];
  let under = 0, most = 0;
  const answers = [oidc(world), portal(world, () => fake.accounts)];

  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const url = new URL(request.url);
    most = Math.max(most, ++under);
    try {
      const given = await fake.misbehave?.(request, url) ?? await answer(request, url);
      if (full.delay > 0) await new Promise((resolve) => setTimeout(resolve, full.delay));
      calls.push({
        method: request.method,
        path: url.pathname,
        query: url.searchParams,
        status: given.status,
        at: performance.now(),
      });
      if (!given.headers.has("date")) given.headers.set("date", new Date(world.now()).toUTCString());
      return given;
    } finally {
      under--;
    }
  });

  async function answer(request: Request, url: URL): Promise<Response> {
    for (const part of answers) {
      const given = await part(request, url);
      if (given) return given;
    }
    return Response.json({ __type: "UnknownOperationException" }, { status: 404 });
  }

  const url = `http://127.0.0.1:${server.addr.port}`;
  const fake: FakePortal = {
    url,
    env: { AWS_ENDPOINT_URL_SSO: url, AWS_ENDPOINT_URL_SSO_OIDC: url },
    world,
    calls,
    get most() {
      return most;
    },
    accounts: full.accounts,
    misbehave: null,
    open: (clientId = "client-of-nobody") => openSession(world, clientId),
    type(userCode, state) {
      const device = [...world.devices.values()].find((device) => device.userCode === userCode);
      if (!device) throw new Error(`no code ${userCode}`);
      device.state = state;
    },
    count: (path) => calls.filter((call) => call.path === path).length,
    async close() {
      await server.shutdown();
    },
  };
  return fake;
}

/** Opens a session for a client; a registered client can renew it. */
export function openSession(world: FakeWorld, clientId: string): FakeSession {
  const session: FakeSession = {
    accessToken: secretText("access"),
    refreshToken: secretText("refresh"),
    expiresAt: world.now() + world.options.tokenLife,
    endsAt: world.now() + world.options.sessionLife,
    clientId,
  };
  world.sessions.push(session);
  return session;
}

/** Part of every secret of this run, so that tests can search the machine for all of them. */
export const MARK = crypto.randomUUID();

/** Returns a unique secret. */
export function secretText(kind: string): string {
  return `${kind}-${MARK}-${crypto.randomUUID()}`;
}

/** A small organisation. */
export const ACCOUNTS: readonly FakeAccount[] = [
  {
    id: "111111111111",
    name: "shop-production",
    email: "aws+shop-production@example.com",
    roles: ["Admin", "Reader"],
  },
  { id: "222222222222", name: "shop-staging", email: "aws+shop-staging@example.com", roles: ["Admin"] },
  {
    id: "333333333333",
    name: "sandbox ünï",
    email: "aws+sandbox@example.com",
    roles: ["Admin", "Power.User"],
  },
];

/** Returns a large organisation whose accounts all have the same roles. */
export function manyAccounts(count: number, roles: number): FakeAccount[] {
  const names = Array.from({ length: roles }, (_, i) => `Role-${String(i).padStart(2, "0")}`);
  return Array.from({ length: count }, (_, i) => ({
    id: String(100_000_000_000 + i),
    name: `team-${Math.floor(i / 10)}-${["dev", "staging", "production"][i % 3]}-${i}`,
    email: `aws+team${i}@example.com`,
    roles: names,
  }));
}
