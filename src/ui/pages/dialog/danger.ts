/** What actions do that cannot be undone, as their questions say it. */
const WORDS =
  /\b(delet|destroy|drop|remov|terminat|truncat|eras|wip|purg|overwrit|overrid|discard|revok|commit|kill|shut\s?down)(e|es|ed|ing|ping|s)?\b/i;

/** Whether a question of an action, whose author alone knows what Yes does, speaks of what cannot be undone. */
export function speaksOfDanger(question: string): boolean {
  return WORDS.test(question);
}
