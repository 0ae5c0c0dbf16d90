import { serveUser } from "../platform/peer/serve.ts";
import type { AwsCredentials } from "./credentials/credentials.ts";
import { randomText, sameText } from "./sign_in/pkce.ts";

/** A server that gives credentials to one run. */
export interface CredentialsServer {
  /** Address on 127.0.0.1. */
  readonly address: string;
  /** Required `Authorization` header of a request. */
  readonly token: string;
  /** Accepts only requests of that process and its descendants from now on. */
  only(process: number): void;
  close(): Promise<void>;
}

/**
 * Serves credentials on 127.0.0.1 like a container's agent, protected by the token, so that every AWS SDK
 * renews them by itself. `fetch` is called for each request; the message of an error it throws is sent to the
 * SDK.
 */
export function serveCredentials(fetch: (signal: AbortSignal) => Promise<AwsCredentials>): CredentialsServer {
  const token = randomText();
  const ended = new AbortController();
  let process: number | undefined;
  const forbid = () => refuse(403, "Forbidden", "these credentials are for another program");
  const server = serveUser({ run: () => process }, forbid, async (request) => {
    const { pathname } = new URL(request.url);
    if (request.headers.get("host") !== `127.0.0.1:${server.port}`) {
      return refuse(403, "Forbidden", "wrong host");
    }
    if (!sameText(request.headers.get("authorization") ?? "", token)) {
      return refuse(401, "Unauthorized", "the token is wrong");
    }
    if (request.method !== "GET" || pathname !== "/credentials") {
      return refuse(404, "NotFound", "no such address");
    }
    try {
      return Response.json(containerDocument(await fetch(ended.signal)), {
        headers: { "cache-control": "no-store" },
      });
    } catch (error) {
      return refuse(500, "NoCredentials", error instanceof Error ? error.message : "unknown error");
    }
  });
  return {
    address: `http://127.0.0.1:${server.port}/credentials`,
    token,
    only: (pid) => void (process = pid),
    async close() {
      ended.abort();
      await server.shutdown();
    },
  };
}

/**
 * Returns the document that SDKs read. Credentials without an end get one in 15 minutes, so that the SDK asks
 * again then.
 */
function containerDocument(credentials: AwsCredentials): Record<string, string> {
  return {
    AccessKeyId: credentials.accessKeyId,
    SecretAccessKey: credentials.secretAccessKey.open(),
    // botocore fails without this field. Every SDK accepts an empty text for no token.
    Token: credentials.sessionToken?.open() ?? "",
    Expiration: (credentials.expiration ?? new Date(Date.now() + 15 * 60_000)).toISOString(),
  };
}

function refuse(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status });
}
