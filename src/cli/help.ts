/** The text of `--help`. */
export const HELP = `kedge: accounts, secrets, servers and team scripts, one keystroke away

Without flags it starts the tray. A second start summons the palette of the first.

  --browser                     serve the pages to the default browser and print the address
  --hidden                      start without a window
  --toggle                      summon the palette of the running Kedge

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
  --pack DIR [--output FILE]    make a reproducible bundle
  --validate-bundle PATH...     check bundles or unpacked folders [--compile]

  --credentials ACCOUNT/ROLE    credentials in the AWS credential_process format
  --doctor                      what was found, what is missing, and the next step
  --json                        one JSON document on standard output and nothing else there
  --version, --help

Exit status: 0 done; 1 errors found or the action failed; 2 wrong usage or an unreadable file;
3 refused; 124 timed out; 130 stopped.
`;
