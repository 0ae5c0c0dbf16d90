// Simulates the AWS services that run SQL over HTTPS. Each one names the real server for its statements.
import { unlikeOfficial } from "./official.ts";
import { athenaService, type Workgroup } from "./athena.ts";
import { redshiftData, type Warehouse } from "./redshift_data.ts";
import { type DataApiCluster, rdsData, ServiceError } from "./rds_data.ts";

/** A recorded call. */
export interface SeenCall {
  readonly service: string;
  readonly operation: string;
  readonly input: Record<string, unknown>;
}

/** Returns an error that replaces the service's answer; undefined lets the service answer. */
export type Mishap = (
  call: SeenCall,
) => { readonly name: string; readonly message: string; readonly status?: number } | undefined;

const PATHS: Readonly<Record<string, string>> = {
  "/Execute": "ExecuteStatement",
  "/BeginTransaction": "BeginTransaction",
  "/CommitTransaction": "CommitTransaction",
  "/RollbackTransaction": "RollbackTransaction",
};

/** Starts the services. They accept only signed requests in the official shapes, and answer in the official shapes. */
export function startSqlServices(
  { clusters = [], warehouses = [], workgroups = [], idle, statement }: {
    readonly clusters?: readonly DataApiCluster[];
    readonly warehouses?: readonly Warehouse[];
    readonly workgroups?: readonly Workgroup[];
    /** Shorter limits of the Data API for a test, in ms. */
    readonly idle?: number;
    readonly statement?: number;
  },
) {
  const seen: SeenCall[] = [];
  const faults: string[] = [];
  let mishap: Mishap = () => undefined;
  const redshift = redshiftData(warehouses);
  const athena = athenaService(workgroups);
  const data = rdsData(clusters, {
    ...(idle === undefined ? {} : { idle }),
    ...(statement === undefined ? {} : { statement }),
  });
  const services: Record<string, Record<string, (input: never) => Promise<object>>> = {
    "rds-data": data.operations,
    "redshift-data": redshift.operations,
    athena: athena.operations,
  };

  async function answer(request: Request): Promise<Response> {
    const signature = request.headers.get("authorization") ?? "";
    const [, service = ""] =
      /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/[a-z0-9-]+\/([a-z-]+)\/aws4_request, SignedHeaders=[a-z0-9;-]+, Signature=[0-9a-f]{64}$/
        .exec(signature) ?? [];
    if (!service || !request.headers.has("x-amz-date")) {
      return refusal("MissingAuthenticationTokenException", "Missing signature", 403);
    }
    const target = request.headers.get("x-amz-target")?.split(".")[1];
    const operation = target ?? PATHS[new URL(request.url).pathname] ?? "";
    const input = await request.json();
    const call = { service, operation, input };
    seen.push(call);
    const wrong = unlikeOfficial(service, shapeOf(operation, "Request"), input);
    if (wrong) {
      faults.push(`${operation}: ${wrong}`);
      return refusal("BadRequestException", wrong, 400);
    }
    const said = mishap(call);
    if (said) return refusal(said.name, said.message, said.status ?? 400);
    try {
      const given = await services[service]![operation]!(input as never);
      const unlike = unlikeOfficial(
        service,
        shapeOf(operation, "Response"),
        JSON.parse(JSON.stringify(given)),
      );
      if (unlike) faults.push(`${operation}, the stand-in's own answer: ${unlike}`);
      return Response.json(given);
    } catch (error) {
      if (error instanceof ServiceError) return refusal(error.name, error.message, error.status);
      faults.push(String(error));
      return refusal("InternalServerErrorException", String(error), 500);
    }
  }

  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, answer);
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    seen,
    /** Requests and answers that differ from the official models. */
    faults,
    openTransactions: data.open,
    runningStatements: redshift.running,
    /** Sets the function that may replace later answers by errors. */
    let: (next: Mishap) => void (mishap = next),
    async stop() {
      await server.shutdown();
      await Promise.all([data.stop(), redshift.stop(), athena.stop()]);
    },
  };
}

/** Returns the name of a shape in the models. */
const shapeOf = (operation: string, kind: "Request" | "Response") => `${operation}${kind}`;

function refusal(name: string, message: string, status: number): Response {
  return Response.json({ message, __type: name }, { status, headers: { "x-amzn-errortype": name } });
}
