import { equal } from "node:assert/strict";
import { queryOf } from "../../../../../src/core/aws/resource_explorer/search.ts";
import { parseViewArn } from "../../../../../src/core/aws/resource_explorer/view_arn.ts";

for (
  const [text, query] of [
    ["orders", "orders*"],
    ["shop orders", "orders*"],
    ["orders-db", "orders*"],
    ["/prod/orders/db", "prod*"],
    ["a/orders", "orders*"],
    ["db", "db*"],
    ["-orders", "orders*"],
    ["tag:owner=me", "tag*"],
    ['"orders*"', "orders*"],
    ["größe", "größe*"],
    ["* - :", null],
    ["", null],
    ["x".repeat(5000), `${"x".repeat(1010)}*`],
  ] as const
) {
  Deno.test(`queryOf() asks for ${query?.slice(0, 20)} when ${text.slice(0, 20)} is typed`, () => {
    equal(queryOf(text), query);
  });
}

const VIEW =
  "arn:aws:resource-explorer-2:eu-central-1:123456789012:view/all/1f3c2b1a-0d4e-4a5b-8c6d-7e8f90a1b2c3";

for (
  const [arn, place] of [
    [VIEW, "123456789012 eu-central-1"],
    [
      VIEW.replace("arn:aws:", "arn:aws-cn:").replace("eu-central-1", "cn-north-1"),
      "123456789012 cn-north-1",
    ],
    [
      VIEW.replace("arn:aws:", "arn:aws-us-gov:").replace("eu-central-1", "us-gov-west-1"),
      "123456789012 us-gov-west-1",
    ],
    [VIEW.replace("arn:aws:", "arn:aws-cn:"), undefined],
    [VIEW.replace("view/", "index/"), undefined],
    [VIEW.replace("/1f3c", "/../1f3c"), undefined],
    [VIEW.replace("resource-explorer-2", "s3"), undefined],
    [VIEW.replace("123456789012", "1234"), undefined],
    [VIEW.replace("eu-central-1", "evil.example"), undefined],
    [`${VIEW}\n`, undefined],
    ["", undefined],
  ] as const
) {
  Deno.test(`parseViewArn() gives ${place} when it reads ${JSON.stringify(arn).slice(0, 90)}`, () => {
    const view = parseViewArn(arn);
    equal(view ? `${view.account} ${view.region}` : undefined, place);
  });
}
