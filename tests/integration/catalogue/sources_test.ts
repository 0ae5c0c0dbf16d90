import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { AwsV4Signer } from "aws4fetch";
import { wrap } from "../../../src/core/aws/credentials/credentials.ts";
import { isCatalogueError } from "../../../src/core/catalogue/error.ts";
import { publish } from "../../../src/core/catalogue/publish/publish.ts";
import { openTarget } from "../../../src/core/catalogue/publish/target.ts";
import { verifySignature as verify } from "../../../src/core/catalogue/ssh_keygen.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import type { Bundle } from "../../../src/core/bundle/mod.ts";
import { cataloguesOf, makeBundle, makeKey, publishTo } from "../../support/catalogue/publisher.ts";
import { codeOf } from "../../support/catalogue/code_of.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { makeAuthority } from "../../support/servers/certificates.ts";
import { startMoto } from "../../support/servers/moto.ts";
import { exec } from "../../support/servers/server.ts";
import { sshStage } from "../../support/servers/ssh.ts";

const signal = new AbortController().signal;
const keys = { accessKeyId: "AKIAEXAMPLE", secretAccessKey: "example" };

/** Creates a home, and a catalogue in a folder with one extension. */
async function stage(options: { fetch?: typeof fetch } = {}) {
  const folder = await Deno.makeTempDir({ prefix: "kedge-sources-" });
  const key = await makeKey(folder, "alice");
  const served = join(folder, "served");
  const bundle = makeBundle("tools", "1.0.0");
  const catalogues = cataloguesOf(kedgePaths(join(folder, "home")), {
    credentials: () => Promise.resolve(wrap(keys)),
    ...options,
  });
  const setting = (address: string) => ({ address, keys: [key.key], restDays: 0 });
  return {
    folder,
    served,
    bundle,
    key,
    publishTo: (to: string, bundle: Bundle) => publishTo(to, key, bundle),
    catalogues,
    setting,
    close: () => removeFolder(folder),
  };
}

Deno.test("a catalogue is published to, read from and installed from a repository over ssh, by git", async () => {
  const { folder, key, bundle, publishTo, catalogues, setting, close } = await stage();
  const ssh = await sshStage();
  const path = Deno.env.get("PATH")!, home = Deno.env.get("HOME");
  try {
    Deno.env.set("PATH", `${ssh.bin}:${path}`);
    await Deno.writeTextFile(
      join(folder, ".gitconfig"),
      `[user]\n\tname = Alice\n\temail = alice@example.com\n[init]\n\ttemplateDir = ${
        join(folder, "template")
      }\n`,
    );
    // Hooks that git copies into each new clone.
    const ran = join(folder, "a-hook-ran");
    await Deno.mkdir(join(folder, "template/hooks"), { recursive: true });
    for (const hook of ["post-checkout", "pre-commit", "post-commit", "pre-push", "reference-transaction"]) {
      await Deno.writeTextFile(join(folder, "template/hooks", hook), `#!/bin/sh\n: >"${ran}"\n`, {
        mode: 0o755,
      });
    }
    Deno.env.set("HOME", folder);
    await ssh.configure([]);
    const bastion = await ssh.bastion();
    await exec(["git", "init", "-q", "--bare", "--template=", "-b", "main", join(folder, "catalog.git")]);
    const address = `ssh://root@127.0.0.1:${bastion.port}${join(folder, "catalog.git")}`;
    equal((await publishTo(address, bundle)).catalogue.version, 1);
    const first = await catalogues.refresh(setting(address), signal);
    const version = first.catalogue.extensions[0]!.versions[0]!;
    equal((await catalogues.bundle(setting(address), version, signal)).hash, bundle.hash);
    await publishTo(address, makeBundle("tools", "1.1.0", 'return k.Alert("more")'));
    equal(await Deno.stat(ran).then(() => true, () => false), false, "a hook ran");
    const second = await catalogues.refresh(setting(address), signal);
    deepEqual(second.catalogue.extensions[0]!.versions.map((one) => one.version), ["1.1.0", "1.0.0"]);
    // Another publisher publishes while this one has the catalogue open.
    const late = await openTarget(address, signal);
    await publishTo(address, makeBundle("other", "1.0.0"));
    const request = { bundles: [{ bundle: makeBundle("late", "1.0.0") }], key: key.file!, days: 90 };
    equal(await codeOf(publish(late, request, { now: Date.now(), kedge: "0.1.0", verify })), "overtaken");
    await late.close();
    equal((await catalogues.refresh(setting(address), signal)).catalogue.version, 3);
    await bastion.stop();
    equal(await codeOf(catalogues.refresh(setting(address), signal)), "unreachable");
    equal((await catalogues.stored(setting(address)))?.catalogue.version, 3);
  } finally {
    Deno.env.set("PATH", path);
    if (home === undefined) Deno.env.delete("HOME");
    else Deno.env.set("HOME", home);
    await ssh.stop();
    await close();
  }
});

