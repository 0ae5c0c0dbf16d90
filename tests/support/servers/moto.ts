import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testCache } from "../cache.ts";
import { motoElsewhere } from "./elsewhere.ts";
import { freePort } from "./ports.ts";
import { daemon, exec, kill, untilReady } from "./server.ts";

/** moto and all its dependencies with the hashes of their files; `pin_moto.ts` writes this file. */
const REQUIREMENTS = fileURLToPath(new URL("moto.txt", import.meta.url));

/** A running moto server, which simulates AWS: its Secrets Manager, STS and more behave as AWS documents them. */
export interface Moto {
  /** Address for `AWS_ENDPOINT_URL`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Returns the folder of moto's own Python environment; other requirements have another folder. */
function folder(): string {
  const digest = createHash("sha256").update(readFileSync(REQUIREMENTS)).digest("hex").slice(0, 12);
  return testCache(`moto-${digest}`);
}

/**
 * Installs moto into its folder if it is missing, and returns its program. Throws pip's error output when
 * that fails.
 */
export async function prepareMoto(): Promise<string> {
  const program = join(folder(), "bin", "moto_server");
  const complete = join(folder(), "complete");
  if (existsSync(complete)) return program;
  await Deno.mkdir(folder(), { recursive: true });
  // Debian's own Python is used, because others on PATH may lack venv.
  const python = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
  await exec([python, "-m", "venv", "--clear", folder()]);
  await exec([
    ...[join(folder(), "bin", "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"],
    ...["--only-binary", ":all:", "--require-hashes", "-r", REQUIREMENTS],
  ]);
  await Deno.writeTextFile(complete, "");
  return program;
}

/** Returns a Python with the boto3 and botocore that moto uses. */
export async function motoPython(): Promise<string> {
  await prepareMoto();
  return join(folder(), "bin", "python");
}

/** Returns the AWS CLI (version 1, the one on PyPI) with the same botocore. */
export async function awsCli(): Promise<string> {
  await prepareMoto();
  return join(folder(), "bin", "aws");
}

/** Starts an empty moto server on a free port of 127.0.0.1, in about two seconds. */
export async function startMoto(): Promise<Moto> {
  const elsewhere = await motoElsewhere();
  if (elsewhere) return elsewhere;
  const program = await prepareMoto();
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = await Deno.makeTempFile({ prefix: "kedge-moto-" });
  const server = daemon([program, "-H", "127.0.0.1", "-p", `${port}`], log);
  const stop = async () => {
    await kill(server);
    await Deno.remove(log);
  };
  const ready = async () => {
    const response = await fetch(`${url}/moto-api/data.json`);
    await response.body?.cancel();
    if (!response.ok) throw new Error("not yet");
  };
  await untilReady(server, log, ready, stop);
  return { url, stop };
}
