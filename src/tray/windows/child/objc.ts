import { cString } from "./c_string.ts";
import type { Area } from "./centre.ts";

type Pointer = Deno.PointerValue;

/** objc_msgSend, declared once for each signature, as the Objective-C runtime requires. */
const MESSAGE = { name: "objc_msgSend" } as const;
/** The same for a result that Intel processors return in memory and not in registers. */
const LARGE = { name: Deno.build.arch === "x86_64" ? "objc_msgSend_stret" : "objc_msgSend" } as const;

const RUNTIME = {
  objc_getClass: { parameters: ["buffer"], result: "pointer" },
  sel_registerName: { parameters: ["buffer"], result: "pointer" },
  object_getClass: { parameters: ["pointer"], result: "pointer" },
  objc_allocateClassPair: { parameters: ["pointer", "buffer", "usize"], result: "pointer" },
  objc_registerClassPair: { parameters: ["pointer"], result: "void" },
  class_addMethod: { parameters: ["pointer", "pointer", "function", "buffer"], result: "u8" },
  send: { ...MESSAGE, parameters: ["pointer", "pointer"], result: "pointer" },
  sendPointer: { ...MESSAGE, parameters: ["pointer", "pointer", "pointer"], result: "pointer" },
  sendPointers: {
    ...MESSAGE,
    parameters: ["pointer", "pointer", "pointer", "pointer", "pointer"],
    result: "pointer",
  },
  sendText: { ...MESSAGE, parameters: ["pointer", "pointer", "buffer"], result: "pointer" },
  sendNumber: { ...MESSAGE, parameters: ["pointer", "pointer", "isize"], result: "pointer" },
  sendBoolean: { ...MESSAGE, parameters: ["pointer", "pointer", "u8"], result: "void" },
  sendDouble: { ...MESSAGE, parameters: ["pointer", "pointer", "f64"], result: "void" },
  // Both calling conventions pass an NSPoint or NSSize as two numbers.
  sendPoint: { ...MESSAGE, parameters: ["pointer", "pointer", "f64", "f64"], result: "void" },
  askPoint: { ...MESSAGE, parameters: ["pointer", "pointer"], result: { struct: ["f64", "f64"] } },
  askArea: {
    ...LARGE,
    parameters: ["pointer", "pointer"],
    result: { struct: ["f64", "f64", "f64", "f64"] },
  },
  askNumber: { ...MESSAGE, parameters: ["pointer", "pointer"], result: "usize" },
  askBoolean: { ...MESSAGE, parameters: ["pointer", "pointer"], result: "u8" },
  askAbout: { ...MESSAGE, parameters: ["pointer", "pointer", "pointer"], result: "u8" },
} as const satisfies Deno.ForeignLibraryInterface;

/** The functions of the Objective-C runtime that Kedge uses. */
export type Objc = ReturnType<typeof openObjc>;

/** Opens the Objective-C runtime. */
export function openObjc() {
  const { symbols } = Deno.dlopen("/usr/lib/libobjc.A.dylib", RUNTIME);
  const selectors = new Map<string, Pointer>();

  function selector(name: string): Pointer {
    let known = selectors.get(name);
    if (!known) selectors.set(name, known = symbols.sel_registerName(cString(name)));
    return known;
  }

  const classNamed = (name: string): Pointer => symbols.objc_getClass(cString(name));
  return {
    selector,
    classNamed,
    classOf: (object: Pointer) => symbols.object_getClass(object),
    send: (object: Pointer, name: string) => symbols.send(object, selector(name)),
    sendPointer: (object: Pointer, name: string, value: Pointer) =>
      symbols.sendPointer(object, selector(name), value),
    sendPointers: (object: Pointer, name: string, a: Pointer, b: Pointer, c: Pointer) =>
      symbols.sendPointers(object, selector(name), a, b, c),
    sendNumber: (object: Pointer, name: string, value: number) =>
      symbols.sendNumber(object, selector(name), BigInt(value)),
    sendBoolean: (object: Pointer, name: string, value: boolean) =>
      symbols.sendBoolean(object, selector(name), value ? 1 : 0),
    sendDouble: (object: Pointer, name: string, value: number) =>
      symbols.sendDouble(object, selector(name), value),
    sendPoint: (object: Pointer, name: string, x: number, y: number) =>
      symbols.sendPoint(object, selector(name), x, y),
    askPoint(object: Pointer, name: string): Pick<Area, "x" | "y"> {
      const [x = 0, y = 0] = new Float64Array(symbols.askPoint(object, selector(name)).buffer);
      return { x, y };
    },
    /** Returns an NSRect, whose y grows upwards. */
    askArea(object: Pointer, name: string): Area {
      const numbers = new Float64Array(symbols.askArea(object, selector(name)).buffer);
      const [x = 0, y = 0, width = 0, height = 0] = numbers;
      return { x, y, width, height };
    },
    askNumber: (object: Pointer, name: string) => Number(symbols.askNumber(object, selector(name))),
    askBoolean: (object: Pointer, name: string) => symbols.askBoolean(object, selector(name)) !== 0,
    /** Whether an object responds to a message, which may be missing on an older macOS. */
    takes: (object: Pointer, name: string) =>
      symbols.askAbout(object, selector("respondsToSelector:"), selector(name)) !== 0,
    /** Creates an NSString. */
    string: (text: string) =>
      symbols.sendText(classNamed("NSString"), selector("stringWithUTF8String:"), cString(text)),
    /** Returns the text of an NSString. */
    text(object: Pointer): string {
      const bytes = object && symbols.send(object, selector("UTF8String"));
      return bytes ? new Deno.UnsafePointerView(bytes).getCString() : "";
    },
    /** Creates a subclass of NSObject. Methods must be added before its first use. */
    newClass(name: string): Pointer {
      const made = symbols.objc_allocateClassPair(classNamed("NSObject"), cString(name), 0n);
      symbols.objc_registerClassPair(made);
      return made;
    },
    addMethod: (to: Pointer, name: string, implementation: Pointer, types: string) =>
      symbols.class_addMethod(to, selector(name), implementation, cString(types)),
  };
}
