import type { Run } from "../platform/run.ts";
import { Secret } from "../secret.ts";
import {
  checkLength,
  checkName,
  type Keychain,
  KeychainError,
  type KeychainStatus,
  SERVICE,
} from "./keychain.ts";

/** CRED_MAX_CREDENTIAL_BLOB_SIZE of wincred.h. */
const LIMIT = 2560;
const HINT = "Check that the service “Credential Manager” (VaultSvc) runs, then try again.";
const NOT_FOUND = 44;
/** What stands before an answer. */
const DONE = "done:";

/** The Windows Credential Manager, called from PowerShell; names and secrets only on standard input. */
export function windowsKeychain(run: Run, powershell: () => string): Keychain {
  async function credential(
    operation: "get" | "set" | "delete" | "probe",
    ...fields: string[]
  ): Promise<string | null> {
    const input = [operation, ...fields.map(encode)].join("\n") + "\n";
    const args = ["-NoLogo", "-NoProfile", "-NonInteractive", "-InputFormat", "None", "-Command", SCRIPT];
    const result = await run(powershell(), args, { input, limit: 20_000 });
    if (!result.ended) {
      throw new KeychainError("failed", `The Credential Manager did not answer: ${result.error}`, HINT);
    }
    if (result.code === NOT_FOUND) return null;
    const said = result.stdout.trim();
    if (result.code === 0 && said.startsWith(DONE)) return decode(said.slice(DONE.length));
    // PowerShell also ends with 0 where it could run nothing: that is no empty secret, and nothing was kept.
    const why = said.slice(0, 100) || (result.code === 0 ? "no answer" : `exit status ${result.code}`);
    throw new KeychainError("failed", `The Credential Manager refused (${why})`, HINT);
  }

  async function status(): Promise<KeychainStatus> {
    try {
      await credential("probe", target("probe"));
      return { status: "ready" };
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
      return { status: "absent", message: error.message, hint: error.hint };
    }
  }

  return {
    limit: LIMIT,
    status,
    async get(account) {
      checkName(account);
      const text = await credential("get", target(account));
      return text === null ? null : new Secret(text);
    },
    async set(account, label, secret) {
      checkName(account);
      checkName(label);
      checkLength(secret, LIMIT);
      await credential("set", target(account), label, secret.open());
    },
    async delete(account) {
      checkName(account);
      return await credential("delete", target(account)) !== null;
    },
    // Unlocked with the user's session.
    unlock: () => status(),
  };
}

function target(account: string): string {
  return `${SERVICE}:${account}`;
}

/** Base64 of UTF-8, so that no code page touches it. */
function encode(text: string): string {
  return new TextEncoder().encode(text).toBase64();
}

function decode(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
}

/**
 * Reads the operation and its fields line by line, calls CredRead, CredWrite or CredDelete of advapi32
 * (generic credential, kept for this user on this machine) and answers `done:` and base64 or exits with 44 for
 * ERROR_NOT_FOUND. It has no secret in it: Windows may log scripts, and shows arguments to others.
 */
export const SCRIPT = String.raw`
$ErrorActionPreference = 'Stop'
Add-Type -TypeDefinition @'
using System;
using System.Runtime.InteropServices;
public static class KedgeCredential {
  [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
  public struct Credential {
    public int Flags; public int Type; public string Target; public string Comment;
    public System.Runtime.InteropServices.ComTypes.FILETIME Written;
    public int Size; public IntPtr Blob; public int Persist; public int Attributes; public IntPtr Attribute;
    public string Alias; public string User;
  }
  [DllImport("advapi32.dll", EntryPoint = "CredReadW", CharSet = CharSet.Unicode, SetLastError = true)]
  static extern bool Read(string target, int type, int flags, out IntPtr credential);
  [DllImport("advapi32.dll", EntryPoint = "CredWriteW", CharSet = CharSet.Unicode, SetLastError = true)]
  static extern bool Write(ref Credential credential, int flags);
  [DllImport("advapi32.dll", EntryPoint = "CredDeleteW", CharSet = CharSet.Unicode, SetLastError = true)]
  static extern bool Delete(string target, int type, int flags);
  [DllImport("advapi32.dll", EntryPoint = "CredFree")]
  static extern void Free(IntPtr credential);
  public static int Get(string target, out byte[] secret) {
    secret = new byte[0];
    IntPtr found;
    if (!Read(target, 1, 0, out found)) return Marshal.GetLastWin32Error();
    Credential credential = (Credential)Marshal.PtrToStructure(found, typeof(Credential));
    secret = new byte[credential.Size];
    if (credential.Size > 0) Marshal.Copy(credential.Blob, secret, 0, credential.Size);
    Free(found);
    return 0;
  }
  public static int Set(string target, string label, byte[] secret) {
    Credential credential = new Credential();
    credential.Type = 1; credential.Target = target; credential.Comment = label; credential.User = "kedge";
    credential.Persist = 2; credential.Size = secret.Length;
    credential.Blob = Marshal.AllocHGlobal(Math.Max(1, secret.Length));
    Marshal.Copy(secret, 0, credential.Blob, secret.Length);
    int error = Write(ref credential, 0) ? 0 : Marshal.GetLastWin32Error();
    Marshal.FreeHGlobal(credential.Blob);
    return error;
  }
  public static int Remove(string target) { return Delete(target, 1, 0) ? 0 : Marshal.GetLastWin32Error(); }
}
'@
$reader = New-Object System.IO.StreamReader([Console]::OpenStandardInput())
function Field { [System.Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($reader.ReadLine())) }
$operation = $reader.ReadLine()
$target = Field
[byte[]]$secret = @()
switch ($operation) {
  'get' { $code = [KedgeCredential]::Get($target, [ref]$secret) }
  'set' { $label = Field
          $code = [KedgeCredential]::Set($target, $label, [Convert]::FromBase64String($reader.ReadLine())) }
  'delete' { $code = [KedgeCredential]::Remove($target) }
  'probe' { $code = [KedgeCredential]::Get($target, [ref]$secret); if ($code -eq 1168) { $code = 0 } }
}
if ($code -eq 1168) { exit ${NOT_FOUND} }
if ($code -ne 0) { [Console]::Out.Write('error ' + $code); exit 1 }
[Console]::Out.Write('${DONE}' + [Convert]::ToBase64String($secret))
`;
