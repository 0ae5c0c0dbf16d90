/** Whether a word of a command line is a link to Kedge, well-formed or not. */
export function isLink(word: string): boolean {
  return /^kedge:/i.test(word);
}
