import { equal, throws } from "node:assert/strict";
import { CloudError } from "../../../../../src/core/aws/errors.ts";
import { endpoint } from "../../../../../src/core/aws/wire/endpoint.ts";

const nothing = () => undefined;

const HOSTS: readonly (readonly [region: string, host: string])[] = [
  ["eu-central-1", "https://sts.eu-central-1.amazonaws.com"],
  ["us-gov-west-1", "https://sts.us-gov-west-1.amazonaws.com"],
  ["cn-north-1", "https://sts.cn-north-1.amazonaws.com.cn"],
  ["eusc-de-east-1", "https://sts.eusc-de-east-1.amazonaws.eu"],
];
for (const [region, host] of HOSTS) {
  Deno.test(`endpoint() knows the host of ${region}`, () => {
    equal(endpoint("STS", { region, env: nothing }), host);
  });
}

for (const region of ["", "nowhere", "eu_central_1", "eu-central", "evil.example#-1", "eu-central-1.evil"]) {
  Deno.test(`endpoint() refuses the region ${JSON.stringify(region)}, and says where one may come from`, () => {
    throws(
      () => endpoint("STS", { region, env: nothing }),
      (error: unknown) =>
        error instanceof CloudError && error.message.includes(`“${region}”`) &&
        /--region.*config\.json.*profile.*AWS_REGION/.test(error.hint ?? ""),
    );
  });
}
