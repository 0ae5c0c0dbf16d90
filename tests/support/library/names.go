package main

import (
	"encoding/json"
	"go/types"
	"os"
)

// name is an export of a package, in the form in which another package can use it.
type name struct {
	Name string `json:"name"`
	// Kind is func, value, constant, type, interface, or generic for a name that needs type arguments first.
	Kind string `json:"kind"`
	// Methods are those of an interface or a type as method expressions, or of its pointer if that has more.
	Methods []string `json:"methods,omitempty"`
}

// printNames writes the exports of packages on a system, by the packages' paths.
func printNames(root, system string, paths []string) {
	l := newLibrary(root, system, false)
	all := map[string][]name{}
	for _, path := range paths {
		checked, err := l.Import(path)
		if err != nil || path == "unsafe" {
			continue // another system's
		}
		for _, exported := range checked.Scope().Names() {
			if one := checked.Scope().Lookup(exported); one.Exported() {
				all[path] = append(all[path], nameOf(one))
			}
		}
	}
	check(json.NewEncoder(os.Stdout).Encode(all))
}

func nameOf(one types.Object) name {
	found := name{Name: one.Name(), Kind: "value"}
	switch one := one.(type) {
	case *types.Const:
		found.Kind = "constant"
	case *types.Func:
		found.Kind = "func"
		if one.Type().(*types.Signature).TypeParams().Len() > 0 {
			found.Kind = "generic"
		}
	case *types.TypeName:
		found.Kind = "type"
		named, ok := one.Type().(*types.Named)
		if ok && named.TypeParams().Len() > 0 {
			found.Kind = "generic"
			break
		}
		if is, ok := one.Type().Underlying().(*types.Interface); ok {
			if found.Kind = "interface"; !is.IsMethodSet() {
				found.Kind = "generic"
			}
			for i := 0; i < is.NumMethods(); i++ {
				if method := is.Method(i); method.Exported() {
					found.Methods = append(found.Methods, method.Name())
				}
			}
			break
		}
		methods := types.NewMethodSet(types.NewPointer(one.Type()))
		for i := 0; i < methods.Len(); i++ {
			if method := methods.At(i).Obj(); method.Exported() {
				found.Methods = append(found.Methods, method.Name())
			}
		}
	}
	return found
}
