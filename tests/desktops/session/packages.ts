import { waitFor } from "../../desktop/harness/wait.ts";

/**
 * Pipes by which tests ask root in their Debian to change packages, one line per request, and read
 * the answer.
 */
export const ASK = "/run/packages/ask", ANSWER = "/run/packages/answer";

/** Kedge's packages for tests. */
export const PACKAGES = {
  /** A script that runs the sources. */
  usual: "/srv/kedge.deb",
  /** The compiled program as an older version, and as the current one. */
  older: "/srv/kedge-older.deb",
  newer: "/srv/kedge-newer.deb",
} as const;

/** Changes the packages of the tests' Debian as root. */
interface PackageManager {
  install(which: keyof typeof PACKAGES): Promise<void>;
  purge(): Promise<void>;
  /**
   * Returns paths outside of home folders that are named after Kedge, and lists of the desktop that
   * name it.
   */
  left(): Promise<string[]>;
}

/** Returns a package manager that asks the root shell at {@link ASK}. */
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

/** A shell script for root that answers these requests in the background. */
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
