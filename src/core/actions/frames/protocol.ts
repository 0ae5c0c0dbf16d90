import * as z from "zod";
import { fieldsOf } from "../../json_values.ts";
import { MAX_PATTERN_LENGTH } from "./pattern.ts";

/** Protocol version that both sides must speak; sdk/internal/wire has the same number. */
export const PROTOCOL = 1;
/** Maximum bytes of a frame's JSON; neither side accepts more. */
export const MAX_FRAME = 16 * 1024 * 1024;

const id = z.int().min(1);
const text = z.string();
const fraction = z.number().min(0).max(1).nullable();
const choice = z.strictObject({ label: text.max(10_000), value: text.max(10_000) });

/** The properties common to the fields of a form and the one field of `ask`. */
const input = {
  label: text.max(10_000),
  placeholder: text.max(10_000),
  help: text.max(10_000),
  default: text.max(1_000_000),
  required: z.boolean(),
  options: z.array(choice).max(10_000),
  pattern: text.max(MAX_PATTERN_LENGTH).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
};

const askInput = z.strictObject({ kind: z.enum(["text", "number", "select", "secret"]), ...input });
const formInput = z.strictObject({
  key: text.min(1).max(200),
  kind: z.enum(["text", "textarea", "number", "secret", "select", "radio", "checkbox", "multiselect"]),
  ...input,
});

/** The frames that an action may send. Those with an id wait for an answer. */
const scriptFrame = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("hello"), protocol: z.int(), sdk: text.max(100) }),
  z.strictObject({ type: z.literal("log"), text }),
  z.strictObject({ type: z.literal("alert"), id, message: text }),
  z.strictObject({ type: z.literal("confirm"), id, message: text }),
  z.strictObject({ type: z.literal("ask"), id, title: text.max(10_000), input: askInput }),
  z.strictObject({
    type: z.literal("form"),
    id,
    title: text.max(10_000),
    fields: z.array(formInput).max(200),
  }),
  z.strictObject({
    type: z.literal("html"),
    id,
    title: text.max(10_000),
    html: text,
    width: z.int().min(0).max(10_000),
    height: z.int().min(0).max(10_000),
    showPrint: z.boolean(),
    showOpenInBrowser: z.boolean(),
  }),
  z.strictObject({ type: z.literal("secret"), id, secret: text.min(1).max(2048) }),
  z.strictObject({
    type: z.literal("query"),
    id,
    server: text.min(1).max(200),
    sql: text.min(1).max(1_000_000),
    args: z.array(z.union([z.null(), z.boolean(), z.number(), text])).max(1000),
  }),
  z.strictObject({
    type: z.literal("toast"),
    toast: text.min(1).max(200),
    level: z.enum(["info", "success", "warning", "error", "loading"]),
    title: text,
    message: text,
    duration: z.int().min(0).max(86_400),
  }),
  z.strictObject({ type: z.literal("dismissToast"), toast: text.min(1).max(200) }),
  z.strictObject({ type: z.literal("showProgress"), title: text, label: text, cancelable: z.boolean() }),
  z.strictObject({ type: z.literal("updateProgress"), fraction, label: text }),
  z.strictObject({ type: z.literal("hideProgress") }),
  z.strictObject({ type: z.literal("buttonLabel"), label: text }),
  z.strictObject({ type: z.literal("buttonProgress"), fraction }),
  z.strictObject({ type: z.literal("resetButton") }),
  z.strictObject({ type: z.literal("buttonClicks") }),
  z.strictObject({ type: z.literal("problem"), message: text.max(100_000) }),
  z.strictObject({ type: z.literal("done"), error: text.max(100_000) }),
]);

/** A frame that an action sends. */
export type ScriptFrame = z.infer<typeof scriptFrame>;

/** The frames that Kedge may send. The action checks them in Go; tests and readers use this schema. */
export const hostFrame = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("start"),
    protocol: z.int().min(1),
    appVersion: text,
    extension: z.strictObject({ id: text, name: text, version: text, author: text }),
    action: z.strictObject({ id: text, label: text }),
    account: z.strictObject({ id: text, role: text, region: text }).nullable(),
    dir: text,
    config: z.record(z.string(), z.json()),
  }),
  z.strictObject({ type: z.literal("answer"), id, value: z.json() }),
  z.strictObject({
    type: z.literal("fail"),
    id,
    message: text,
    /** Set when the run has ended; the action then gets `ErrCancelled`. */
    reason: z.literal("cancelled").optional(),
  }),
  z.strictObject({ type: z.literal("click") }),
  z.strictObject({ type: z.literal("close"), reason: z.enum(["stop", "timeout", "cancel"]) }),
  z.strictObject({ type: z.literal("problem"), message: text }),
]);

/** A frame that Kedge sends. */
export type HostFrame = z.infer<typeof hostFrame>;

/** Parses one frame of an action. The problem is a sentence that contains nothing of the frame's content. */
export function parseScriptFrame(
  json: string,
): { frame: ScriptFrame } | { problem: string; id?: number } {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { problem: "a frame is not JSON" };
  }
  const parsed = scriptFrame.safeParse(value);
  if (parsed.success) return { frame: parsed.data };
  const { type, id } = fieldsOf(value);
  const issue = parsed.error.issues[0]!;
  const field = [typeof type === "string" ? type.slice(0, 50) : "frame", ...issue.path].join(".");
  return {
    problem: `${field}: ${issue.code === "invalid_union" ? "unknown type" : issue.message}`,
    ...(typeof id === "number" && Number.isSafeInteger(id) && id > 0 ? { id } : {}),
  };
}

/** Returns the line that carries a frame of Kedge. */
export function hostLine(frame: HostFrame): string {
  return JSON.stringify(frame) + "\n";
}

/** Returns the schema of both directions, as schema/protocol.schema.json contains it. */
export function protocolSchema(): Record<string, unknown> {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Frames between Kedge and a running action",
    description: `Protocol ${PROTOCOL}. An action writes its frames on standard output, each as ` +
      "RS nonce SP JSON LF (long ones in pieces of at most 4096 bytes, all but the last with + for SP); " +
      "Kedge writes one JSON line each on the action's standard input.",
    $defs: {
      script: withoutSchema(z.toJSONSchema(scriptFrame)),
      host: withoutSchema(z.toJSONSchema(hostFrame)),
    },
  };
}

function withoutSchema({ $schema: _, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}
