import { type CommandOf, commandSchema, usageOf } from "./feature.ts";
import * as features from "./features/mod.ts";

export type { CommandResult } from "./result.ts";

/**
 * What a surface may ask of the application: the tray menu carries these as values, pages send them as
 * JSON. Each feature brings its own.
 */
export type Command = CommandOf<typeof features>;

/** Parses a command at the door. */
export const command = commandSchema(features);

/** The key under which a use of a command is counted, the same over time; null when it is not counted. */
export const usageKey = usageOf(features);
