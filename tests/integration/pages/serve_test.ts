import assert from "node:assert/strict";
import { alertOf, htmlOf, stateWith, windowOf } from "../../support/pages/pages_state.ts";
import { testPages } from "../../support/pages/pages.ts";
import { testOn } from "../../support/systems.ts";
import { openSocket } from "./page_socket.ts";
import { raw } from "./raw.ts";

const two = () =>
  stateWith({
    windows: [windowOf("dialog", { dialog: "d1" }, "w1"), windowOf("dialog", { dialog: "d2" }, "w2")],
    dialogs: [alertOf("d1", "first secret"), alertOf("d2", "second secret")],
  });

Deno.test("servePages() opens an address once", async () => {
  const pages = await testPages(two());
  try {
    const address = pages.openAddress("w1");
    const first = await raw(pages.port, { path: new URL(address).pathname });
    assert.equal(first.status, 303);
    assert.equal(first.headers.get("location"), "/window/w1/");
    const cookie = first.headers.get("set-cookie")!;
    for (const part of ["HttpOnly", "SameSite=Strict", "Path=/window/w1/"]) {
      assert.ok(cookie.includes(part), cookie);
    }
    const again = await raw(pages.port, { path: new URL(address).pathname });
    assert.deepEqual([again.status, again.headers.get("set-cookie")], [403, null]);
    assert.match(again.body, /was used already, or is too old\.\n“kedge --browser” prints a new one/);
  } finally {
    await pages.close();
  }
});

testOn(
  ["shell"],
  "servePages() opens an address only for its own user, and a refused request does not use it up",
  async () => {
    const pages = await testPages(two());
    try {
      const path = new URL(pages.openAddress("w1")).pathname;
      // Only root can run as another user; without root the request comes from the same user.
      const root = Deno.uid() === 0;
      const { stdout } = await new Deno.Command("/bin/bash", {
        args: [
          "-c",
          'exec 3<>"/dev/tcp/127.0.0.1/$0"; printf "GET %s HTTP/1.1\\r\\nhost: 127.0.0.1:%s\\r\\n\\r\\n" "$1" "$0" >&3; head -1 <&3',
          String(pages.port),
          path,
        ],
        // Other users may have no access to the folder of the sources.
        cwd: "/",
        ...(root ? { uid: 65534, gid: 65534 } : {}),
      }).output();
      assert.match(new TextDecoder().decode(stdout), root ? /^HTTP\/1.1 403 / : /^HTTP\/1.1 303 /);
      if (root) assert.equal((await raw(pages.port, { path })).status, 303);
    } finally {
      await pages.close();
    }
  },
);

Deno.test("servePages() refuses without a word", async (t) => {
  const pages = await testPages(two());
  const { page, cookie } = await pages.visit("w1");
  const path = new URL(page).pathname;
  const cases: readonly [string, Parameters<typeof raw>[1]][] = [
    ["no cookie", { path }],
    ["a made-up cookie", { path, headers: { cookie: cookie.replace(/=.*/, "=AAAA") } }],
    ["the root", { path: "/", headers: { cookie } }],
    ["an unknown path", { path: "/favicon.ico", headers: { cookie } }],
    ["an unknown token", { path: "/open/AAAA" }],
    ["another window's page", { path: "/window/w2/", headers: { cookie } }],
    ["another window's socket", { path: "/window/w2/socket", headers: { cookie } }],
    ["a window that is not there", { path: "/window/w9/", headers: { cookie } }],
    ["another host name", { path, headers: { cookie, host: `localhost:${pages.port}` } }],
    ["a host that resolves here", { path, headers: { cookie, host: `evil.example:${pages.port}` } }],
    ["another port's host", { path, headers: { cookie, host: "127.0.0.1" } }],
    ["another origin", { path, headers: { cookie, origin: "http://evil.example" } }],
    ["a sandboxed origin", { path, headers: { cookie, origin: "null" } }],
    ["a post from nowhere", { path: `${path}upload?name=a`, method: "POST", headers: { cookie } }],
    ["a socket from nowhere", {
      path: `${path}socket`,
      headers: {
        cookie,
        upgrade: "websocket",
        connection: "upgrade",
        "sec-websocket-version": "13",
        "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
      },
    }],
  ];
  try {
    for (const [what, request] of cases) {
      await t.step(what, async () => {
        const { status, body, headers } = await raw(pages.port, request);
        assert.equal(status, 403);
        assert.equal(body, "");
        assert.equal(headers.get("access-control-allow-origin"), null);
        assert.equal(headers.get("set-cookie"), null);
      });
    }
  } finally {
    await pages.close();
  }
});

