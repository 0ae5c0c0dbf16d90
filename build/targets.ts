/** A system for which Kedge is built. */
export interface Target {
  readonly name: string;
  /** Its name in Rust and `deno compile`. */
  readonly triple: string;
  /** Path of the binary in `dist/`. */
  readonly file: string;
  /** Native files of packages that this target includes, below `node_modules/`. */
  readonly natives: readonly string[];
  /** Whether the program has no console window, for programs that Windows starts by itself. */
  readonly windowed?: boolean;
}

const WEBVIEW = "webview-bun/build";
const TRAY = "systray2/traybin";

/**
 * All targets. Windows has two: `kedge.exe` shows no console window, and `kedge.com`, which a terminal
 * prefers when `kedge` is typed, writes to the terminal.
 */
export const TARGETS: readonly Target[] = [
  {
    name: "linux-x64",
    triple: "x86_64-unknown-linux-gnu",
    file: "kedge-linux-x64/kedge",
    // On Linux WebKitGTK shows the windows without another library.
    natives: [`${TRAY}/tray_linux_release`],
  },
  // There is no tray helper for this target; its tray uses D-Bus directly.
  {
    name: "linux-arm64",
    triple: "aarch64-unknown-linux-gnu",
    file: "kedge-linux-arm64/kedge",
    natives: [],
  },
  {
    name: "macos-x64",
    triple: "x86_64-apple-darwin",
    file: "kedge-macos-x64/kedge",
    natives: [`${WEBVIEW}/libwebview.dylib`, `${TRAY}/tray_darwin_release`],
  },
  {
    name: "macos-arm64",
    triple: "aarch64-apple-darwin",
    file: "kedge-macos-arm64/kedge",
    natives: [`${WEBVIEW}/libwebview.dylib`, `${TRAY}/tray_darwin_release`],
  },
  {
    name: "windows-x64",
    triple: "x86_64-pc-windows-msvc",
    file: "kedge-windows-x64/kedge.exe",
    natives: [`${WEBVIEW}/libwebview.dll`, `${TRAY}/tray_windows_release.exe`],
    windowed: true,
  },
  {
    name: "windows-x64-console",
    triple: "x86_64-pc-windows-msvc",
    file: "kedge-windows-x64/kedge.com",
    natives: [`${WEBVIEW}/libwebview.dll`, `${TRAY}/tray_windows_release.exe`],
  },
];
