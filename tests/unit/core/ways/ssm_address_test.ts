import { deepEqual, equal, match } from "node:assert/strict";
import { parseWay, wayText } from "../../../../src/core/ways/address.ts";
import { ssmAddress } from "../../../../src/core/ways/ssm/address.ts";

const GOOD = [
  ["ssm://123456789012/ReadOnly/i-0123456789abcdef0", "i-0123456789abcdef0 of 123456789012"],
  ["ssm://123456789012/ReadOnly/mi-0123456789abcdef0", "mi-0123456789abcdef0 of 123456789012"],
  ["ssm://123456789012//i-0123456789abcdef0", "i-0123456789abcdef0 of 123456789012"],
  ["ssm://123456789012/Read@Only/ecs:shop-1/web_2", "shop-1/web_2 of 123456789012"],
  ["ssm://123456789012/ReadOnly/i-01234567?region=eu-west-1", "i-01234567 of 123456789012"],
] as const;
for (const [via, words] of GOOD) {
  Deno.test(`parseWay() takes ${via}`, () => {
    const way = parseWay(via);
    equal("fault" in way ? way.fault : way.kind, "ssm");
    equal(wayText(via), words);
    if (!("fault" in way) && way.kind === "ssm") equal(ssmAddress(way.at), via);
  });
}

const BAD: readonly (readonly [via: string, fault: RegExp])[] = [
  ["ssm://", /account/],
  ["ssm://shop/ReadOnly/i-0123456789abcdef0", /12 digits/],
  ["ssm://123456789012/Read Only/i-0123456789abcdef0", /role/],
  ["ssm://123456789012/ReadOnly", /no computer/],
  ["ssm://123456789012/ReadOnly/-oProxyCommand=x", /no computer/],
  ["ssm://123456789012/ReadOnly/i-0123456789abcdef0/more", /no computer/],
  ["ssm://123456789012/ReadOnly/ecs:shop", /no computer/],
  ["ssm://123456789012/ReadOnly/ecs:shop/web/more", /no computer/],
  ["ssm://123456789012/ReadOnly/ecs:../web", /no computer/],
  ["ssm://123456789012/ReadOnly/i-0123456789abcdef0?region=x", /region/],
  ["ssm://123456789012/ReadOnly/i-0123456789abcdef0?host=evil", /region/],
  ["ssm://123456789012/ReadOnly/i-0123456789abcdef0,ssh://b", /more than one/],
];
for (const [via, fault] of BAD) {
  Deno.test(`parseWay() refuses ${via}`, () => {
    const way = parseWay(via);
    match("fault" in way ? way.fault : "", fault);
    deepEqual("hint" in way && way.hint.startsWith("Write it like ssm://"), true);
  });
}
