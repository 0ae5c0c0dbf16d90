import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeAccounts } from "../../src/core/aws/portal/accounts_file.ts";
import { manyAccounts, startFakePortal } from "../support/cloud/fake_portal.ts";
import { onStage, PORTAL } from "../support/cloud/stage.ts";
import { plainEnvironment } from "../support/program/kedge.ts";
import { bundledProgram } from "./bundled.ts";
import { goal } from "./goal.ts";

const ROUNDS = 25;
const ACCOUNTS = 5_000, ROLES = 20, ASKED = 64;

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Measures credentials and long lists of accounts, as whole processes. */
export async function bench(): Promise<string[]> {
  return [...await printing(), ...await listing()];
}

/** Measures printing credentials that a running Kedge has, alternating with an empty program. */
async function printing(): Promise<string[]> {
  const lines: string[] = [];
  await onStage({}, async ({ fake, home, plantSession }) => {
    await plantSession();
    const kedgeHome = join(home, ".kedge");
    await Deno.mkdir(kedgeHome, { mode: 0o700 });
    const config = { ssoStartUrl: PORTAL.startUrl, ssoRegion: PORTAL.region };
    await Deno.writeTextFile(join(kedgeHome, "config.json"), JSON.stringify(config));
    const empty = join(home, "empty.ts");
    await Deno.writeTextFile(empty, "");
    const kedge = await bundledProgram(home);
    const env = await plainEnvironment({ HOME: home, KEDGE_HOME: kedgeHome, ...fake.env });
    const deno = (...args: string[]) =>
      new Deno.Command(Deno.execPath(), {
        args,
        env,
        clearEnv: true,
        stdin: "null",
        stdout: "piped",
        stderr: "inherit",
      });
    const source = ["run", "-A", "-q", "--no-check"];
    const first = deno(...source, file("../support/program/answering.ts")).spawn();
    const reader = first.stdout.getReader();
    await reader.read();
    const commands = {
      "empty Deno": [...source, empty],
      "--credentials from the running Kedge": [...kedge, "--credentials", "111111111111/Reader"],
    };
    const times = new Map<string, number[]>(Object.keys(commands).map((name) => [name, []]));
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [name, args] of Object.entries(commands)) {
        const start = performance.now();
        const { success } = await deno(...args).output();
        if (!success) throw new Error(`${name} failed`);
        // The first round fills caches.
        if (round > 0) times.get(name)!.push(performance.now() - start);
      }
    }
    const asked = fake.count("/federation/credentials");
    await reader.cancel();
    first.kill("SIGKILL");
    await first.status;
    const [base, own] = [...times.values()].map((each) => each.sort((a, b) => a - b));
    const median = (each: number[]) => each[each.length >> 1]!;
    const ratio = median(own!) / median(base!), least = own![0]! / base![0]!;
    lines.push(
      `--credentials from the running Kedge: ${median(own!).toFixed(0)} ms, empty Deno ${
        median(base!).toFixed(0)
      } ms: ` +
        `${ratio.toFixed(2)} × (fastest ${own![0]!.toFixed(0)} and ${base![0]!.toFixed(0)}: ${
          least.toFixed(2)
        } ×; ${goal("1.6 ×", ratio <= 1.6)}), ` +
        `${asked} call to AWS for ${ROUNDS + 1} runs`,
    );
  });
  return lines;
}

/**
 * Measures a large organisation: the first list from the portal, roles at AWS's rate, and the next
 * start from the cache.
 */
async function listing(): Promise<string[]> {
  const home = await Deno.makeTempDir({ prefix: "kedge-large-" });
  const accounts = manyAccounts(ACCOUNTS, ROLES);
  const fake = startFakePortal({ accounts, rolesPerSecond: 20, delay: 20 });
  try {
    const session = fake.open();
    const folder = join(home, ".aws/sso/cache");
    await Deno.mkdir(folder, { recursive: true });
    const { tokenFile } = await import("../../src/core/aws/session/names.ts");
    const token = { ...PORTAL, accessToken: session.accessToken, expiresAt: "2099-01-01T00:00:00Z" };
    await Deno.writeTextFile(join(folder, await tokenFile(PORTAL.startUrl)), JSON.stringify(token));
    const run = async (list: string, roles: number) => {
      const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "-A",
          "-q",
          "--no-check",
          file("../support/cloud/large_list.ts"),
          list,
          String(roles),
        ],
        env: await plainEnvironment({ HOME: home, ...fake.env }),
        clearEnv: true,
      }).output();
      if (!success) throw new Error(new TextDecoder().decode(stderr));
      return JSON.parse(new TextDecoder().decode(stdout)) as Record<string, number>;
    };
    const first = await run(join(home, "first.json"), ASKED);
    const refused = fake.calls.filter(({ status }) => status === 429).length;
    const kept = writeAccounts({ listedAt: 1, accounts, former: [] });
    await Deno.writeTextFile(join(home, "kept.json"), kept);
    const again = await run(join(home, "kept.json"), 0);
    return [
      `${ACCOUNTS} accounts × ${ROLES} roles: first list ${
        first.listed!.toFixed(0)
      } ms (50 pages of 20 ms each), ` +
      `${first.memory!.toFixed(0)} MB`,
      `roles of ${ASKED} of them: ${
        first.asked!.toFixed(0)
      } ms, at most ${fake.most} calls under way, ${refused} refused as too many`,
      `the next start: all ${again.known} with their roles in ${again.kept!.toFixed(0)} ms from ` +
      `${(kept.length / 1024).toFixed(0)} kB, ${again.memory!.toFixed(0)} MB`,
    ];
  } finally {
    await fake.close();
    await Deno.remove(home, { recursive: true });
  }
}
