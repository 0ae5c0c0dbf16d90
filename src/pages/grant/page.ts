import { doingWords, scopeWords } from "../../core/gate/scopes.ts";
import type { AppState, WindowState } from "../../core/state/state.ts";
import { definePage, type ModelOf } from "../page.ts";

const askedIn = ({ agents }: AppState, { params }: WindowState) =>
  agents.questions.find(({ id }) => id === params.question) ?? null;

/** The page that asks whether an agent may access something; `question` is null once it is answered. */
export const grantPage = definePage({
  title: "An agent asks",
  titleOf: (state, { question }) => {
    const asked = state.agents.questions.find(({ id }) => id === question);
    return asked && `An agent asks for ${scopeWords(asked.thing, state)}`;
  },
  width: 420,
  height: 430,
  single: false,
  resizable: false,
  model: () => (state, window) => {
    const question = askedIn(state, window);
    if (question === null) return { question, what: "" };
    return { question, what: doingWords(question.doing, question.thing, scopeWords(question.thing, state)) };
  },
  commands: {
    answerGrant: ({ question }, { params }) => question === params.question,
  },
});

/** The model of the page. */
export type GrantModel = ModelOf<typeof grantPage>;
