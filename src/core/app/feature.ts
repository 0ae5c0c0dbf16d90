import * as z from "zod";
import { ACCOUNT_ID, ROLE_NAME } from "../text/aws_names.ts";
import type { CommandOutcome, CommandResult } from "../result.ts";

/** The ID of an action, window or server in a command. */
export const id = z.string().min(1).max(200);

/** The account of a command. */
export const accountId = z.string().regex(ACCOUNT_ID);
/** The role of a command; empty for the user's own credentials. */
export const roleName = z.literal("").or(z.string().regex(ROLE_NAME));

/** A command of a feature: the schema of its fields, and what its uses count for. */
interface CommandDefinition<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly shape: Shape;
  /** Returns the key under which a use is counted, stable over time; null when it is not counted. */
  readonly usage: (fields: Fields<Shape>) => string | null;
}

/** The fields of a command, as its handler gets them. */
type Fields<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>>;

/** Defines a command by its fields. Every field must have a bound. `usage` is for commands that are counted. */
export function command<Shape extends z.ZodRawShape>(
  shape: Shape,
  usage: (fields: Fields<Shape>) => string | null = () => null,
): CommandDefinition<Shape> {
  return { shape, usage };
}

/** Commands of a feature, by name. Each command's `usage` takes the fields of that command. */
type Commands = Readonly<
  Record<string, { readonly shape: z.ZodRawShape; readonly usage: (fields: never) => string | null }>
>;

/** Functions that carry out the commands, by name. Failures that a user can cause are results, never exceptions. */
type Handlers<C extends Commands> = {
  readonly [N in keyof C]: (fields: Fields<C[N]["shape"]>) => CommandOutcome;
};

/** A feature of Kedge: its commands, and a function that makes their handlers from their dependencies. */
interface Feature<C extends Commands, Needs> {
  readonly commands: C;
  readonly handle: (needs: Needs) => Handlers<C>;
}

/** Defines a feature. */
export function feature<C extends Commands, Needs>(
  commands: C,
  handle: (needs: Needs) => Handlers<C>,
): Feature<C, Needs> {
  return { commands, handle };
}

/** Features by name. The application's own are the exports of `features/mod.ts`. */
type Features = Readonly<
  Record<string, { readonly commands: Commands; readonly handle: (needs: never) => object }>
>;

type Named<C extends Commands> = {
  [N in keyof C & string]: Fields<{ name: z.ZodLiteral<N> } & C[N]["shape"]>;
}[keyof C & string];

/** Every command of the features, told apart by `name`. */
export type CommandOf<F extends Features> = { [K in keyof F]: Named<F[K]["commands"]> }[keyof F];

/** The dependencies of all features together. */
export type NeedsOf<F extends Features> =
  { [K in keyof F]: (needs: Parameters<F[K]["handle"]>[0]) => void }[keyof F] extends
    (needs: infer Needs) => void ? Needs : never;

function definitions(features: Features): [name: string, Commands[string]][] {
  return Object.values(features).flatMap(({ commands }) => Object.entries(commands));
}

/** Returns the schema of all commands of the features. Commands of pages are parsed by it. */
export function commandSchema<F extends Features>(features: F): z.ZodType<CommandOf<F>> {
  const options = definitions(features).map(([name, { shape }]) =>
    z.object({ name: z.literal(name), ...shape })
  );
  const [first, ...rest] = options;
  return z.discriminatedUnion("name", [first!, ...rest]) as unknown as z.ZodType<CommandOf<F>>;
}

/** Returns a function that gives the key of a command's use; null when the use is not counted. */
export function usageOf<F extends Features>(features: F): (command: CommandOf<F>) => string | null {
  const byName = new Map(definitions(features));
  return (command) => byName.get(nameOf(command))?.usage(command as never) ?? null;
}

/**
 * Returns the function that carries out any command of the features. Throws when two features have a command
 * of the same name.
 */
export function dispatcher<F extends Features>(
  features: F,
  needs: NeedsOf<F>,
): (command: CommandOf<F>) => Promise<CommandResult> {
  const handlers = new Map<string, (fields: object) => CommandOutcome>();
  for (const { handle } of Object.values(features)) {
    for (const [name, handler] of Object.entries(handle(needs as never))) {
      if (handlers.has(name)) throw new Error(`two features have a command "${name}"`);
      handlers.set(name, handler);
    }
  }
  return async (command) => {
    const { name: _, ...fields } = command as object & { name: string };
    return resultOf(await handlers.get(nameOf(command))!(fields));
  };
}

/** Returns a handler's result. A handler without a result may return any value, which means success. */
function resultOf(given: void | CommandResult): CommandResult {
  return typeof given === "object" && "ok" in given ? given : { ok: true };
}

/** Returns the command's name. For a type parameter the compiler does not know that commands have one. */
function nameOf(command: unknown): string {
  return (command as { readonly name: string }).name;
}
