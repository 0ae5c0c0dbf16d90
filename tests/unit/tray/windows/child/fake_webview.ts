import type { openWebview } from "../../../../../src/tray/windows/child/webview.ts";

/**
 * Simulates the library that creates windows. `object` creates their pointers by name, `size` is
 * called for its sizes, and `destroy` for windows that it frees.
 */
export function fakeWebview(
  object: (name: string) => Deno.PointerObject,
  size: (window: Deno.PointerObject, width: number, height: number) => void,
  destroy: (window: Deno.PointerObject) => void = () => {},
): ReturnType<typeof openWebview> {
  let windows = 0;
  return {
    create() {
      const n = ++windows, window = object(`window ${n}`);
      size(window, 640, 480);
      return {
        handle: object(`view ${n}`),
        window,
        browser: object(`browser ${n}`),
        carriesLoop: n === 1,
        load: () => {},
        retitle: () => {},
        size: (width, height) => size(window, width, height),
        destroy: () => destroy(window),
      };
    },
    waker: () => ({ library: "", root: 0n, callback: 0n }),
    run: () => {},
    inject: () => {},
  };
}

/** Returns functions that map names to pointers and back. */
export function named() {
  const addresses = new Map<string, bigint>(), names = new Map<bigint, string>();
  return {
    object(name: string): Deno.PointerObject {
      let address = addresses.get(name);
      if (address === undefined) addresses.set(name, address = 0x1000n + BigInt(addresses.size));
      names.set(address, name);
      return Deno.UnsafePointer.create(address)!;
    },
    nameOf: (pointer: Deno.PointerValue) => names.get(Deno.UnsafePointer.value(pointer)) ?? "nil",
  };
}
