import { waitFor } from "../../desktop/harness/wait.ts";

/** Where tests ask the root of their Debian for a change of its packages, one line each, and where it answers. */
export const ASK = "/run/packages/ask", ANSWER = "/run/packages/answer";

/** The packages of Kedge that there are, by what they are to a test. */
export const PACKAGES = {
  /** The sources behind a script. */
  usual: "/srv/kedge.deb",
  /** The compiled program in an older version, and in the present one. */
  older: "/srv/kedge-older.deb",
  newer: "/srv/kedge-newer.deb",
} as const;

/** Changes the packages of the tests' Debian, as its root. */
interface PackageManager {
  install(which: keyof typeof PACKAGES): Promise<void>;
  purge(): Promise<void>;
  /** The paths outside of homes that are called after Kedge, and the lists of the desktop that name it. */
  left(): Promise<string[]>;
}

/** Speaks with the root that waits at {@link ASK}. */
export function packageManager(): PackageManager {
  let turn = 0;
  async function ask(line: string): Promise<string> {
    const mine = `${++turn}-${crypto.randomUUID()}`;
    await Deno.writeTextFile(ASK, `${mine} ${line}\n`);
    const answer = await waitFor(line, async () => {
      const text = await Deno.readTextFile(`${ANSWER}-${mine}`);
      return /^done (\d+)$/m.test(text) && text;
    }, 120_000);
    if (!/^done 0$/m.test(answer)) throw new Error(`${line}: ${answer}`);
    return answer.replace(/^done 0\n/m, "");
  }
  return {
    install: async (which) => void await ask(`dpkg --install ${PACKAGES[which]}`),
    purge: async () => void await ask("dpkg --purge kedge"),
    async left() {
      const found = await ask("find /usr /etc /opt /var/lib/dpkg/info -iname *kedge*");
      const listed = await ask("grep -ls kedge /usr/share/applications/mimeinfo.cache").catch(() => "");
      return [...found.split("\n"), ...listed.split("\n")].filter(Boolean);
    },
  };
}

/** The script that waits for such lines, in a shell of the Debian's root; runs beside what follows it. */
export const PACKAGE_ROOT = `
install -d -m 755 -o 1000 -g 1000 /run/packages
mkfifo ${ASK}
chown 1000:1000 ${ASK}
(
  set +e -f
  exec 3<>${ASK}
  while read -r name words <&3; do
    $words >/run/packages/said 2>&1; code=$?
    { cat /run/packages/said; echo "done $code"; } >${ANSWER}-$name
  done
) &
`;