Deno.test("https serves a catalogue, and leads to no other host, to no repository that asks for a password", async () => {
  const authority = await makeAuthority();
  const client = Deno.createHttpClient({ caCerts: [authority.certificate] });
  const { folder, served, bundle, publishTo, catalogues, setting, close } = await stage({
    fetch: (input, init) => fetch(input, { ...init, client } as never),
  });
  const key = join(folder, "tls.key");
  await exec(["openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key]);
  await publishTo(served, bundle);
  let asked = 0, away = false;
  const server: Deno.HttpServer<Deno.NetAddr> = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    cert: await authority.issue(key, {}),
    key: await Deno.readTextFile(key),
    onListen() {},
  }, async (request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    asked++;
    if (pathname.startsWith("/private/")) {
      return new Response("", { status: 401, headers: { "www-authenticate": "Basic" } });
    }
    if (pathname.startsWith("/elsewhere/") || (away && pathname.endsWith(".kedgeext"))) {
      return Response.redirect(`https://localhost:${server.addr.port}/kedge/catalog.json`);
    }
    if (pathname.startsWith("/moved/")) {
      return Response.redirect(`https://127.0.0.1:${server.addr.port}/kedge/${pathname.slice(7)}`);
    }
    if (pathname.startsWith("/huge/")) return new Response(new Uint8Array(40 * 1024 * 1024));
    const bytes = await Deno.readFile(join(served, pathname.replace("/kedge/", ""))).catch(() => null);
    return bytes ? new Response(bytes) : new Response("", { status: 404 });
  });
  const at = (path: string) => setting(`https://127.0.0.1:${server.addr.port}${path}`);
  const certificates = Deno.env.get("GIT_SSL_CAINFO");
  try {
    const { catalogue } = await catalogues.refresh(at("/kedge"), signal);
    const version = catalogue.extensions[0]!.versions[0]!;
    equal((await catalogues.bundle(at("/kedge"), version, signal)).hash, bundle.hash);
    equal((await catalogues.refresh(at("/moved"), signal)).catalogue.version, 1);
    deepEqual(
      [
        await codeOf(catalogues.refresh(at("/elsewhere"), signal)),
        await codeOf(catalogues.refresh(at("/huge"), signal)),
        await codeOf(catalogues.refresh(at("/nothing"), signal)),
        await codeOf(catalogues.refresh(at("/private"), signal)),
      ],
      ["redirect", "too-large", "missing", "password"],
    );
    await Deno.writeTextFile(join(folder, "ca.pem"), authority.certificate);
    Deno.env.set("GIT_SSL_CAINFO", join(folder, "ca.pem"));
    equal(await codeOf(catalogues.refresh(at("/private/catalog.git"), signal)), "password");
    equal(await codeOf(catalogues.refresh(at("/elsewhere/catalog.git"), signal)), "redirect");
    away = true;
    equal(await codeOf(catalogues.bundle(at("/kedge"), version, signal)), "redirect");
    away = false;
    // Replace the bundle by a file that was not signed.
    await Deno.writeFile(join(served, version.file), new Uint8Array(version.size));
    equal(await codeOf(catalogues.bundle(at("/kedge"), version, signal)), "other-bundle");
    equal(asked > 8, true);
  } finally {
    if (certificates === undefined) Deno.env.delete("GIT_SSL_CAINFO");
    else Deno.env.set("GIT_SSL_CAINFO", certificates);
    await server.shutdown();
    client.close();
    await authority.close();
    await close();
  }
});

