import type { windowsToolkit } from "../../../../../src/tray/windows/child/windows.ts";
import { fakeWebview, named } from "./fake_webview.ts";

type User32 = NonNullable<Parameters<typeof windowsToolkit>[2]>;

/**
 * user32 and the library as Kedge sees them; `said` has in words what concerns the front. The thread of a window
 * has the number of its process and a 1.
 */
export function fakeUser32() {
  const { object, nameOf } = named();
  const said: string[] = [];
  const front = { window: "", process: 0 };
  /** Threads whose input is shared, and whether Windows lets this process come to the front by itself. */
  const shared = new Set<number>();
  let allowed = false;
  const user: User32 = {
    ShowWindow: () => 1,
    IsIconic: () => 0,
    IsZoomed: () => 0,
    FlashWindowEx: () => 1,
    SetForegroundWindow(window) {
      const taken = allowed || shared.has(front.process * 10 + 1);
      said.push(`${nameOf(window)} ${taken ? "comes to" : "is refused"} the front`);
      if (taken) Object.assign(front, { window: nameOf(window), process: OWN });
      return taken ? 1 : 0;
    },
    GetForegroundWindow: () => front.window === "" ? null : object(front.window),
    GetWindowThreadProcessId(window, process) {
      if (window === null) return 0;
      const pid = nameOf(window) === front.window ? front.process : OWN;
      if (process) new DataView((process as Uint8Array).buffer).setUint32(0, pid, true);
      return pid * 10 + 1;
    },
    AttachThreadInput(_own, other, on) {
      said.push(`input of ${other} is ${on ? "shared" : "its own"}`);
      if (on) shared.add(other);
      else shared.delete(other);
      return 1;
    },
    GetWindowLongPtrW: () => 0n,
    SetWindowLongPtrW: () => 0n,
    CallWindowProcW: () => 0n,
    SetWindowPos: () => 1,
    GetWindowRect: () => 1,
    MonitorFromWindow: () => object("monitor"),
    GetMonitorInfoW: () => 1,
  };
  return {
    user,
    webview: fakeWebview(object, () => {}),
    said,
    front,
    /** Windows lets this process come to the front from now on. */
    allow: () => allowed = true,
  };
}

/** Number of the windows' process. */
const OWN = 7;
