import { deepEqual, equal, match } from "node:assert/strict";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeHome } from "../support/program/actions.ts";
import { plainEnvironment } from "../support/program/kedge.ts";
import { startMariadb } from "../support/servers/mariadb.ts";
import { type DatabaseServer, startPostgres } from "../support/servers/postgres.ts";
import { COMPILED } from "../support/program/program.ts";
import { removeFolder } from "../support/remove_folder.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TOOLBOX = join(ROOT, "examples/toolbox");

/** Matches paths that a search for one of the program's own modules would use. */
const MODULE = /node_modules|deno-compile-|\/(package|deno)\.jsonc?$|\.(js|mjs|cjs|ts|node)$/;

/** Command lines that together load all parts with packages or embedded files. */
const COMMANDS: [args: string[], code: number][] = [
  [["--version"], 0],
  [["--help"], 0],
  [["--validate-config", join(ROOT, "examples/config.json")], 0],
  [["--print-config", join(ROOT, "examples/config.json"), "--json"], 0],
  [["--schema", "manifest"], 0],
  [["--label", "shop-production"], 0],
  [["--validate-bundle", TOOLBOX, "--compile"], 0],
  [["--list"], 0],
  // Without a desktop the doctor reports problems.
  [["--doctor", "--json"], 1],
  [["--new", "HOME/fresh"], 0],
  [["--pack", TOOLBOX, "--output", "HOME/toolbox.kedgeext"], 0],
  [["--credentials", "123456789012/Reader"], 1],
  [["--query", "postgres", "select 1"], 0],
  [["--query", "mysql", "select 1", "--format", "csv"], 0],
  // The error of a refused statement loads the code that explains it.
  [["--query", "mysql", "select nothing"], 1],
];

Deno.test("the compiled program looks for no module outside of itself", async (test) => {
  equal(typeof COMPILED, "string", "KEDGE_PROGRAM names the compiled program");
  const paths = await makeHome();
  // Folders above the program's own, which is in the temporary folder; another user could put a
  // module there.
  const temp = await Deno.makeTempDir({ prefix: "kedge-planted-" });
  await Deno.chmod(temp, 0o777);
  const marker = join(temp, "loaded");
  for (const name of ["bufferutil", "cardinal", "pg-native", "pg-cloudflare", "usocket", "utf-8-validate"]) {
    const folder = join(temp, "node_modules", name);
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(
      join(folder, "index.js"),
      `require("fs").writeFileSync(${JSON.stringify(marker)}, "");`,
    );
  }
  const servers = { postgres: await startPostgres(), mysql: await startMariadb() };
  try {
    const configured = Object.entries(servers).map(([name, { port }]) => ({
      name,
      engine: name,
      host: "127.0.0.1",
      port,
      database: name === "mysql" ? "app" : name,
    }));
    await Deno.writeTextFile(paths.config, JSON.stringify({ version: 2, servers: configured }), {
      mode: 0o600,
    });
    for (const [args, code] of COMMANDS) {
      await test.step(args.slice(0, 1).join(" "), async () => {
        const trace = join(temp, "trace");
        const all = args.map((arg) => arg.replace("HOME", temp));
        const plain = await plainEnvironment();
        // Programs are searched in PATH; the program that runs the tests may itself be among
        // packages.
        const PATH = plain.PATH!.split(":").filter((folder) => !folder.includes("node_modules")).join(":");
        const env = await plainEnvironment({
          PATH,
          KEDGE_HOME: paths.home,
          TMPDIR: temp,
          AWS_EC2_METADATA_DISABLED: "true",
          ...(args[0] === "--query" ? loginOf(servers[args[1] as keyof typeof servers]) : {}),
        });
        const result = await new Deno.Command("strace", {
          args: ["-f", "-qq", "-e", "trace=%file", "-o", trace, COMPILED!, ...all],
          cwd: temp,
          env,
          clearEnv: true,
          stdin: "null",
        }).output();
        equal(result.code, code, new TextDecoder().decode(result.stderr));
        const files = [
          ...(await Deno.readTextFile(trace)).matchAll(/^\d+ +\w+\([^"\n]*"((?:[^"\\]|\\.)*)"/gm),
        ]
          .map(([, path]) => path!);
        match(files.join("\n"), /\/etc\/ld.so.cache/, "the trace has something to say");
        const goRoot = /\/(go|golang|go-[\d.]+)\//;
        const loose = files.filter((path) =>
          MODULE.test(path) && !goRoot.test(path) && !path.startsWith(paths.home) &&
          !path.startsWith(TOOLBOX) && path !== dirname(path)
        );
        deepEqual([...new Set(loose)], []);
      });
    }
    equal(await Deno.stat(marker).catch(() => null), null, "a planted module ran");
  } finally {
    await removeFolder(temp);
    await paths.remove();
    await Promise.all(Object.values(servers).map((server) => server.stop()));
  }
});

function loginOf({ user, password }: DatabaseServer): Record<string, string> {
  return { KEDGE_DB_USER: user, KEDGE_DB_PASSWORD: password };
}
