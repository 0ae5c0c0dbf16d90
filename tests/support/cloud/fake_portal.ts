/**
 * Stands for IAM Identity Center: its sign-in service (SSO OIDC) and its portal (SSO), as their published API models and
 * documentation describe them. One server plays both; it can be told to misbehave.
 */
import { oidc } from "./oidc.ts";
import { portal } from "./portal.ts";

/** An account of the organisation with the roles that the user has there. */
export interface FakeAccount {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
}

/** What the service is like. Times are in ms. */
export interface FakeOptions {
  readonly accounts?: readonly FakeAccount[];
  /** How long an access token lasts. Default an hour. */
  readonly tokenLife?: number;
  /** How long a session can be renewed. Default for ever. */
  readonly sessionLife?: number;
  /** How long credentials of a role last. Default an hour. */
  readonly credentialsLife?: number;
  /** How often a typed code may be asked about, ms. The published default is 5 seconds. */
  readonly interval?: number;
  readonly codeLife?: number;
  /** Calls of `ListAccountRoles` in a second, as AWS limits them; no limit by default. */
  readonly rolesPerSecond?: number;
  /** What a throttled answer's `Retry-After` says; absent: it has none. */
  readonly retryAfter?: string;
  /** How far the service's clock is ahead of this machine's. */
  readonly skew?: number;
  /** How long each answer takes. */
  readonly delay?: number;
}

/** An access token and what renews it. */
export interface FakeSession {
  accessToken: string;
  refreshToken?: string;
  expiresAt: number;
  readonly clientId: string;
  readonly endsAt: number;
}

/** Everything that the service remembers. */
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

/** A code that waits for the user. */
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
  /** Variables by which Kedge and the tools of AWS find it. */
  readonly env: Readonly<Record<string, string>>;
  readonly world: FakeWorld;
  readonly calls: FakeCall[];
  /** The most calls that were under way at once. */
  readonly most: number;
  accounts: readonly FakeAccount[];
  /** Answers in place of the service while it is set; what it gives nothing for is answered as usual. */
  misbehave: ((request: Request, url: URL) => Response | undefined | Promise<Response | undefined>) | null;
  /** Opens a signed-in session, as if the user had just come from the browser. */
  open(clientId?: string): FakeSession;
  /** The user types a code, or refuses it. */
  type(userCode: string, state: "approved" | "denied"): void;
  /** How often that path was called. */
  count(path: string): number;
  close(): Promise<void>;
}

const HOUR = 3_600_000;

/** Starts one on a free port of 127.0.0.1. */
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

/** Opens a session for a client; one registered for it can renew it. */
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

/** Stands in every secret of this run, so that tests can search the machine for all of them. */
export const MARK = crypto.randomUUID();

/** A secret of its own. */
export function secretText(kind: string): string {
  return `${kind}-${MARK}-${crypto.randomUUID()}`;
}

/** A small organisation, as most are. */
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

/** A large organisation: accounts with the same roles each. */
export function manyAccounts(count: number, roles: number): FakeAccount[] {
  const names = Array.from({ length: roles }, (_, i) => `Role-${String(i).padStart(2, "0")}`);
  return Array.from({ length: count }, (_, i) => ({
    id: String(100_000_000_000 + i),
    name: `team-${Math.floor(i / 10)}-${["dev", "staging", "production"][i % 3]}-${i}`,
    email: `aws+team${i}@example.com`,
    roles: names,
  }));
}
