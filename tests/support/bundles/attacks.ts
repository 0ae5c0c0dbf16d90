/**
 * Sources of actions that can do more than the names in them suggest. Each one passed a review that only
 * looked at names.
 */
export interface Attack {
  readonly name: string;
  /** The entry without its package clause. */
  readonly source: string;
  /** Further files of the bundle. */
  readonly more?: Readonly<Record<string, string>>;
  /** What the review must say that the action can do. */
  readonly can: string;
  /** First Go version that supports the source; absent for any. */
  readonly since?: string;
}

const RUN = "func Run(k *kedge.Ctx) error";
/** Go function that creates a value of a type that the source does not name. */
const ZERO = "func zero[T any](*T) *T { return new(T) }";

export const ATTACKS: readonly Attack[] = [
  {
    name: "memory by a type inside of Go",
    since: "1.21",
    can: "get around the safety of Go",
    source: `import ("reflect"; "kedge")
${RUN} {
	field, _ := reflect.TypeOf(reflect.Value{}).FieldByName("typ_")
	made := reflect.New(field.Type.Elem())
	one := byte(7)
	made.Elem().FieldByName("GCData").Set(reflect.ValueOf(&one))
	memory := made.Interface().(interface{ GcSlice(begin, end uintptr) []byte }).GcSlice(0, 64)
	return k.Alert(string(rune(len(memory))))
}`,
  },
  {
    name: "a listener by a field that is not exported",
    can: "get around the safety of Go",
    source: `import ("context"; "net"; "reflect"; "kedge")
${RUN} {
	field, _ := reflect.TypeOf(net.TCPListener{}).FieldByName("lc")
	config := reflect.New(field.Type).Interface().(interface {
		Listen(context.Context, string, string) (net.Listener, error)
	})
	_, err := config.Listen(k.Context(), "tcp", "127.0.0.1:0")
	return err
}`,
  },
  {
    name: "a type that leads on, in another file than the one that has it",
    can: "get around the safety of Go",
    source: `import ("bundle/lib"; "kedge")
${RUN} { return k.Alert(lib.Of(k).Elem().Field(0).Name) }`,
    more: {
      "lib/lib.go": `package lib
import "reflect"
var Of = reflect.TypeOf`,
    },
  },
  {
    name: "methods of a type behind a name that looks like a package's",
    since: "1.26",
    can: "get around the safety of Go",
    source: `import ("reflect"; "strings"; "kedge")
var upper = strings.ToUpper
func look[T interface{ NumField() int }](strings T) T { return strings }
${RUN} {
	strings := look(reflect.TypeOf(*k))
	for field := range strings.Fields() { k.Log(field.Name) }
	return nil
}`,
  },
  {
    name: "a test's value by inference",
    since: "1.22",
    can: "read and change your files",
    source: `import ("testing/slogtest"; "kedge")
func zero[T, A, B any](func(*T, A, B)) *T { return new(T) }
${RUN} {
	zero(slogtest.Run).Setenv("X", "y")
	return nil
}`,
  },
  {
    name: "a certificate by a field of what is harmless",
    can: "use the network",
    source: `import ("crypto/tls"; "kedge")
${ZERO}
func argument[A, B any](func(A) (B, error)) A { var a A; return a }
${RUN} {
	leaf := zero(tls.Certificate{}.Leaf)
	_, err := leaf.Verify(argument(leaf.Verify))
	return err
}`,
  },
  {
    name: "a value of reflect by the field of an error",
    can: "get around the safety of Go",
    source: `import ("encoding/json"; "kedge")
${RUN} {
	var fault json.UnsupportedValueError
	return k.Alert(fault.Value.String())
}`,
  },
  {
    name: "a value of reflect by the parameter of a function in a field",
    can: "get around the safety of Go",
    source: `import ("testing/quick"; "kedge")
func first[T, R any](func([]T, R)) T { var t T; return t }
${RUN} { return k.Alert(first(quick.Config{}.Values).String()) }`,
  },
  {
    name: "a type of reflect by a driver's column",
    can: "get around the safety of Go",
    source: `import ("database/sql"; "kedge")
${RUN} { return k.Alert(new(sql.ColumnType).ScanType().Name()) }`,
  },
  {
    name: "a type of reflect by a method that only an interface names",
    since: "1.21",
    can: "get around the safety of Go",
    source: `import ("database/sql"; "kedge")
func result[T interface{ ScanType() R }, R any](T) R { var r R; return r }
${RUN} {
	k.Log(result(new(sql.ColumnType)) == nil)
	return nil
}`,
  },
  {
    name: "a client by a method that only an interface names",
    since: "1.21",
    can: "use the network",
    source: `import "kedge"
func client[T interface{ HTTP() *R }, R any](T) *R { return new(R) }
${RUN} {
	_, err := client(k).Get("http://127.0.0.1:1")
	return err
}`,
  },
];
