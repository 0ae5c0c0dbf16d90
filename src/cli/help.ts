import type { Args } from "./args.ts";
import { EXIT } from "./exit.ts";

const HELP = `kedge: accounts, secrets, servers and team scripts, one keystroke away

Without flags it starts the tray. A second start summons the palette of the
first.

  --browser                     show the pages in the default browser, print the
                                address
  --hidden                      start without a window
  -- LINK                       open a link (kedge://...), as other programs do:
                                it leads to a page that asks
  --toggle                      summon the palette of the running Kedge
  --mcp                         the gate for agents, on standard input and output (Model Context Protocol)
  --mcp --setup [CLIENT]        write into a client's configuration how it starts
        [--remove] [--yes]      that: claude, codex, cursor, vscode, gemini
  --mcp --log                   what agents did, and whether the log is whole

  --validate-config [FILE]      check a configuration file
  --print-config [FILE]         the effective configuration as JSON
  --label NAME [EMAIL]          the environment the rules give such an account
  --schema config|manifest      the JSON Schema

  --list                        installed extensions and actions
  --install FILE [--trust HASH] review a bundle and install it
  --uninstall ID                remove an extension
  --run EXT/ACTION              run an action with its dialogs on the terminal
        [--account ID] [--role NAME] [--region NAME] [--answers FILE]

  --new DIR                     start an extension that an editor understands
  --dev DIR [--browser]         work on an extension: checked, compiled and
                                offered at each save
  --pack DIR [--output FILE]    make a reproducible bundle
  --validate-bundle PATH...     check bundles or unpacked folders [--compile]

  --catalogs                    what the team's catalogues have, what is newer,
                                what was withdrawn
  --catalog-remove ADDRESS      take it out again; what it brought stays
  --catalog-add ADDRESS [--trust FINGERPRINT,...]
                                show the keys of a catalogue, then trust them
  --catalog-publish DIR [--to ADDRESS] [--yes]
                                publish an extension, or a folder of them, signed
                                with your SSH key
        [--news TEXT] [--key FILE] [--name NAME] [--days N]
        [--signers FILE [--threshold N]]
                                new keys, in the form of allowed_signers
        [--withdraw REASON]     instead of DIR: ID or ID@VERSION, which must not
                                run any more

  --sign-in                     sign in at the portal of the configuration
        [--device] [--no-browser]
  --sign-out                    end the session, here and for the tools of AWS
  --accounts [--refresh]        every account that can be reached, with its
                                environment and roles
  --exec ACCOUNT/ROLE [--region NAME] [-- COMMAND...]
                                run a command, or your shell, with credentials
                                that renew themselves
  --exports ACCOUNT/ROLE [--shell sh|fish|powershell|cmd]
                                credentials as lines for a shell
  --console ACCOUNT/ROLE [SERVICE]
                                open the web console as that role
  --secrets ACCOUNT[/ROLE]      names of secrets [--region NAME]
  --secret ACCOUNT[/ROLE] ID [KEY]
                                the value of a secret, or one key of it
  --databases ACCOUNT[/ROLE]    managed databases found there
  --logs ACCOUNT[/ROLE] GROUP [--since 1h] [--follow]
                                lines of a log group of CloudWatch
        [--query TEXT] [--format table|csv|json|jsonl] [--limit N]
                                the rows of a query of Logs Insights instead
  --terminal ACCOUNT[/ROLE] CLUSTER/SERVICE [CONTAINER]
                                a shell in a container of ECS, in this terminal
        [--task ID] [--shell PROGRAM] [--wait]
                                one task of it; another program there; after a
                                failure wait for Enter, as windows close with it
  --credentials ACCOUNT/ROLE    credentials in the AWS credential_process format
  --aws-profiles [ACCOUNT[/ROLE]...]
                                profiles in ~/.aws/config that take their
                                credentials from Kedge

  --import SOURCE [FILE] [--yes]
                                connections of another program: dbeaver,
                                datagrip, tableplus, beekeeper, pgadmin, pgpass,
                                mycnf, pgservice, leapp, aws-sso, granted
  --query SERVER [SQL]          SQL from the argument or standard input, on a
                                server of the configuration
        [--format table|csv|json|jsonl] [--limit N] [--output FILE] [--write]
  --ask SERVER QUESTION         SQL for a question in plain language: printed,
                                not run

  --tunnel SERVER|ACCOUNT/ROLE/DATABASE [--port N] [--region NAME]
                                a port of this computer that leads to a server over
                                its way, or to a private database of an account
                                over the best one there, for your other programs,
                                until Ctrl+C
  --askpass QUESTION            a question of an ssh that Kedge started, asked in
                                its window

  --doctor                      what was found, what is missing, the next step
  --json                        one JSON document on standard output and nothing
                                else there
  --version, --help, -h

Exit status: 0 done; 1 errors found or the action failed; 2 wrong usage or an
unreadable file; 3 refused; 124 timed out; 130 stopped; of --exec that of its
command.
`;

/** `--help`: prints the help; with `--json` as a document. */
export function run({ json }: Args): number {
  console.log(json ? JSON.stringify({ help: HELP }) : HELP);
  return EXIT.done;
}
