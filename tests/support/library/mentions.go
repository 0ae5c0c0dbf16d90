package main

import "go/types"

// stepsOf returns the types that a name mentions. For a type these are its methods and its components.
func (w *walk) stepsOf(one types.Object) []step {
	if known, ok := w.steps[one]; ok {
		return known
	}
	m := mentions{hidden: w.Hidden, seen: map[types.Type]bool{}}
	named, ok := one.Type().(*types.Named)
	if name, isType := one.(*types.TypeName); ok && isType && !name.IsAlias() {
		m.types(named.Underlying(), "")
		for i := 0; i < named.NumMethods(); i++ {
			if method := named.Method(i); method.Exported() || w.Hidden {
				m.types(method.Type(), "."+method.Name())
			}
		}
		for i := 0; i < named.TypeParams().Len(); i++ {
			m.types(named.TypeParams().At(i).Constraint(), "")
		}
	} else {
		m.types(one.Type(), "")
	}
	w.steps[one] = m.found
	return m.found
}

// mentions collects the named types in a type.
type mentions struct {
	hidden bool
	seen   map[types.Type]bool
	found  []step
}

func (m *mentions) types(one types.Type, by string) {
	if one == nil || m.seen[one] {
		return
	}
	m.seen[one] = true
	switch one := one.(type) {
	case *types.Named:
		m.found = append(m.found, step{one.Origin().Obj(), by})
		for i := 0; i < one.TypeArgs().Len(); i++ {
			m.types(one.TypeArgs().At(i), by)
		}
	case *types.Basic:
		if one.Kind() == types.UnsafePointer {
			m.found = append(m.found, step{types.Unsafe.Scope().Lookup("Pointer"), by})
		}
	case *types.Map:
		m.types(one.Key(), by)
		m.types(one.Elem(), by)
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		m.types(one.Elem(), by)
	case interface{ Rhs() types.Type }: // an alias, from Go 1.23 on
		m.types(one.Rhs(), by)
	case *types.Signature:
		m.tuple(one.Params(), by)
		m.tuple(one.Results(), by)
		for i := 0; i < one.TypeParams().Len(); i++ {
			m.types(one.TypeParams().At(i).Constraint(), by)
		}
	case *types.Struct:
		for i := 0; i < one.NumFields(); i++ {
			// Fields of an embedded unexported type are visible in the outer type.
			if field := one.Field(i); field.Exported() || field.Embedded() || m.hidden {
				m.types(field.Type(), by+"."+field.Name())
			}
		}
	case *types.Interface:
		for i := 0; i < one.NumExplicitMethods(); i++ {
			if method := one.ExplicitMethod(i); method.Exported() || m.hidden {
				m.types(method.Type(), by+"."+method.Name())
			}
		}
		for i := 0; i < one.NumEmbeddeds(); i++ {
			m.types(one.EmbeddedType(i), by)
		}
	case *types.Union:
		for i := 0; i < one.Len(); i++ {
			m.types(one.Term(i).Type(), by)
		}
	case *types.TypeParam:
		m.types(one.Constraint(), by)
	}
}

func (m *mentions) tuple(one *types.Tuple, by string) {
	for i := 0; i < one.Len(); i++ {
		m.types(one.At(i).Type(), by)
	}
}
