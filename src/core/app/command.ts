import { type CommandOf, commandSchema, usageOf } from "./feature.ts";
import * as features from "./features/mod.ts";

export type { CommandResult } from "../result.ts";

/**
 * A request of a surface that changes something. The tray menu sends commands as values, pages send them as
 * JSON. Each feature defines its own.
 */
export type Command = CommandOf<typeof features>;

/** Schema that parses a command from outside. */
export const command = commandSchema(features);

/** Returns the key under which uses of a command are counted, stable over time; null when they are not counted. */
export const usageKey = usageOf(features);
