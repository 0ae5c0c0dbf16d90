import assert from "node:assert/strict";
import { testOn } from "../../../support/systems.ts";

/** Hides the environment of a process of its own and tells what is left to see, and to use. */
const PROGRAM = `
import { hidePrivateEnvironment } from ${
  JSON.stringify(new URL("../../../../src/core/platform/private_environment.ts", import.meta.url).href)
};
hidePrivateEnvironment();
hidePrivateEnvironment();
const shown = Deno.readTextFileSync("/proc/self/environ");
const child = new Deno.Command("env", { stdout: "piped" }).outputSync();
console.log(JSON.stringify({
  shown: shown.split("\\0").filter((one) => one !== ""),
  used: Deno.env.toObject(),
  inherited: new TextDecoder().decode(child.stdout),
}));
`;

testOn(
  ["proc"],
  "hidePrivateEnvironment() leaves nothing of AWS and Kedge to be seen, and everything to be used",
  async () => {
    const env = {
      AWS_SECRET_ACCESS_KEY: "planted-ünïcode-key",
      aws_session_token: "planted-token",
      AWS_PROFILE: "",
      KEDGE_DB_PASSWORD: "planted=password=",
      OTHER: "stays",
    };
    const file = await Deno.makeTempFile({ suffix: ".ts" });
    try {
      await Deno.writeTextFile(file, PROGRAM);
      const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", "--no-config", file],
        env: { PATH: "/usr/bin:/bin", HOME: Deno.env.get("HOME") ?? "/", ...env },
        clearEnv: true,
      }).output();
      const text = new TextDecoder().decode(stdout);
      assert.ok(text.startsWith("{"), new TextDecoder().decode(stderr));
      const { shown, used, inherited } = JSON.parse(text);
      assert.doesNotMatch(JSON.stringify(shown), /planted/);
      assert.ok(shown.includes("OTHER=stays"));
      for (const [name, value] of Object.entries(env)) assert.equal(used[name], value);
      assert.match(inherited, /AWS_SECRET_ACCESS_KEY=planted-ünïcode-key\n/);
    } finally {
      await Deno.remove(file);
    }
  },
);
