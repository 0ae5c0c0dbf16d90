import type { Command, CommandResult } from "../../../src/core/app/command.ts";
import type { WholeProgram } from "./stage.ts";

type Named<N extends Command["name"]> = Extract<Command, { readonly name: N }>;
/** The fields of a command. */
type Fields<N extends Command["name"]> = Omit<Named<N>, "name">;

/** A command, carried out after those of all earlier rows in the same program. */
export interface Row {
  readonly name: Command["name"];
  /** A description of its effect. */
  readonly does: string;
  readonly command: (program: WholeProgram) => Promise<Command>;
  /** The effect of the command; checked until it is truthy. */
  readonly left: (program: WholeProgram, result: CommandResult) => unknown;
  /** What the user does while it is carried out, such as giving an answer. */
  readonly meanwhile: (program: WholeProgram) => Promise<unknown>;
}

/** Defines a row; `left` is checked until it is truthy. */
export function row<N extends Command["name"]>(
  name: N,
  does: string,
  fields: Fields<N> | ((program: WholeProgram) => Fields<N> | Promise<Fields<N>>),
  left: Row["left"],
  meanwhile: Row["meanwhile"] = () => Promise.resolve(),
): Row {
  return {
    name,
    does,
    command: async (program) => {
      const given = typeof fields === "function"
        ? await (fields as (program: WholeProgram) => Fields<N> | Promise<Fields<N>>)(program)
        : fields;
      return { name, ...given } as unknown as Command;
    },
    left,
    meanwhile,
  };
}

/** Returns a check whether a program was started with arguments that match. */
export const ran = (pattern: RegExp) => async ({ started }: WholeProgram) =>
  (await started()).some((line) => pattern.test(line));

/** Returns the ID of a page's window; empty when none shows it. */
export const windowOf = ({ state }: WholeProgram, page: string) =>
  state().windows.find((one) => one.page === page)?.id ?? "";
