import { deepEqual, match, rejects, throws } from "node:assert/strict";
import { connectThrough, proxyFor } from "../../../../src/core/ways/ssm/proxy.ts";
import { WayError } from "../../../../src/core/ways/way.ts";

const HOST = "ssmmessages.eu-central-1.amazonaws.com";
const AT = { host: "proxy", port: 3128 };
const P = "http://proxy:3128";
/** The same answers as Deno's own `fetch` gives for these variables. */
const PROXIES: readonly (readonly [env: Readonly<Record<string, string>>, proxy: unknown])[] = [
  [{}, null],
  [{ HTTP_PROXY: P }, null],
  [{ HTTPS_PROXY: P }, AT],
  [{ https_proxy: P }, AT],
  [{ HTTPS_PROXY: P, https_proxy: "http://other" }, AT],
  [{ ALL_PROXY: P, HTTPS_PROXY: "http://other" }, AT],
  [{ ALL_PROXY: P, HTTPS_PROXY: "" }, AT],
  [{ HTTPS_PROXY: "proxy:3128" }, AT],
  [{ HTTPS_PROXY: "http://proxy" }, { host: "proxy", port: 80 }],
  [{ HTTPS_PROXY: "http://[::1]:8080/" }, { host: "::1", port: 8080 }],
  [{ HTTPS_PROXY: "http://us%er:p@proxy:3128" }, { ...AT, authorization: "Basic dXMlZXI6cA==" }],
  [{ HTTPS_PROXY: "http://us%40er:p%3Aw@proxy:3128" }, { ...AT, authorization: "Basic dXNAZXI6cDp3" }],
  [{ HTTPS_PROXY: P, NO_PROXY: HOST }, null],
  [{ HTTPS_PROXY: P, NO_PROXY: "a, .amazonaws.com" }, null],
  [{ HTTPS_PROXY: P, no_proxy: "amazonaws.com" }, null],
  [{ HTTPS_PROXY: P, NO_PROXY: "*" }, null],
  [{ HTTPS_PROXY: P, NO_PROXY: "naws.com, localhost" }, AT],
  [{ HTTPS_PROXY: P, NO_PROXY: `x.${HOST}` }, AT],
];
for (const [env, proxy] of PROXIES) {
  Deno.test(`proxyFor() is ${JSON.stringify(proxy)} with ${JSON.stringify(env)}`, () => {
    deepEqual(proxyFor(HOST, (name) => env[name]), proxy);
  });
}

for (const address of ["socks5://planted:planted@proxy", "https://planted@proxy", "http://", "://"]) {
  Deno.test(`proxyFor() names what is wrong with ${address}, and no password`, () => {
    throws(() => proxyFor(HOST, (name) => name === "HTTPS_PROXY" ? address : undefined), (error) => {
      match((error as Error).message, /is not one of HTTP/);
      return error instanceof WayError && !/planted/.test(error.message + error.hint);
    });
  });
}

const ANSWERS: readonly (readonly [what: string, answer: string, says: RegExp])[] = [
  ["wants a user", "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", /does not lead on: 407 Proxy Auth/],
  ["refuses", "HTTP/1.0 403 Not\u001b[31m today\r\nX: y\r\n\r\n", /does not lead on: 403 Not today/],
  ["speaks something else", "SSH-2.0-OpenSSH\r\n\r\n", /no answer of HTTP/],
  ["answers without an end", "HTTP/1.1 200 OK\r\n".padEnd(20_000, "x"), /does not lead on/],
  ["sends what is not of the host", "HTTP/1.1 200 OK\r\n\r\nmore", /does not lead on: 200 OK/],
  ["hangs up", "", /hung up|reset/],
];
for (const [what, answer, says] of ANSWERS) {
  Deno.test(`connectThrough() tells of a proxy that ${what}`, async () => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const served = (async () => {
      const connection = await listener.accept();
      const asked = new Uint8Array(1000);
      await connection.read(asked);
      match(
        new TextDecoder().decode(asked),
        /^CONNECT ssmmessages\.[^ ]*:443 HTTP\/1\.1\r\nHost: [^ ]*:443\r\n/,
      );
      if (answer === "") return connection.close();
      await connection.write(new TextEncoder().encode(answer));
      // Its other end closes.
      while (await connection.read(asked).catch(() => null) !== null);
      connection.close();
    })();
    await rejects(
      connectThrough(
        { host: "127.0.0.1", port: listener.addr.port },
        { host: HOST, port: 443 },
        AbortSignal.timeout(10_000),
      ),
      (error) => error instanceof WayError && says.test(error.message) && !error.message.includes("\u001b"),
    );
    await served;
    listener.close();
  });
}

Deno.test("connectThrough() ends when it is stopped", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const stop = new AbortController();
  const served = (async () => {
    const connection = await listener.accept();
    await connection.read(new Uint8Array(1000));
    stop.abort();
    while (await connection.read(new Uint8Array(1000)).catch(() => null) !== null);
    connection.close();
  })();
  const at = { host: "127.0.0.1", port: listener.addr.port };
  await rejects(connectThrough(at, { host: HOST, port: 443 }, stop.signal), { code: "WAY_UNREACHABLE" });
  await served;
  listener.close();
});
