import { Secret } from "../../../secret.ts";
import { hostPort } from "../../../sql/engines/mod.ts";
import type { AskUser, WayQuestion } from "../../../ways/questions.ts";
import type { DialogRequest, Dialogs } from "../dialogs/dialogs.ts";

type Asked = Extract<DialogRequest, { kind: "way" }>;

/** Returns a function that asks the user, in a window, a question of a program on the way to a server. */
export function askOnWay(dialogs: Dialogs): AskUser {
  return async (question, signal) => {
    const title = titleOf(question);
    const answer = await dialogs.open<"way">(dialogOf(question, title), { title, signal });
    if (answer === null) return null;
    // A text answers only a question for a secret, and `true` only the other questions.
    if (question.asks !== "secret") return answer === true ? true : null;
    return answer === true ? null : new Secret(answer);
  };
}

function dialogOf(question: WayQuestion, title: string): Asked {
  const { asks, text, way, to, again } = question;
  return {
    kind: "way",
    asks,
    title,
    text,
    way,
    to: hostPort(to),
    ...(question.asks === "host key" && { host: question.host, fingerprint: question.fingerprint }),
    ...(again && { problem: "That was not right." }),
  };
}

/** Returns a short title. The question's own text is shown below. */
function titleOf({ asks, text, way }: WayQuestion): string {
  if (asks === "host key") return "A new computer on the way";
  if (asks === "confirm") return "A question on the way";
  if (asks === "notice") return "Something to do for the way";
  if (/^Enter passphrase for /.test(text)) return "Passphrase of a key";
  if (/^Enter PIN for /.test(text)) return "PIN of a key";
  return /password:$/i.test(text) ? "Password on the way" : `Question of ${way}`;
}
