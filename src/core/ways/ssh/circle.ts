import { run } from "../../platform/run.ts";
import { oneLine } from "../../text/outside.ts";
import type { Hop } from "../address.ts";

/** Computers that `ProxyJump` may lead over, and how long ssh may take to say how it understands a name, in ms. */
const MOST = 12, LIMIT = 5000;
/** The computer that ssh passes before the one that was named; of several the first. */
const JUMP = /^(?:[^\s,@]*@)?(\[[^\],]*\]|[^\s,:]+)(?::(\d+))?/;
/** What stands for a part of the name that was asked about. */
const TOKENS: Readonly<Record<string, string>> = { h: "hostname", p: "port", r: "user" };

/**
 * Where `ProxyJump` of ssh's own configuration never ends: the names in their order. ssh follows a circle with a new process
 * for each step. Null where it ends, or ssh does not say.
 */
export async function circleOf(
  program: string,
  first: Hop,
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<string | null> {
  const passed: string[] = [];
  for (let { host, port, user }: Hop = first;;) {
    const name = port === undefined ? host : `${host}:${port}`;
    const again = passed.includes(name);
    passed.push(name);
    if (again || passed.length > MOST) return oneLine(passed.join(", then "), { longest: 500 });
    const asked = await run(program, [
      "-G",
      ...(user === undefined ? [] : ["-l", user]),
      ...(port === undefined ? [] : ["-p", String(port)]),
      "--",
      host.replace(/^\[(.*)\]$/, "$1"),
    ], { env, limit: LIMIT, signal });
    if (!asked.ended || asked.code !== 0) return null;
    const said = (name: string) => new RegExp(`^${name} (\\S+)$`, "im").exec(asked.stdout)?.[1] ?? "";
    const whole = said("proxyjump").replace(
      /%([hnpr])/g,
      (_, token: string) => token === "n" ? host : said(TOKENS[token]!),
    );
    const [, jump, at] = JUMP.exec(whole) ?? [];
    if (jump === undefined || jump === "none" || jump.startsWith("-")) return null;
    [host, port, user] = [jump, at === undefined ? undefined : Number(at), undefined];
  }
}
