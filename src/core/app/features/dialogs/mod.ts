import * as z from "zod";
import { command, feature, id } from "../../feature.ts";
import type { Dialogs } from "./dialogs.ts";
import { isAccountId } from "../../../text/aws_names.ts";

/** The command that answers questions to the user. */
export const dialogs = feature({
  answerDialog: command({ dialog: id, answer: z.json(), knows: z.number().optional() }, ({ answer }) => {
    const { account } = typeof answer === "object" && answer !== null && !Array.isArray(answer) ? answer : {};
    return typeof account === "string" && isAccountId(account) ? `account:${account}` : null;
  }),
}, ({ dialogs }: { readonly dialogs: Dialogs }) => ({
  answerDialog: ({ dialog, answer, knows }) => dialogs.answer(dialog, answer, knows),
}));
