/** Characters of one message of a page: a form's answer or a config override is far smaller. */
export const MAX_MESSAGE = 1_000_000;
