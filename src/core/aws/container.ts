import { timingSafeEqual } from "node:crypto";
import { serveUser } from "../platform/peer/serve.ts";
import type { AwsCredentials } from "./credentials/credentials.ts";

/** A running source of credentials for one run. */
export interface CredentialsServer {
  /** On 127.0.0.1. */
  readonly address: string;
  /** What a request must carry as `Authorization`. */
  readonly token: string;
  /** From now on it is for that process and what descends from it, and for nothing else. */
  only(process: number): void;
  close(): Promise<void>;
}

/**
 * Serves credentials as a container's agent does, on 127.0.0.1 and only with the token, so that every AWS SDK
 * refreshes by itself. `fetch` is called for each request; the message of an error that it throws is the answer.
 */
export function serveCredentials(fetch: (signal: AbortSignal) => Promise<AwsCredentials>): CredentialsServer {
  const token = crypto.getRandomValues(new Uint8Array(32)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
  const ended = new AbortController();
  let process: number | undefined;
  const forbid = () => refuse(403, "Forbidden", "these credentials are for another program");
  const server = serveUser({ run: () => process }, forbid, async (request) => {
    const { pathname } = new URL(request.url);
    if (request.headers.get("host") !== `127.0.0.1:${server.port}`) {
      return refuse(403, "Forbidden", "wrong host");
    }
    if (!same(request.headers.get("authorization") ?? "", token)) {
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
 * The document that SDKs read. Without an end of their own, credentials are asked for again after 15
 * minutes.
 */
function containerDocument(credentials: AwsCredentials): Record<string, string> {
  return {
    AccessKeyId: credentials.accessKeyId,
    SecretAccessKey: credentials.secretAccessKey.open(),
    // botocore fails where there is none; every SDK takes an empty one for none.
    Token: credentials.sessionToken?.open() ?? "",
    Expiration: (credentials.expiration ?? new Date(Date.now() + 15 * 60_000)).toISOString(),
  };
}

function refuse(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status });
}

function same(given: string, wanted: string): boolean {
  const [a, b] = [new TextEncoder().encode(given), new TextEncoder().encode(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
