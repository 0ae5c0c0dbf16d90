import { Buffer } from "node:buffer";
import { connect, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { oneLine } from "../../text/outside.ts";
import { WayError } from "../way.ts";
import { percentDecoded } from "../../text/percent.ts";

/** Maximum bytes of a proxy's answer. */
const MAX_ANSWER_LENGTH = 16_384;

/** A proxy for connections to other computers. */
interface Proxy {
  readonly host: string;
  readonly port: number;
  /** `Basic …` for a proxy that requires a user; undefined otherwise. */
  readonly authorization?: string;
}

type Environment = (name: string) => string | undefined;

/** Returns the first non-empty value of these names, upper case before lower case. */
function valueOf(env: Environment, ...names: readonly string[]): string {
  return names.map((name) => env(name) || env(name.toLowerCase()) || "").find(Boolean) ?? "";
}

/**
 * Returns the proxy for an encrypted connection to a host, from the variables that Kedge's other connections
 * use (`ALL_PROXY`, `HTTPS_PROXY`, `NO_PROXY`); null when there is none. Throws a WayError for an unsupported
 * kind of proxy.
 */
export function proxyFor(host: string, env: Environment = (name) => Deno.env.get(name)): Proxy | null {
  const without = valueOf(env, "NO_PROXY").split(",").map((one) => one.trim().replace(/^\./, ""));
  if (without.some((one) => one === "*" || (one !== "" && (host === one || host.endsWith(`.${one}`))))) {
    return null;
  }
  const text = valueOf(env, "ALL_PROXY", "HTTPS_PROXY");
  if (text === "") return null;
  const url = URL.parse(text.includes("://") ? text : `http://${text}`);
  // The address may contain a password, so no message includes it.
  if (url?.protocol !== "http:" || url.hostname === "") {
    throw new WayError(
      "WAY_UNREACHABLE",
      "the proxy of HTTPS_PROXY or ALL_PROXY is not one of HTTP",
      "Name one like http://proxy:3128, or put AWS's hosts into NO_PROXY.",
    );
  }
  const user = [url.username, url.password].map((part) => percentDecoded(part) ?? part).join(":");
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(url.port || 80),
    ...(user === ":" ? {} : { authorization: `Basic ${Buffer.from(user).toString("base64")}` }),
  };
}

/** Connects to a host through a proxy, encrypted for that host: the proxy sees only its name. Throws a WayError. */
export async function connectThrough(
  proxy: Proxy,
  { host, port }: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<TLSSocket> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => {});
  const fail = (words: string) => reject(new WayError("WAY_UNREACHABLE", words));
  const raw = connect(proxy.port, proxy.host);
  let socket: Socket | TLSSocket = raw;
  const stop = () => fail("it was stopped");
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  raw.on("error", (error: Error) => fail(`the proxy was not reached: ${oneLine(error.message)}`));
  raw.once("close", () => fail("the proxy hung up"));
  try {
    await Promise.race([failed, new Promise<void>((resolve) => raw.once("connect", () => resolve()))]);
    const to = `${host.includes(":") ? `[${host}]` : host}:${port}`;
    raw.write(
      `CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n${
        proxy.authorization === undefined ? "" : `Proxy-Authorization: ${proxy.authorization}\r\n`
      }\r\n`,
    );
    await Promise.race([failed, answered(raw)]);
    const secured = connectTls({ socket: raw, servername: host, ALPNProtocols: ["http/1.1"] });
    socket = secured;
    secured.on("error", (error: Error) => fail(oneLine(error.message)));
    await Promise.race([failed, new Promise<void>((resolve) => secured.once("secureConnect", resolve))]);
    return secured;
  } catch (error) {
    socket.destroy();
    raw.destroy();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Resolves when the proxy has connected. Throws a WayError with the proxy's answer when it has not. */
function answered(raw: Socket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let answer = "";
  const take = (chunk: Uint8Array) => {
    answer += new TextDecoder("latin1").decode(chunk);
    const end = answer.indexOf("\r\n\r\n");
    if (end < 0 && answer.length < MAX_ANSWER_LENGTH) return;
    raw.off("data", take);
    const [, status, words = ""] = /^HTTP\/1\.[01] (\d{3})(?: ([^\r\n]*))?/.exec(answer) ?? [];
    // No data may arrive before the host itself was addressed.
    if (end >= 0 && status?.startsWith("2") && answer.length === end + 4) resolve();
    else {
      const detail = status === undefined
        ? "no answer of HTTP"
        : `${status} ${oneLine(words, { longest: 200 })}`;
      const hint = status === "407" ? "Name user and password in HTTPS_PROXY." : undefined;
      reject(new WayError("WAY_UNREACHABLE", `the proxy does not lead on: ${detail.trim()}`, hint));
    }
  };
  raw.on("data", take);
  return promise;
}
