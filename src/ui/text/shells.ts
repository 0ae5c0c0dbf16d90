import type { Shell } from "../../core/aws/exports/shells.ts";

/** The name of each shell, as people write it. */
export const SHELL_NAMES: Readonly<Record<Shell, string>> = {
  sh: "sh, bash, zsh",
  fish: "fish",
  powershell: "PowerShell",
  cmd: "cmd",
};
