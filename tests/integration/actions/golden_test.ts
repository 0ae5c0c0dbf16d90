import assert from "node:assert/strict";
import { installActions, makeHome, type RunDocument, runJson } from "../../support/program/actions.ts";
import { readScripts, rewrite, sharedFiles } from "../../support/program/golden.ts";
import { putSecrets } from "../../support/cloud/put_secret.ts";
import { startMoto } from "../../support/servers/moto.ts";

/** `KEDGE_GOLDEN=write` replaces the expected output; read the difference before you commit it. */
const WRITE = Deno.env.get("KEDGE_GOLDEN") === "write";

const scripts = await readScripts();

Deno.test("golden suite: each script gives its expected result", async (t) => {
  const paths = await makeHome();
  const moto = await startMoto();
  try {
    const env = {
      AWS_ENDPOINT_URL: moto.url,
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
      AWS_REGION: "eu-west-1",
    };
    await installActions(
      paths,
      "golden",
      scripts.map(({ name, source, golden: { account, config } }) => ({
        id: name,
        source,
        manifest: {
          contextMode: account ? "custom" : "none",
          ...(account ? { account: account.id, region: account.region } : {}),
          ...(config ? { config } : {}),
        },
      })),
      await sharedFiles(),
    );
    for (const { golden } of scripts) {
      for (const [id, value] of Object.entries(golden.secrets ?? {})) {
        await putSecrets(moto.url, golden.account!.region, { [id]: value });
      }
    }
    for (const script of scripts) {
      await t.step(script.name, async () => {
        const { document, code } = await runJson(paths, `golden/${script.name}`, script.golden.answers, {
          env,
        });
        const { ms, ...said } = document;
        assert.ok(ms >= 0 && ms < 60_000);
        assert.equal(code, document.ok ? 0 : 1);
        if (WRITE) await rewrite(script, withoutTrace(said));
        else assert.deepEqual(withoutTrace(said), script.golden.expected);
      });
    }
  } finally {
    await moto.stop();
    await paths.remove();
  }
});

/**
 * Returns the result with only the lines of a panic that name the bundle; the others depend on the
 * version of Go.
 */
function withoutTrace(said: Omit<RunDocument, "ms">): Omit<RunDocument, "ms"> {
  return {
    ...said,
    log: said.log.filter(({ stream, text }) => stream !== "stderr" || /^panic: |actions\//.test(text))
      .map((line) => ({ ...line, text: line.text.replace(/ \+0x[0-9a-f]+$/, "").trim() })),
  };
}
