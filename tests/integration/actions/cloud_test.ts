import assert from "node:assert/strict";
import { cli, installActions, makeHome, runJson } from "../../support/program/actions.ts";
import { startMoto } from "../../support/servers/moto.ts";

const OWN = "123456789012", OTHER = "210987654321";

/** An action that prints the settings that an AWS SDK would use. */
const SOURCE = `package action

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"sort"
	"strings"

	"kedge"
)

func Run(k *kedge.Ctx) error {
	id, role, region := k.Account()
	k.Log("account", id, role, region)
	names := []string{}
	for _, variable := range os.Environ() {
		if name := strings.SplitN(variable, "=", 2)[0]; strings.HasPrefix(name, "AWS") || strings.HasPrefix(name, "KEDGE") {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	k.Log(names, os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"))
	if id == "" {
		return nil
	}
	for _, token := range []string{"", "wrong", os.Getenv("AWS_CONTAINER_AUTHORIZATION_TOKEN")} {
		request, _ := http.NewRequest("GET", os.Getenv("AWS_CONTAINER_CREDENTIALS_FULL_URI"), nil)
		request.Header.Set("Authorization", token)
		response, err := k.HTTP().Do(request)
		if err != nil {
			return err
		}
		body, _ := io.ReadAll(response.Body)
		var fields map[string]string
		if err := json.Unmarshal(body, &fields); err != nil {
			return err
		}
		keys := []string{}
		for key, value := range fields {
			if value != "" {
				keys = append(keys, key)
			}
		}
		sort.Strings(keys)
		k.Log(response.StatusCode, keys, fields["AccessKeyId"] == "own-key")
	}
	return nil
}
`;
const VARIABLES = "[AWS_CONFIG_FILE AWS_CONTAINER_AUTHORIZATION_TOKEN AWS_CONTAINER_CREDENTIALS_FULL_URI " +
  "AWS_DEFAULT_REGION AWS_EC2_METADATA_DISABLED AWS_REGION AWS_SHARED_CREDENTIALS_FILE KEDGE_RUN]";

Deno.test("a run in an account has the account's credentials and no others", async (t) => {
  const paths = await makeHome();
  const moto = await startMoto();
  const env = {
    AWS_ENDPOINT_URL: moto.url,
    AWS_ACCESS_KEY_ID: "own-key",
    AWS_SECRET_ACCESS_KEY: "planted-secret-key",
    AWS_SESSION_TOKEN: "planted-session-token",
    AWS_REGION: "eu-west-1",
    AWS_PROFILE: "",
  };
  const run = async (args: readonly string[] = [], change: Record<string, string> = {}) => {
    const { document, stderr } = await runJson(paths, "cloud/show", [], { env: { ...env, ...change }, args });
    assert.doesNotMatch(JSON.stringify(document) + stderr, /planted/);
    return document;
  };
  try {
    await installActions(paths, "cloud", [{ id: "show", source: SOURCE, manifest: {} }]);

    await t.step("without an account and a terminal it is refused, saying what is missing", async () => {
      const { code, document } = await runJson(paths, "cloud/show", [], { env });
      assert.equal(code, 3);
      assert.equal(document.status, "refused");
      assert.match(document.error!, /its account and role are not known; give --account ID --role NAME/);
    });
    await t.step("in the chain's own account, without a role, they are the chain's", async () => {
      const { log } = await run(["--account", OWN]);
      assert.deepEqual(log.map(({ text }) => text), [
        `account ${OWN}  eu-west-1`,
        `${VARIABLES} eu-west-1 eu-west-1`,
        "401 [code message] false",
        "401 [code message] false",
        "200 [AccessKeyId Expiration SecretAccessKey Token] true",
      ]);
    });
    await t.step(
      "in the chain's own account, with another role, the credentials are those of the assumed role",
      async () => {
        const { log } = await run(["--account", OWN, "--role", "Any"]);
        assert.equal(log[0]!.text, `account ${OWN} Any eu-west-1`);
        assert.equal(log.at(-1)!.text, "200 [AccessKeyId Expiration SecretAccessKey Token] false");
      },
    );
    await t.step("a role that is not named is the last used one, kept in state.json", async () => {
      const { log } = await run(["--account", OWN]);
      assert.equal(log[0]!.text, `account ${OWN} Any eu-west-1`);
    });
    await t.step("in another account the credentials are those of the assumed role", async () => {
      const { log } = await run(["--account", OTHER, "--role", "Reader", "--region", "us-east-2"]);
      assert.equal(log[0]!.text, `account ${OTHER} Reader us-east-2`);
      assert.equal(log.at(-1)!.text, "200 [AccessKeyId Expiration SecretAccessKey Token] false");
    });
    await t.step(
      "credentials that AWS does not know are an error for the script, not for the run",
      async () => {
        const document = await run(["--account", OWN, "--role", "Typo"], {
          AWS_ENDPOINT_URL: "http://127.0.0.1:9",
        });
        assert.equal(document.status, "ok");
        assert.equal(document.log.at(-1)!.text, "500 [code message] false");
      },
    );
    await t.step("a role that gave no credentials is not the last used one", async () => {
      const { log } = await run(["--account", OWN]);
      assert.equal(log[0]!.text, `account ${OWN} Any eu-west-1`);
    });
    await t.step("--credentials prints what credential_process takes", async () => {
      const own = await cli(paths, ["--credentials", OWN], { env });
      assert.equal(own.code, 0, own.stderr);
      assert.deepEqual(JSON.parse(own.stdout), {
        Version: 1,
        AccessKeyId: "own-key",
        SecretAccessKey: "planted-secret-key",
        SessionToken: "planted-session-token",
      });
      const other = JSON.parse((await cli(paths, ["--credentials", `${OTHER}/Reader`], { env })).stdout);
      assert.deepEqual(Object.keys(other), [
        "Version",
        "AccessKeyId",
        "SecretAccessKey",
        "SessionToken",
        "Expiration",
      ]);
      assert.equal((await cli(paths, ["--credentials", "shop/Reader"], { env })).code, 2);
      const none = await cli(paths, ["--credentials", `${OWN}/Any`], {
        env: { AWS_ENDPOINT_URL: moto.url, HOME: paths.home },
      });
      assert.equal(none.code, 1);
      assert.match(none.stderr, /There are no AWS credentials\.\n.*AWS_PROFILE/);
    });
    await t.step("nothing of a run keeps a secret on disk", async () => {
      for await (const { name } of Deno.readDir(paths.logs)) {
        assert.doesNotMatch(await Deno.readTextFile(`${paths.logs}/${name}`), /planted/);
      }
      assert.doesNotMatch(await Deno.readTextFile(paths.state), /planted/);
    });
  } finally {
    await moto.stop();
    await paths.remove();
  }
});
