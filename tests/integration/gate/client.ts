import assert from "node:assert/strict";
import { Client as NewClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as NewTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { serveAgent } from "../../../src/cli/start/agent.ts";
import type { App } from "../../../src/core/app/app.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import type { GrantLength } from "../../../src/core/state/agents.ts";
import type { AppState } from "../../../src/core/state/state.ts";
import { becomeFirst } from "../../../src/tray/instance/mod.ts";
import { program } from "../../support/program/program.ts";

/** The environment of the test process, saved because tests change it. */
const ENVIRONMENT = Deno.env.toObject();

/** The answer of a tool. */
export interface Answer {
  readonly status: string;
  readonly [key: string]: unknown;
}

/** An official MCP client, of either major version, as an agent uses it. */
export interface Agent {
  call(name: string, input: Record<string, unknown>): Promise<Answer>;
  tools(): Promise<readonly string[]>;
  /** The raw results in order. */
  readonly heard: readonly string[];
  /** Requests of Kedge to the client; there must be none. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Waits until the state fulfils a condition. */
export function until(app: App, is: (state: AppState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!is(app.store.get())) return;
      end();
      resolve();
    };
    const end = app.store.subscribe(look);
    look();
  });
}

/**
 * Opens the gate of an application. `told` replaces the caller's process IDs that the system
 * reports.
 */
export async function openGate(
  { app, home }: { readonly app: App; readonly home: string },
  told?: readonly number[],
) {
  const place = await becomeFirst(kedgePaths(home), () => {}, undefined, {}, {
    agent: (_, channel, callers) => serveAgent(app, channel, told ?? callers, Promise.resolve()),
  });
  assert.ok(place.first);
  return place;
}

/**
 * Starts `kedge --mcp` under a client of that version, in the given environment or in the test's
 * environment with that home.
 */
export async function agent(
  line: "1.x" | "2.x",
  home: string,
  env: Readonly<Record<string, string>> = { ...ENVIRONMENT, KEDGE_HOME: home },
): Promise<Agent> {
  const [command, ...args] = program("--mcp");
  const started = { command, args, env: { ...env } };
  const client = line === "1.x"
    ? new OldClient({ name: "a test", version: "1" })
    : new NewClient({ name: "a test", version: "2" });
  const transport = line === "1.x" ? new OldTransport(started) : new NewTransport(started);
  const heard: string[] = [], asked: string[] = [];
  client.fallbackRequestHandler = ({ method }: { readonly method: string }) => {
    asked.push(method);
    return Promise.resolve({});
  };
  await client.connect(transport as never);
  return {
    heard,
    asked,
    async call(name, given) {
      let answer: Answer;
      // Repeat the call when the answer says so, as an agent does.
      do {
        const result = await client.callTool({ name, arguments: given });
        heard.push(JSON.stringify(result));
        answer = result.structuredContent as unknown as Answer;
      } while (answer.message === "Kedge still starts.");
      return answer;
    },
    tools: async () =>
      (await client.listTools() as { tools: { name: string }[] }).tools.map(({ name }) => name),
    close: () => client.close(),
  };
}

/** Waits until no question to the user and no window of one is left. */
export function untilUnasked(app: App): Promise<void> {
  return until(
    app,
    ({ agents, windows }) => agents.questions.length === 0 && !windows.some(({ page }) => page === "grant"),
  );
}

/** Returns the result of a call whose question the user answers with `how`. */
export async function answered<T>(app: App, how: GrantLength | "deny", call: Promise<T>): Promise<T> {
  return (await Promise.all([call, answer(app, how)]))[0];
}

/**
 * Returns a function that runs steps; the first failing step ends the test, because the next one
 * would wait for its effect.
 */
export function steps(t: Deno.TestContext) {
  return async (name: string, work: () => Promise<void>) => {
    if (!await t.step(name, work)) throw new Error(`“${name}” failed`);
  };
}

/** Answers the next question, as a button in its window does. */
export async function answer(app: App, how: GrantLength | "deny"): Promise<void> {
  await until(app, ({ agents }) => agents.questions.length > 0);
  const [question] = app.store.get().agents.questions;
  assert.ok(app.store.get().windows.some(({ page, asked }) => page === "grant" && asked === undefined));
  assert.ok((await app.dispatch({ name: "answerGrant", question: question!.id, answer: how })).ok);
}