Deno.test("servePages() answers with strict headers", async (t) => {
  const state = stateWith({
    windows: [windowOf("dialog", { dialog: "h" }, "w")],
    dialogs: [htmlOf("h", "<script>alert(1)</script><b>hi</b>")],
  });
  const svg = new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>");
  const pages = await testPages(state, { icon: () => Promise.resolve(svg) });
  const { page, cookie } = await pages.visit("w");
  const path = new URL(page).pathname;
  const cases: readonly [string, number, string | null, RegExp][] = [
    [
      "",
      200,
      "text/html; charset=utf-8",
      /default-src 'none'; script-src http:\/\/127\.0\.0\.1:\d+\/window\/w\/; .*frame-ancestors 'self'/,
    ],
    ["main.js", 200, "text/javascript; charset=utf-8", /default-src 'none'; sandbox/],
    ["report/h", 200, "text/html; charset=utf-8", /^sandbox; default-src 'none'; img-src data:/],
    ["report/other", 404, null, /default-src 'none'/],
    [
      "icon/extension/tools/a.svg",
      200,
      "image/svg+xml",
      /default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox/,
    ],
    ["icon/extension/tools/a.html", 404, null, /default-src 'none'/],
    ["icon/extension/tools/a.png", 404, null, /default-src 'none'/],
    ["../../etc/passwd", 403, null, /default-src 'none'/],
    ["%2e%2e/main.js", 403, null, /default-src 'none'/],
    ["%ff", 404, null, /default-src 'none'/],
    ["upload", 405, null, /default-src 'none'/],
  ];
  try {
    for (const [part, status, type, policy] of cases) {
      await t.step(part || "(page)", async () => {
        const { headers, ...answer } = await raw(pages.port, { path: path + part, headers: { cookie } });
        assert.equal(answer.status, status);
        assert.equal(headers.get("content-type"), type);
        assert.match(headers.get("content-security-policy")!, policy);
        assert.equal(headers.get("x-content-type-options"), "nosniff");
        assert.equal(headers.get("x-dns-prefetch-control"), "off");
        assert.equal(headers.get("referrer-policy"), "no-referrer");
        assert.equal(headers.get("cache-control"), "no-store");
      });
    }
    assert.equal((await raw(pages.port, { path, method: "DELETE", headers: { cookie } })).status, 405);
  } finally {
    await pages.close();
  }
});

