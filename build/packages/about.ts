/** Texts about Kedge for every package. */
export const ABOUT = {
  summary: "Accounts, secrets, servers and team scripts, one keystroke away",
  description:
    "A tray icon that holds what people who work with AWS and databases reach for all day: accounts, " +
    "secrets, SQL servers, and the team's own scripts. Scripts are reviewed before they run.",
  license: "MIT",
  /** Shown when Kedge is removed. */
  kept:
    "Your settings and extensions stay in .kedge in your home folder. Delete that folder to remove them as well.",
} as const;
