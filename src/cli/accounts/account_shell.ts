import { join } from "node:path";
import { makeFolder, writeFileAtomic } from "../../core/files/atomic.ts";
import { FileError } from "../../core/files/errors.ts";
import { findProgram, hostSystem } from "../../core/platform/mod.ts";
import { systemErrorText } from "../system_error.ts";

/** The user's shell, whose prompt shows the account and role of its credentials. */
interface AccountShell {
  readonly program: string;
  readonly args: readonly string[];
  /** Variables that the shell needs in addition to its environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** Arguments, variables and files of a shell; none of them contains a credential. */
interface Prompting {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Contents of the files, by path relative to the folder of such files. */
  readonly files: Readonly<Record<string, string>>;
}

/** Variable whose value the prompt shows first, in parentheses. */
const LABEL = "KEDGE_ACCOUNT";

const BASH = `# The user's own settings, then a prompt that names the account.
if [ -f ~/.bashrc ]; then . ~/.bashrc; fi
__kedge_prompt() { case $PS1 in "($${LABEL}) "*) ;; *) PS1="($${LABEL}) $PS1" ;; esac; }
__kedge_line=$'\\n'
PROMPT_COMMAND="\${PROMPT_COMMAND:+$PROMPT_COMMAND$__kedge_line}__kedge_prompt"
`;

const ZSHENV = `# The user's own settings come from their own folder, the prompt from this one.
__kedge_folder=$ZDOTDIR
ZDOTDIR=\${KEDGE_ZDOTDIR:-$HOME}
[[ -f $ZDOTDIR/.zshenv ]] && . $ZDOTDIR/.zshenv
KEDGE_ZDOTDIR=$ZDOTDIR
# The files of macOS would keep histories of sessions in this folder.
SHELL_SESSIONS_DISABLE=1
ZDOTDIR=$__kedge_folder
`;

const ZSHRC = `ZDOTDIR=$KEDGE_ZDOTDIR
unset KEDGE_ZDOTDIR
# The files of macOS have put the history into this folder.
if [[ \${HISTFILE-} == "$__kedge_folder"/* ]]; then HISTFILE=\${ZDOTDIR:-$HOME}/.zsh_history; fi
[[ -f $ZDOTDIR/.zshrc ]] && . $ZDOTDIR/.zshrc
__kedge_prompt() { [[ $PROMPT == "($${LABEL}) "* ]] || PROMPT="($${LABEL}) $PROMPT" }
precmd_functions+=(__kedge_prompt)
`;

const FISH = `functions -q fish_prompt; and functions -c fish_prompt __kedge_prompt
function fish_prompt; echo -n "($${LABEL}) "; functions -q __kedge_prompt; and __kedge_prompt; end`;

const POWERSHELL = `$global:KedgePrompt = $function:prompt
function global:prompt { '(' + $env:${LABEL} + ') ' + (& $global:KedgePrompt) }`;

/** Returns how to make a shell show a label before its prompt, after the shell has read the user's own settings. */
function prompting(shell: string, label: string, folder: string, user: Env): Prompting {
  const env = { [LABEL]: label };
  const name = shell.split(/[/\\]/).at(-1)!.toLowerCase().replace(/\.exe$/, "");
  switch (name) {
    case "bash":
      return { args: ["--rcfile", join(folder, "bashrc"), "-i"], env, files: { "bashrc": BASH } };
    case "zsh": {
      const zdotdir: Record<string, string> = user.ZDOTDIR ? { KEDGE_ZDOTDIR: user.ZDOTDIR } : {};
      return {
        args: ["-i"],
        env: { ...env, ...zdotdir, ZDOTDIR: join(folder, "zsh") },
        files: { "zsh/.zshenv": ZSHENV, "zsh/.zshrc": ZSHRC },
      };
    }
    case "fish":
      return { args: ["--interactive", "--init-command", FISH], env, files: {} };
    case "pwsh":
    case "powershell":
      return { args: ["-NoLogo", "-NoExit", "-Command", POWERSHELL], env, files: {} };
    case "cmd":
      return { args: ["/K"], env: { ...env, PROMPT: `(${label}) $P$G` }, files: {} };
    default:
      return { args: ["-i"], env: { ...env, PS1: `(${label}) $ ` }, files: {} };
  }
}

type Env = Readonly<Record<string, string | undefined>>;

/** Returns a label without characters that a shell's prompt treats as an instruction. */
export function promptLabel(name: string, role: string): string {
  const plain = (text: string) => text.replace(/[^\p{L}\p{N}._@+=, -]/gu, "_").slice(0, 60).trim();
  return [plain(name), plain(role)].filter(Boolean).join(" ");
}

/**
 * Returns the user's shell with `label` in its prompt. Writes the files for that below `folder`. Throws a
 * FileError when they cannot be written.
 */
export async function accountShell(label: string, folder: string): Promise<AccountShell> {
  const env = Deno.env.toObject();
  const program = await userShell(env);
  const { args, env: more, files } = prompting(program, label, folder, env);
  try {
    for (const [path, text] of Object.entries(files)) {
      await makeFolder(join(folder, path, ".."));
      await writeFileAtomic(join(folder, path), text);
    }
  } catch (error) {
    throw new FileError(
      `the prompt of the shell cannot be written to ${folder}: ${systemErrorText(error)}`,
      "Make that folder writable, or name a command: kedge --exec ACCOUNT/ROLE -- COMMAND…",
    );
  }
  return { program, args, env: more };
}

async function userShell({ SHELL }: Env): Promise<string> {
  const windows = hostSystem().name === "windows";
  for (const name of [SHELL ?? "", ...(windows ? ["pwsh", "powershell", "cmd"] : ["bash", "sh"])]) {
    const path = await findProgram(name);
    if (path) return path;
  }
  return windows ? "cmd.exe" : "/bin/sh";
}
