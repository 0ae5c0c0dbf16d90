import { deepEqual, equal, match } from "node:assert/strict";
import { hopText, parseWay, wayText } from "../../../../src/core/ways/address.ts";
import { sshArguments } from "../../../../src/core/ways/ssh/way.ts";

const WAYS: readonly (readonly [text: string, hops: readonly string[], destination: readonly string[]])[] = [
  ["ssh://bastion", ["bastion"], ["--", "bastion"]],
  ["ssh://me@bastion:22", ["me@bastion:22"], ["-l", "me", "-p", "22", "-W", "db:5432", "--", "bastion"]],
  ["ssh://me@bastion.example.com", ["me@bastion.example.com"], ["-l", "me", "-W", "db:5432"]],
  ["ssh://me@first:2222,ssh://second", ["me@first:2222", "second"], ["-J", "me@first:2222", "-W"]],
  ["ssh://a,b,c@d:1", ["a", "b", "c@d:1"], ["-J", "a,b", "-l", "c", "-p", "1"]],
  ["ssh://ada@example.com@bastion", ["ada@example.com@bastion"], ["-l", "ada@example.com"]],
  ["ssh://[::1]:2222", ["[::1]:2222"], ["-p", "2222", "-W", "db:5432", "--", "::1"]],
  ["ssh://one:22,one:2222", ["one:22", "one:2222"], ["-J", "one:22", "-p", "2222"]],
];
for (const [text, hops, part] of WAYS) {
  Deno.test(`parseWay() and sshArguments() lead over ${text}`, () => {
    const way = parseWay(text);
    if ("fault" in way || way.kind !== "ssh") throw new Error("it is none of SSH");
    deepEqual(way.hops.map(hopText), hops);
    const args = sshArguments(way.hops, { host: "db", port: 5432 });
    equal(` ${args.join(" ")} `.includes(` ${part.join(" ")} `), true, args.join(" "));
    equal(args.at(-2), "--");
    equal(wayText(text), hops.join(", then "));
  });
}

Deno.test("sshArguments() puts an IPv6 address of a server in brackets", () => {
  const args = sshArguments([{ host: "b" }], { host: "fd00::1", port: 5432 });
  equal(args[args.indexOf("-W") + 1], "[fd00::1]:5432");
});

const NONE: readonly (readonly [text: string, fault: RegExp])[] = [
  ["bastion", /begin with ssh/],
  ["ssm://1/2/i-3", /account/],
  ["-oProxyCommand=touch /tmp/x", /begin with ssh/],
  ["ssh://-oProxyCommand=touch", /option/],
  ["ssh://me@-oProxyCommand=x", /option/],
  ["ssh://-l@bastion", /option/],
  ["ssh://a,-oProxyCommand=x", /option/],
  ["ssh://a b", /host/],
  ["ssh://a;b", /host/],
  ["ssh://a`b`", /host/],
  ["ssh://$(x)@b", /user/],
  ["ssh://a\\b@c", /user/],
  ["ssh://a'b@c", /user/],
  ["ssh://", /host/],
  ["ssh://me@", /host/],
  ["ssh://a,", /host/],
  ["ssh://a:0", /host/],
  ["ssh://a:65536", /host/],
  ["ssh://a:22x", /host/],
  ["ssh://a/path", /host/],
  ["ssh://%h", /host/],
  ["ssh://::1", /host/],
  ["ssh://me:planted@bastion", /password/],
  ["ssh://a,b,a", /twice/],
  ["ssh://a,A:22", /twice/],
  ["ssh://me@a,you@a", /twice/],
  ["ssh://a,b,c,d,e,f,g,h,i", /more than 8/],
  [`ssh://${"a".repeat(256)}`, /host/],
  [`ssh://${"a".repeat(201)}@b`, /user/],
];
for (const [text, fault] of NONE) {
  Deno.test(`parseWay() takes no ${text.slice(0, 40)}`, () => {
    const way = parseWay(text);
    match("fault" in way ? way.fault : "", fault);
    match("fault" in way ? way.hint : "", /\w/);
  });
}
