import { deepEqual } from "node:assert/strict";
import { indexedHits } from "../../../../../src/core/app/features/search/index_answers.ts";
import { account } from "../../../../support/pages/state.ts";

const ID = "123456789012";
const known = account(ID, { region: "eu-central-1" });

const hitsOf = (arns: readonly string[], text: string) =>
  indexedHits(arns.map((arn) => ({ arn })), {
    text,
    account: (id) => id === ID ? known : undefined,
    region: () => true,
    usualRegion: () => "eu-central-1",
  }).map(({ hit }) => hit);

/** Returns an ARN in the usual account and region, so that each case shows only what differs. */
const at = (service: string, resource: string) => `arn:aws:${service}:eu-central-1:${ID}:${resource}`;

for (
  const [service, resource, kind, params] of [
    ["secretsmanager", "secret:shop/orders-AbCdEf", "secrets", { secret: "shop/orders", kind: "secret" }],
    ["secretsmanager", "secret:orders-db-a1B2c3", "secrets", { secret: "orders-db", kind: "secret" }],
    ["ssm", "parameter/orders", "secrets", { secret: "orders", kind: "parameter" }],
    ["ssm", "parameter/shop/orders", "secrets", { secret: "/shop/orders", kind: "parameter" }],
    ["rds", "db:orders-1", "databases", { database: "orders-1", kind: "rds" }],
    ["rds", "cluster:orders", "databases", { database: "orders", kind: "aurora" }],
    ["redshift", "cluster:orders", "databases", { database: "orders", kind: "redshift" }],
    ["athena", "workgroup/orders", "databases", { database: "orders", kind: "athena" }],
    ["ecs", "service/shop/orders", "services", { cluster: "shop", service: "orders" }],
    ["ecs", "cluster/orders", "services", { cluster: "orders" }],
    ["logs", "log-group:/aws/lambda/orders", "log_groups", { group: "/aws/lambda/orders" }],
    ["logs", "log-group:/ecs/orders:*", "log_groups", { group: "/ecs/orders" }],
  ] as const
) {
  Deno.test(`indexedHits() leads to ${kind} when an index has ${service}:${resource}`, () => {
    deepEqual(
      hitsOf([at(service, resource)], "orders").map(({ kind, params }) => [kind, params]),
      [[kind, params]],
    );
  });
}

Deno.test("indexedHits() has resources of the kind that is typed before the text, and resources of that name", () => {
  const arns = [
    at("logs", "log-group:/ecs/orders"),
    at("ecs", "cluster/orders"),
    at("secretsmanager", "secret:logs/orders-AbCdEf"),
  ];
  deepEqual(hitsOf(arns, "logs orders").map(({ title }) => title).sort(), ["/ecs/orders", "logs/orders"]);
});

for (
  const [why, arn] of [
    ["no kind has it", at("dynamodb", "table/orders")],
    ["no kind has that sort of its service", at("rds", "snapshot:orders")],
    ["a service does not name its cluster", at("ecs", "service/orders")],
    ["a workgroup has an id for a name", at("redshift-serverless", "workgroup/orders")],
    ["a secret has no end of AWS's own", at("secretsmanager", "secret:orders")],
    ["a cluster has more parts than there are", at("ecs", "cluster/orders/shop")],
    ["the name does not fit", at("secretsmanager", "secret:shop-AbCdEf")],
    ["a name has a control character", at("secretsmanager", "secret:orders\u001b[31m-AbCdEf")],
    ["a name has a character that turns text", at("ecs", "cluster/orders\u202e")],
    ["a name has a blank", at("ecs", "cluster/orders db")],
    ["a name leads elsewhere", at("logs", "log-group:orders?x=<b>")],
    ["the account is not known", at("ecs", "cluster/orders").replace(ID, "999999999999")],
    ["the account is no number of one", at("ecs", "cluster/orders").replace(ID, "12")],
    ["the region is none", at("ecs", "cluster/orders").replace("eu-central-1", "eu")],
    ["the region is of another partition", at("ecs", "cluster/orders").replace("eu-central-1", "cn-north-1")],
    ["the partition is not the region's", at("ecs", "cluster/orders").replace("arn:aws:", "arn:aws-cn:")],
    ["it is no ARN", "orders"],
    ["it is empty", ""],
    ["it is longer than any", at("ecs", `cluster/orders${"x".repeat(5000)}`)],
  ] as const
) {
  Deno.test(`indexedHits() leaves out what an index has when ${why}`, () => {
    deepEqual(hitsOf([arn], "orders"), []);
  });
}

Deno.test("indexedHits() gives the best first, and names the region where it is not the account's", () => {
  const away = at("ecs", "cluster/orders").replace("eu-central-1", "us-east-1");
  deepEqual(
    hitsOf([at("ecs", "cluster/old-reorders-shop"), away], "orders").map((
      { title, region, params, matches },
    ) => [
      title,
      region,
      params.region,
      matches[0],
    ]),
    [["orders", "us-east-1", "us-east-1", 0], ["old-reorders-shop", "eu-central-1", undefined, 6]],
  );
});
