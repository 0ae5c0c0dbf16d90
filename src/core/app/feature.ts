import { z } from "zod";
import { ACCOUNT_ID, ROLE_NAME } from "../text/aws_names.ts";
import type { CommandOutcome, CommandResult } from "./result.ts";

/** What a command names: an action, a window, a server. */
export const id = z.string().min(1).max(200);

/** The account that a command is about. */
export const accountId = z.string().regex(ACCOUNT_ID);
/** As whom; "" is the role of the user's own credentials. */
export const roleName = z.literal("").or(z.string().regex(ROLE_NAME));

/** One command of a feature: the schema of its fields, and what it counts as a use of. */
interface CommandDefinition<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly shape: Shape;
  /** The key under which a use is counted, the same over time; null when it is not counted. */
  readonly usage: (fields: Fields<Shape>) => string | null;
}

/** The fields of a command, as its handler gets them. */
type Fields<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>>;

/** Defines a command by its fields, every one of them bounded; `usage` when it is worth counting. */
export function command<Shape extends z.ZodRawShape>(
  shape: Shape,
  usage: (fields: Fields<Shape>) => string | null = () => null,
): CommandDefinition<Shape> {
  return { shape, usage };
}

/** A feature's commands by their names. Which fields `usage` gets is known of each one alone. */
type Commands = Readonly<
  Record<string, { readonly shape: z.ZodRawShape; readonly usage: (fields: never) => string | null }>
>;

/**
 * The functions that carry the commands out, by their names. Errors that a user can cause are results, never
 * exceptions.
 */
type Handlers<C extends Commands> = {
  readonly [N in keyof C]: (fields: Fields<C[N]["shape"]>) => CommandOutcome;
};

/** One feature of Kedge: its commands, and a function that makes their handlers from what they need. */
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

/** Features by their names: the application's own are the exports of `features/mod.ts`. */
type Features = Readonly<
  Record<string, { readonly commands: Commands; readonly handle: (needs: never) => object }>
>;

type Named<C extends Commands> = {
  [N in keyof C & string]: Fields<{ name: z.ZodLiteral<N> } & C[N]["shape"]>;
}[keyof C & string];

/** Every command of the features, told apart by `name`. */
export type CommandOf<F extends Features> = { [K in keyof F]: Named<F[K]["commands"]> }[keyof F];

/** Everything that the features need, together. */
export type NeedsOf<F extends Features> =
  { [K in keyof F]: (needs: Parameters<F[K]["handle"]>[0]) => void }[keyof F] extends
    (needs: infer Needs) => void ? Needs : never;

function definitions(features: Features): [name: string, Commands[string]][] {
  return Object.values(features).flatMap(({ commands }) => Object.entries(commands));
}

/** The schema of the features' commands: what a page sends is parsed by it at the door. */
export function commandSchema<F extends Features>(features: F): z.ZodType<CommandOf<F>> {
  const options = definitions(features).map(([name, { shape }]) =>
    z.object({ name: z.literal(name), ...shape })
  );
  const [first, ...rest] = options;
  return z.discriminatedUnion("name", [first!, ...rest]) as unknown as z.ZodType<CommandOf<F>>;
}

/** What a command uses; null for what is not worth counting. */
export function usageOf<F extends Features>(features: F): (command: CommandOf<F>) => string | null {
  const byName = new Map(definitions(features));
  return (command) => byName.get(nameOf(command))?.usage(command as never) ?? null;
}

/** Makes what carries out any command of the features. Throws when two features have a command of one name. */
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

/** A handler that has no result to tell may give whatever its last call gave. */
function resultOf(given: void | CommandResult): CommandResult {
  return typeof given === "object" && "ok" in given ? given : { ok: true };
}

/** Of features that are not known yet, the compiler does not see that their commands have a name. */
function nameOf(command: unknown): string {
  return (command as { readonly name: string }).name;
}