Deno.test("a catalogue is read from a bucket as the role of its address, each request signed", async () => {
  const { served, bundle, publishTo, catalogues, setting, close } = await stage();
  const moto = await startMoto();
  const before = Deno.env.get("AWS_ENDPOINT_URL");
  Deno.env.set("AWS_ENDPOINT_URL", moto.url);
  try {
    await publishTo(served, bundle);
    const put = async (path: string, body?: Uint8Array<ArrayBuffer>) => {
      const signer = new AwsV4Signer({
        method: "PUT",
        url: `${moto.url}/${path}`,
        service: "s3",
        region: "us-east-1",
        ...keys,
        ...(body && { body }),
      });
      const { method, url, headers } = await signer.sign();
      const response = await fetch(url, { method, headers, ...(body && { body }) });
      await response.body?.cancel();
      equal(response.ok, true, `${path}: ${response.status}`);
    };
    await put("tools");
    const address = "s3://tools/kedge?account=123456789012&role=ReadOnly&region=us-east-1";
    equal(await codeOf(catalogues.refresh(setting(address), signal)), "missing");
    for (const name of ["catalog.json", "catalog.json.sig"]) {
      await put(`tools/kedge/${name}`, await Deno.readFile(join(served, name)));
    }
    for await (const { name } of Deno.readDir(join(served, "bundles"))) {
      await put(`tools/kedge/bundles/${name}`, await Deno.readFile(join(served, "bundles", name)));
    }
    const { catalogue } = await catalogues.refresh(setting(address), signal);
    const version = catalogue.extensions[0]!.versions[0]!;
    equal((await catalogues.bundle(setting(address), version, signal)).hash, bundle.hash);
  } finally {
    if (before === undefined) Deno.env.delete("AWS_ENDPOINT_URL");
    else Deno.env.set("AWS_ENDPOINT_URL", before);
    await moto.stop();
    await close();
  }
});

/** Errors of S3, and the message for each. */
const S3_REFUSALS: readonly (readonly [
  what: string,
  status: number,
  kind: string,
  message: RegExp,
  hint: RegExp,
])[] = [
  [
    "does not let the role read",
    403,
    "password",
    /^ReadOnly in 123456789012 may not read kedge\/catalog\.json of the bucket tools, or it is not there$/,
    /s3:GetObject and s3:ListBucket/,
  ],
  [
    "leads to another region",
    301,
    "redirect",
    /^the bucket tools is not in us-east-1$/,
    /^Correct region= in its address\.$/,
  ],
  ["has no such object", 404, "missing", /^there is no kedge\/catalog\.json in the bucket tools$/, /address/],
  ["has a fault", 503, "unreachable", / answered 503$/, /^Try again/],
];
for (const [what, status, kind, message, hint] of S3_REFUSALS) {
  Deno.test(`refresh() tells it in the words of S3 when a bucket ${what}`, async () => {
    const { catalogues, setting, close } = await stage({
      fetch: () => Promise.resolve(new Response("", { status })),
    });
    try {
      const address = "s3://tools/kedge?account=123456789012&role=ReadOnly&region=us-east-1";
      const error = await catalogues.refresh(setting(address), signal).catch((error) => error);
      if (!isCatalogueError(error)) throw error;
      equal(error.code, kind);
      match(error.message, message);
      match(error.hint, hint);
    } finally {
      await close();
    }
  });
}

Deno.test("refresh() keeps the last good catalogue when the disk takes no other", async () => {
  const { served, bundle, publishTo, catalogues, setting, close } = await stage();
  try {
    await publishTo(served, bundle);
    await catalogues.refresh(setting(served), signal);
    await publishTo(served, makeBundle("tools", "2.0.0", 'return k.Alert("2")'));
    const text = await Deno.readTextFile(join(served, "catalog.json"));
    await Deno.writeTextFile(join(served, "catalog.json"), text.replace("Platform", "Other"));
    equal(await codeOf(catalogues.refresh(setting(served), signal)), "wrong-signature");
    const kept = await catalogues.stored(setting(served));
    deepEqual([kept?.catalogue.version, kept?.catalogue.name], [1, "Platform team"]);
    match(kept?.signedBy.join() ?? "", /alice/);
  } finally {
    await close();
  }
});
