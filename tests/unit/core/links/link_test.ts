import { deepEqual, match } from "node:assert/strict";
import { LINK_LIMITS, parseLink } from "../../../../src/core/links/link.ts";

const HASH = "0a".repeat(32);
const ADDRESS = "https://files.example.com/a/tools.kedgeext";
const review = (url: string, sha256 = HASH) =>
  `kedge://review?url=${encodeURIComponent(url)}&sha256=${sha256}`;

const LINKS: [text: string, link: object][] = [
  [review(ADDRESS), { to: "review", address: ADDRESS, sha256: HASH }],
  [review(ADDRESS, HASH.toUpperCase()), { to: "review", address: ADDRESS, sha256: HASH }],
  [`kedge://review?url=${ADDRESS}&sha256=${HASH}`, { to: "review", address: ADDRESS, sha256: HASH }],
  ["KEDGE://open/page/settings", { to: "page", page: "settings" }],
  ["kedge://OPEN/page/home/", { to: "page", page: "home" }],
  ["kedge://open/account/123456789012", { to: "account", account: "123456789012" }],
  ["kedge://open/account/123456789012/secrets", {
    to: "account",
    account: "123456789012",
    resources: "secrets",
  }],
  ["kedge://open/account/123456789012/databases?region=eu-west-1", {
    to: "account",
    account: "123456789012",
    resources: "databases",
    region: "eu-west-1",
  }],
  ["kedge://open/server/Orders%20(old)", { to: "server", server: "Orders (old)" }],
  ["kedge://open/server/a%2Fb", { to: "server", server: "a/b" }],
  ["kedge://open/extension/tools", { to: "extension", extension: "tools" }],
  ["kedge://run/tools/greet", { to: "run", extension: "tools", action: "greet", fields: {} }],
  ["kedge://run/tools/greet?whom=Ada%20L.&note=a%0Ab&plus=1+1&empty=", {
    to: "run",
    extension: "tools",
    action: "greet",
    fields: { whom: "Ada L.", note: "a\nb", plus: "1+1", empty: "" },
  }],
];
for (const [text, link] of LINKS) {
  Deno.test(`parseLink() reads ${text}`, () => deepEqual(parseLink(text), { link }));
}

const HOSTILE: [what: string, text: string, fault: RegExp][] = [
  ["another scheme", "https://review?url=x", /no link/],
  ["nothing behind the scheme", "kedge:", /no link/],
  ["no host", "kedge:///open/page/home", /no link/],
  ["a path instead of a host", "kedge:open/page/home", /no link/],
  ["an unknown verb", "kedge://install?url=https://a.b/c", /knows no such/],
  ["a verb that every object has", "kedge://constructor/a/b", /knows no such/],
  ["a page that needs more than its name", "kedge://open/page/review", /knows no such/],
  ["a page that every object has", "kedge://open/page/__proto__", /knows no such/],
  ["a user", "kedge://ada@open/page/home", /user or a password/],
  ["a user and a password", "kedge://ada:x@open/page/home", /user or a password/],
  ["a port", "kedge://open:80/page/home", /a part that no link/],
  ["a fragment", "kedge://open/page/home#x", /a part that no link/],
  ["a line end, which parsers of addresses drop", "kedge://open/page/ho\nme", /characters/],
  ["a tab", "kedge://open/page/ho\tme", /characters/],
  ["a space, as behind a quote that ends an argument", 'kedge://x" --exec 1 sh', /characters/],
  ["letters that are not ASCII", "kedge://open/server/Ordérs", /characters/],
  ["more than a link may have", `kedge://open/server/${"a".repeat(LINK_LIMITS.link)}`, /too long/],
  ["a line end in a name", "kedge://open/server/a%0Ab", /no readable/],
  ["a character that turns what follows", "kedge://open/server/%E2%80%AEsredro", /no readable/],
  ["a name of a character that is not seen", "kedge://open/server/%E2%80%8B", /no readable/],
  ["an empty name", "kedge://open/server//", /no readable/],
  ["bytes that are no text", "kedge://open/server/%FF", /no readable/],
  ["a percent sign alone", "kedge://run/a/b?x=%", /no readable/],
  ["a value that hides something", "kedge://run/a/b?x=%E2%80%AE", /hides/],
  ["a name of a field that hides something", "kedge://run/a/b?x%E2%80%8B=1", /hides/],
  ["a field twice", "kedge://run/a/b?x=1&x=2", /twice/],
  ["the same field in two spellings", "kedge://run/a/b?x=1&%78=2", /twice/],
  ["too many fields", `kedge://run/a/b?${[...Array(21).keys()].map((n) => `f${n}=1`).join("&")}`, /too many/],
  ["a long name of a field", `kedge://run/a/b?${"k".repeat(65)}=1`, /name is too long/],
  ["a long value", `kedge://run/a/b?k=${"v".repeat(501)}`, /value that is too long/],
  ["a password for an action", "kedge://run/a/b?dbPassword=x", /credentials/],
  ["a token for an action", "kedge://run/a/b?access_token=x", /credentials/],
  ["an action without a name", "kedge://run/a", /knows no such/],
  ["an action with more than a name", "kedge://run/a/b/c", /knows no such/],
  ["dots that climb out of the action", "kedge://run/a/../../b", /knows no such/],
  ["no address", `kedge://review?sha256=${HASH}`, /does not say/],
  ["no hash", `kedge://review?url=${ADDRESS}`, /does not say/],
  ["more than it may say", `${review(ADDRESS)}&trust=1`, /does not say/],
  ["a path behind review", `kedge://review/x?url=${ADDRESS}&sha256=${HASH}`, /knows no such/],
  ["http", review("http://files.example.com/a"), /no https/],
  ["a file", review("file:///etc/passwd"), /no https/],
  ["a path of this computer", review("/etc/passwd"), /no https/],
  ["a share of Windows", review("\\\\host\\share\\a"), /no https/],
  ["a script", review("javascript:alert(1)"), /no https/],
  ["an address with a user", review("https://ada@files.example.com/a"), /credentials/],
  ["an address with a password", review("https://ada:x@files.example.com/a"), /credentials/],
  ["an address with a signature", review("https://a.example.com/a?X-Amz-Signature=1"), /credentials/],
  ["an address with a token", review("https://a.example.com/a?token=1"), /credentials/],
  ["an address with a fragment", review("https://a.example.com/a#b"), /no server sees/],
  ["a short hash", review(ADDRESS, "0a"), /sha256/],
  ["a hash with more than digits", review(ADDRESS, `${HASH.slice(0, 63)}g`), /sha256/],
  ["an account that is none", "kedge://open/account/12", /account/],
  ["a region that is none", "kedge://open/account/123456789012/secrets?region=nowhere", /region/],
  ["a region without a list", "kedge://open/account/123456789012?region=eu-west-1", /knows no such/],
  ["a list that is none", "kedge://open/account/123456789012/home", /knows no such/],
  ["SQL for a server", "kedge://open/server/Orders?sql=drop", /knows no such/],
];
for (const [what, text, fault] of HOSTILE) {
  Deno.test(`parseLink() leads nowhere with ${what}`, () => {
    const read = parseLink(text);
    match("fault" in read ? read.fault : JSON.stringify(read), fault);
  });
}
