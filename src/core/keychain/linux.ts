import type { Run, RunResult } from "../platform/run.ts";
import { Secret } from "../secret.ts";
import {
  checkLength,
  checkName,
  type Keychain,
  KeychainError,
  type KeychainStatus,
  NoSecretServiceError,
  SERVICE,
} from "./keychain.ts";
import type { SecretService } from "./secret_service.ts";

/** The dependencies of the Linux keychain. */
interface LinuxParts {
  readonly run: Run;
  /** Returns the absolute path of `secret-tool`, or null. */
  readonly secretTool: () => Promise<string | null>;
  /** Returns the Secret Service on the session's bus; null when there is no bus. */
  readonly service: () => SecretService | null | Promise<SecretService>;
  readonly env: () => Readonly<Record<string, string | undefined>>;
}

/** Maximum bytes of a secret; `secret-tool` cuts off longer ones and still exits with 0. */
const LIMIT = 8192;
const INSTALL = "Install the package libsecret-tools (Fedora, Arch and openSUSE: libsecret), which has it.";
const UNLOCK =
  "Unlock it in your desktop's password manager (Seahorse, KWallet or KeePassXC), then try again.";
const NO_SERVICE =
  "Install and start gnome-keyring, KWallet or KeePassXC. Without one Kedge asks for passwords each time.";

/** Creates the keychain for Linux: the desktop's Secret Service (gnome-keyring, KWallet or KeePassXC). */
export function linuxKeychain(parts: LinuxParts): Keychain {
  const attributes = (account: string) => ["service", SERVICE, "account", account];

  async function probe<T>(ask: (service: SecretService) => Promise<T>): Promise<T> {
    const service = await parts.service();
    if (!service) throw new KeychainError("absent", "There is no session bus, so no keychain", NO_SERVICE);
    try {
      return await ask(service);
    } catch (error) {
      if (!(error instanceof NoSecretServiceError)) throw error;
      throw new KeychainError(
        "absent",
        `No Secret Service answers on this desktop (${error.message})`,
        NO_SERVICE,
      );
    }
  }

  async function tool(): Promise<string> {
    const path = await parts.secretTool();
    if (path) return path;
    throw new KeychainError("absent", "The program secret-tool was not found", INSTALL);
  }

  /** Runs `secret-tool` with variables for the bus, but without those for a display. */
  async function secretTool(args: string[], input?: string): Promise<RunResult & { ended: true }> {
    const { DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR, HOME } = parts.env();
    const env: Record<string, string> = { LC_ALL: "C.UTF-8" };
    for (const [name, value] of Object.entries({ DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR, HOME })) {
      if (value) env[name] = value;
    }
    const result = await parts.run(await tool(), args, { env, ...(input === undefined ? {} : { input }) });
    if (result.ended) return result;
    throw new KeychainError("failed", `The keychain did not answer: ${result.error}`, UNLOCK);
  }

  const locked = () => new KeychainError("locked", "The keychain is locked", UNLOCK);

  async function status(): Promise<KeychainStatus> {
    try {
      await tool();
      switch (await probe((service) => service.collection())) {
        case "unlocked":
          return { status: "ready" };
        case "locked":
          return { status: "locked", message: "The keychain is locked", hint: UNLOCK };
        case "missing":
          return {
            status: "locked",
            message: "The desktop has no default keyring yet",
            hint:
              "Make one in your desktop's password manager (Seahorse: New → Password Keyring, set as default).",
          };
      }
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
      return { status: "absent", message: error.message, hint: error.hint };
    }
  }

  async function search(account: string): Promise<boolean> {
    const found = await probe((service) => service.search({ service: SERVICE, account }));
    if (found === "locked") throw locked();
    return found === "unlocked";
  }

  return {
    limit: LIMIT,
    status,
    async get(account) {
      checkName(account);
      if (!await search(account)) return null;
      const { code, stdout, stderr } = await secretTool(["lookup", "--", ...attributes(account)]);
      if (code === 0) return new Secret(stdout);
      if (stderr.trim() === "") return null; // The item was removed at this moment.
      throw failed("read", stderr);
    },
    async set(account, label, secret) {
      checkName(account);
      checkName(label);
      checkLength(secret, LIMIT);
      const state = await status();
      if (state.status !== "ready") throw new KeychainError(state.status, state.message, state.hint);
      const args = ["store", `--label=${label}`, "--", ...attributes(account)];
      const { code, stderr } = await secretTool(args, secret.open());
      if (code !== 0) throw failed("store", stderr);
    },
    async delete(account) {
      checkName(account);
      if (!await search(account)) return false;
      const { code, stderr } = await secretTool(["clear", "--", ...attributes(account)]);
      if (code !== 0 && stderr.trim() !== "") throw failed("remove", stderr);
      return code === 0;
    },
    async unlock(signal) {
      const service = await parts.service();
      try {
        await service?.unlock(signal);
      } catch (error) {
        if (!(error instanceof NoSecretServiceError)) throw error;
      }
      return await status();
    },
  };
}

function failed(what: string, stderr: string): KeychainError {
  const why = stderr.trim().replace(/^secret-tool: /, "").slice(0, 300) || "no reason given";
  return new KeychainError("failed", `The keychain could not ${what} the item: ${why}`, UNLOCK);
}
