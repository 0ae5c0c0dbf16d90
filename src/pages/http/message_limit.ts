/** Maximum characters of one message of a page. Answers of forms and config overrides are far smaller. */
export const MAX_MESSAGE = 1_000_000;