Deno.test("servePages() takes a bundle up to its limit", async (t) => {
  const pages = await testPages(stateWith({ windows: [windowOf("home"), windowOf("palette")] }));
  const post = async (window: string, size: number, type = "application/octet-stream") => {
    const { page, cookie } = await pages.visit(window);
    const response = await fetch(`${page}upload?name=${encodeURIComponent("../x/tools.kedgeext")}`, {
      method: "POST",
      headers: { cookie, origin: pages.origin, "content-type": type },
      body: new Uint8Array(size),
    });
    return { status: response.status, body: await response.text() };
  };
  try {
    await t.step("a bundle of 5 MB", async () => {
      assert.equal((await post("home", 5 * 1024 * 1024)).status, 200);
      assert.deepEqual(pages.uploads, [{ name: "tools.kedgeext", size: 5 * 1024 * 1024 }]);
    });
    await t.step("6 MB", async () => {
      const { status, body } = await post("home", 6 * 1024 * 1024);
      assert.equal(status, 413);
      assert.match(body, /tools\.kedgeext is bigger than a bundle may be/);
    });
    await t.step("6 MB that do not say so", async () => {
      const { page, cookie } = await pages.visit("home");
      const megabyte = new Uint8Array(1024 * 1024);
      const response = await fetch(`${page}upload?name=big.kedgeext`, {
        method: "POST",
        headers: { cookie, origin: pages.origin, "content-type": "application/octet-stream" },
        body: ReadableStream.from(Array.from({ length: 6 }, () => megabyte)),
      });
      assert.equal(response.status, 413);
      await response.body?.cancel();
      assert.equal(pages.uploads.length, 1);
    });
    await t.step("another type", async () => assert.equal((await post("home", 1, "text/plain")).status, 415));
    await t.step(
      "a page that installs nothing",
      async () => assert.equal((await post("palette", 1)).status, 403),
    );
  } finally {
    await pages.close();
  }
});

/** Requests of a page whose window is closed, and the answers. */
const OF_A_CLOSED_WINDOW: readonly (readonly [part: string, status: number, told: RegExp])[] = [
  ["", 200, /^This window of Kedge is closed\.\nOpen it again from [\w ]+\.\n$/],
  ["main.js", 200, /./],
  ["other.js", 403, /^$/],
  ["icon/extension/toolbox/icon.svg", 403, /^$/],
  ["report/d1", 403, /^$/],
  ["upload", 403, /^$/],
];

for (const forgotten of [false, true]) {
  const when = forgotten ? "was closed" : "was closed just now";
  Deno.test(`servePages() gives the page of a window that ${when} what it starts with, and no more`, async () => {
    const pages = await testPages(two());
    try {
      const { page, cookie } = await pages.visit("w1");
      const unused = pages.openAddress("w1");
      const socket = await openSocket(pages, "w1");
      pages.store.update((state) => ({ ...state, windows: state.windows.slice(1) }));
      // The page is told once the window is forgotten.
      if (forgotten) await socket.closed;
      const ask = (path: string, headers = {}) =>
        raw(pages.port, { path: new URL(path, page).pathname, headers });
      for (const [part, status, told] of OF_A_CLOSED_WINDOW) {
        const answer = await ask(part, { cookie });
        assert.equal(answer.status, status, part);
        assert.match(answer.body, told, part);
        assert.equal((await ask(part)).status, 403, `${part} without a cookie`);
      }
      const opened = await ask(unused);
      assert.deepEqual([opened.status, opened.headers.get("set-cookie")], [200, null]);
      assert.match(opened.body, /is closed/);
      assert.equal(
        (await raw(pages.port, { path: new URL(page).pathname, method: "POST", headers: { cookie } })).status,
        403,
      );
    } finally {
      await pages.close();
    }
  });
}

Deno.test("servePages() forgets a closed window: what opened it opens none of the same name", async () => {
  const pages = await testPages(two());
  try {
    const { page, cookie } = await pages.visit("w1");
    const unused = pages.openAddress("w1");
    const socket = await openSocket(pages, "w1");
    const windows = pages.store.get().windows;
    pages.store.update((state) => ({ ...state, windows: windows.slice(1) }));
    // The socket closes once the window is forgotten.
    await socket.closed;
    pages.store.update((state) => ({ ...state, windows }));
    const again = await raw(pages.port, { path: new URL(page).pathname, headers: { cookie } });
    assert.match(again.body, /^This window of Kedge is closed\.\nOpen it again from [\w ]+\.\n$/);
    const opened = await raw(pages.port, { path: new URL(unused).pathname });
    assert.deepEqual([opened.headers.get("set-cookie"), /is closed/.test(opened.body)], [null, true]);
  } finally {
    await pages.close();
  }
});
