import { deepEqual, equal, match } from "node:assert/strict";
import { parseAddress } from "../../../../src/core/catalogue/source/address.ts";

const S3 = "account=123456789012&role=ReadOnly&region=eu-central-1";
const READ: readonly (readonly [text: string, kind: string, where: string])[] = [
  ["git@github.com:team/catalog.git", "git", "git@github.com:team/catalog.git"],
  ["ssh://git@host:2222/catalog.git", "git", "ssh://git@host:2222/catalog.git"],
  ["https://host/team/catalog.git", "git", "https://host/team/catalog.git"],
  ["git+https://host/team/catalog", "git", "https://host/team/catalog"],
  ["https://host/kedge", "https", "https://host/kedge/"],
  ["https://host/kedge/", "https", "https://host/kedge/"],
  ["https://host/kedge/catalog.json", "https", "https://host/kedge/"],
  ["/srv/catalog", "folder", "/srv/catalog"],
  ["C:\\Team\\catalog", "folder", "C:\\Team\\catalog"],
];
for (const [text, kind, where] of READ) {
  Deno.test(`parseAddress() reads ${text}`, () => {
    const address = parseAddress(text);
    if ("fault" in address) throw new Error(address.fault);
    equal(address.kind, kind);
    equal("url" in address ? address.url : "path" in address ? address.path : "", where);
  });
}

Deno.test("parseAddress() reads bucket, folder and role of an address of S3", () => {
  deepEqual(parseAddress(`s3://tools/kedge/catalog.json?${S3}`), {
    kind: "s3",
    bucket: "tools",
    prefix: "kedge/",
    account: "123456789012",
    role: "ReadOnly",
    region: "eu-central-1",
  });
});

const REFUSED: readonly (readonly [text: string, fault: RegExp])[] = [
  ["catalog", /is no address/],
  ["http://host/kedge", /not encrypted/],
  ["https://user:password@host/kedge", /user or a password/],
  ["https://token@host/catalog.git", /user or a password/],
  ["https://host/kedge?token=x", /question/],
  ["ssh://-oProxyCommand=x/catalog.git", /names no host|no address/],
  ["ext::sh -c x", /begins with ext/],
  ["ftp://host/kedge", /begins with ftp/],
  ["file:///srv/catalog", /address of a file/],
  ["s3://tools/kedge", /which account/],
  ["s3://tools/kedge?account=123456789012&region=evil.example", /which region/],
  ["s3://tools/%2e%2e/x?account=123456789012&region=eu-central-1", /folder|^$/],
];
for (const [text, fault] of REFUSED) {
  Deno.test(`parseAddress() refuses ${text}`, () => {
    const address = parseAddress(text);
    // The parser of addresses resolves dots by itself: what is left leads nowhere above.
    match("fault" in address ? address.fault : "", text.includes("%2e") ? /^$|folder/ : fault);
    if (!("fault" in address)) equal(address.kind === "s3" && address.prefix, "x/");
  });
}
