// Replaces AWS Resource Explorer and, only for secrets, the other services of accounts.
import { partitionOf } from "../../../src/core/aws/wire/partition.ts";
import { unlikeOfficial } from "../servers/https/official.ts";

/** A resource that an index knows. */
export interface KnownResource {
  readonly arn: string;
  readonly reportedAt?: string;
}

/** A call and the account that made it. */
export interface ExplorerCall {
  readonly service: string;
  readonly operation: string;
  readonly account: string;
  readonly region: string;
  readonly input: Record<string, unknown>;
}

/** The indexes of an account. */
export interface AccountIndex {
  readonly aggregator?: string;
  readonly regions: readonly string[];
  /** Filter of the account's default view. */
  readonly filter?: string;
}

/** Returns the ARN of a view of all resources. */
export const viewOf = (account: string, region = "eu-central-1") =>
  `arn:${partitionOf(region).name}:resource-explorer-2:${region}:${account}:view/all/0a1b2c3d`;

/** Returns the ARN of a secret. */
export const secretArn = (account: string, name: string, region = "eu-central-1") =>
  `arn:${partitionOf(region).name}:secretsmanager:${region}:${account}:secret:${name}-AbCdEf`;

/**
 * Starts the fake. It identifies callers by their key, which is `AKID` and the account's number. It accepts
 * requests and gives answers only in the official shapes.
 */
export function startFakeExplorer({ resources = [], secrets = [], accounts = new Map(), perPage = 1000 }: {
  /** Resources that the indexes know. An account's index knows only its own; a view of another account knows all. */
  readonly resources?: readonly KnownResource[];
  /** Existing secrets, by ARN. */
  readonly secrets?: readonly string[];
  readonly accounts?: ReadonlyMap<string, AccountIndex>;
  readonly perPage?: number;
}) {
  const calls: ExplorerCall[] = [], faults: string[] = [];
  let mishap: (call: ExplorerCall) => Response | undefined | Promise<undefined> = () => undefined;

  function search({ account, input }: ExplorerCall) {
    const { QueryString, ViewArn, NextToken = "0", MaxResults = perPage } = input as {
      QueryString: string;
      ViewArn: string;
      NextToken?: string;
      MaxResults?: number;
    };
    const word = QueryString.replace(/\*$/, "").toLowerCase();
    const own = accounts.get(account)?.aggregator !== undefined;
    const fitting = resources.filter(({ arn }) =>
      (!own || arn.includes(`:${account}:`)) &&
      arn.toLowerCase().split(/[^a-z0-9]+/).some((one) => one.startsWith(word))
    );
    const from = Number(NextToken), to = from + Math.min(perPage, MaxResults);
    return {
      ViewArn,
      Resources: fitting.slice(from, to).map(({ arn, reportedAt }) => ({
        Arn: arn,
        OwningAccountId: arn.split(":")[4],
        Region: arn.split(":")[3],
        Service: arn.split(":")[2],
        ...(reportedAt === undefined ? {} : { LastReportedAt: reportedAt }),
      })),
      Count: { TotalResources: Math.min(1000, fitting.length), Complete: fitting.length <= 1000 },
      ...(to < fitting.length ? { NextToken: String(to) } : {}),
    };
  }

  function explorer(call: ExplorerCall): object | Response {
    const { account, operation, region } = call;
    const index = accounts.get(account);
    switch (operation) {
      case "Search":
        return search(call);
      case "ListIndexes":
        return {
          Indexes: (index?.regions ?? []).map((region) => ({
            Arn: `arn:aws:resource-explorer-2:${region}:${account}:index/0a1b`,
            Region: region,
            Type: region === index?.aggregator ? "AGGREGATOR" : "LOCAL",
          })),
        };
      case "GetDefaultView":
        return region === index?.aggregator ? { ViewArn: viewOf(account, region) } : {};
      default:
        return {
          View: { ViewArn: viewOf(account, region), Filters: { FilterString: index?.filter ?? "" } },
        };
    }
  }

  async function answer(request: Request): Promise<Response> {
    const [, account = "", region = "", service = ""] =
      /Credential=AKID(\d{12})\/\d{8}\/([a-z0-9-]+)\/([a-z0-9-]+)\/aws4_request/.exec(
        request.headers.get("authorization") ?? "",
      ) ?? [];
    const target = request.headers.get("x-amz-target")?.split(".")[1];
    const text = await request.text();
    const input = text.startsWith("{") ? JSON.parse(text) : {};
    const operation = target ?? new URL(request.url).pathname.slice(1);
    const call = { service, operation, account, region, input };
    calls.push(call);
    const said = await mishap(call);
    if (said) return said;
    if (service !== "resource-explorer-2") return elsewhere(call);
    const wrong = operation === "GetDefaultView"
      ? null
      : unlikeOfficial(service, `${operation}Request`, input);
    if (wrong) faults.push(`${operation}: ${wrong}`);
    const given = explorer(call);
    const unlike = unlikeOfficial(service, `${operation}Response`, JSON.parse(JSON.stringify(given)));
    if (unlike) faults.push(`${operation}, the stand-in's own answer: ${unlike}`);
    return Response.json(given);
  }

  /** Lists the secrets of an account and region; the other services are empty. */
  function elsewhere({ service, account, region }: ExplorerCall): Response {
    if (service === "secretsmanager") {
      const there = secrets.filter((arn) => arn.startsWith(secretArn(account, "", region).slice(0, -7)));
      return Response.json({
        SecretList: there.map((arn) => ({ ARN: arn, Name: arn.split(":secret:")[1]!.slice(0, -7) })),
      });
    }
    const lists = { Parameters: [], clusterArns: [], logGroups: [], workgroups: [], WorkGroups: [] };
    return ["ssm", "ecs", "logs", "redshift-serverless", "athena"].includes(service)
      ? Response.json(lists)
      : refusal("AccessDenied", 403);
  }

  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, answer);
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    calls,
    /** Requests and answers of the fake that differ from the official models. */
    faults,
    /** Sets a function that may replace or delay later answers. */
    let: (next: typeof mishap) => void (mishap = next),
    stop: () => server.shutdown(),
  };
}

/** Returns an error response of AWS. */
export function refusal(name: string, status: number): Response {
  return Response.json({ message: "no", __type: name }, { status, headers: { "x-amzn-errortype": name } });
}
