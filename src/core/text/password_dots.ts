/** Longer texts are shown cut anyway, and what is searched stays short. */
const SEARCHED = 4000;

/** Dots for the passwords of addresses (`postgres://ada:•••@db`) and of keys (`"password": "•••"`), one for each character. */
export function passwordDots(text: string): string {
  if (!text.includes("://") && !/pass|pwd/i.test(text)) return text;
  const dots = (_: string, before: string, password: string) => before + "•".repeat(password.length);
  return text.slice(0, SEARCHED)
    .replace(/(:\/\/[^\s/:@"]*:)([^\s"]+)(?=@)/g, dots)
    .replace(/("(?:pass|passwd|password|pwd)"\s*:\s*")((?:[^"\\]|\\.)+)/gi, dots) + text.slice(SEARCHED);
}
