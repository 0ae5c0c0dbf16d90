import assert from "node:assert/strict";
import { join } from "node:path";
import { makeAuthority } from "../../support/servers/certificates.ts";
import { exec } from "../../support/servers/server.ts";
import { startMiddle } from "../../support/sql/between.ts";
import { testOn } from "../../support/systems.ts";
import { asUser } from "./stage.ts";

testOn(
  ["openssl"],
  "a proxy that opens the connection to the portal gets no token, and the user hears why",
  async (t) => {
    await asUser({}, async (user) => {
      await user.signIn();
      const known = await makeAuthority(), unknown = await makeAuthority();
      const [key, file, trusted] = ["key.pem", "certificate.pem", "trusted.pem"].map((name) =>
        join(user.home, name)
      ) as [string, string, string];
      await exec([
        "openssl",
        "genpkey",
        "-algorithm",
        "EC",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-out",
        key,
      ]);
      await Deno.writeTextFile(trusted, known.certificate);
      const names = "DNS:portal.sso.eu-west-1.amazonaws.com";
      const certificates:
        readonly (readonly [what: string, certificate: string, trusted: boolean, says: RegExp])[] = [
          [
            "of its own",
            await exec([
              ...[
                "openssl",
                "req",
                "-x509",
                "-key",
                key,
                "-subj",
                "/CN=own",
                "-addext",
                `subjectAltName=${names}`,
              ],
            ]),
            false,
            /certificate/i,
          ],
          ["of an unknown authority", await unknown.issue(key, { names }), false, /certificate/i],
          ["of another name", await known.issue(key, { names: "DNS:other.example" }), false, /certificate/i],
          ["that has expired", await known.issue(key, { names, to: "20210101" }), false, /certificate/i],
          // When the user has added the proxy's authority to the machine's, all traffic passes the
          // proxy.
          ["that the user trusts", await known.issue(key, { names }), true, /./],
        ];
      for (const [what, certificate, isTrusted, says] of certificates) {
        await t.step(`a certificate ${what}`, async () => {
          await Deno.writeTextFile(file, certificate);
          const proxy = await startMiddle({ listen: "127.0.0.1", speaks: "https", certificate: file, key });
          const untold = Object.fromEntries(
            Object.keys(user.env).filter((name) => name.startsWith("AWS_")).map((name) => [name, ""]),
          );
          const { code, stderr } = await user.kedge(["--credentials", "111111111111/Admin"], {
            ...untold,
            HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
            DENO_CERT: trusted,
            // Run from source, Deno would look for its own updates through the proxy too, and
            // sometimes first.
            DENO_NO_UPDATE_CHECK: "1",
          });
          const { before, inside } = await proxy.end();
          assert.match(before, /^(CONNECT portal\.sso\.[^]+?\r\n\r\n)+$/, stderr);
          assert.equal(/bearer|token/i.test(inside), isTrusted, inside);
          if (!isTrusted) assert.equal(inside, "");
          assert.notEqual(code, 0);
          assert.match(stderr, says);
        });
      }
      await Promise.all([known.close(), unknown.close()]);
    });
  },
);

const UNREACHED: readonly (readonly [address: string, says: RegExp])[] = [
  [
    "https://portal.invalid",
    /there is no host portal\.invalid, or no network\nCheck the network, and the region/,
  ],
  ["http://127.0.0.1:9999", /127\.0\.0\.1 refuses the connection\nCheck the network/],
];
for (const [address, says] of UNREACHED) {
  Deno.test(`kedge --credentials says why ${address} was not reached`, async () => {
    await asUser({}, async (user) => {
      await user.signIn();
      const { code, stderr } = await user.kedge(["--credentials", "111111111111/Admin"], {
        AWS_ENDPOINT_URL_SSO: address,
      });
      assert.notEqual(code, 0);
      assert.match(stderr, says);
    });
  });
}
