package main

import (
	"bufio"
	"fmt"
	"go/types"
	"math/rand"
	"os"
	"sort"
	"strconv"
	"strings"
)

// printWalks writes a Go file with random walks over packages. Each walk calls exports, uses their results,
// methods and fields, and creates values of types that it cannot name by inference. Standard input lists
// names that no walk begins with, one per line.
func printWalks(root, system string, seed int64, count int, paths []string) {
	l := newLibrary(root, system, false)
	g := &generator{
		random: rand.New(rand.NewSource(seed)), helpers: map[string]string{}, used: map[string]bool{}, without: map[string]bool{},
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		g.without[lines.Text()] = true
	}
	for _, path := range paths {
		if checked, err := l.Import(path); err == nil {
			g.packages = append(g.packages, checked)
		}
	}
	walks := make([]string, count)
	for i := range walks {
		walks[i] = g.walk(i)
	}
	fmt.Println("package action")
	for _, one := range g.packages {
		if g.used[one.Path()] {
			fmt.Printf("import %s %q\n", alias(one), one.Path())
		}
	}
	fmt.Println("func use(...any) {}")
	fmt.Println("func fresh[T any](*T) *T { return new(T) }")
	names := []string{}
	for name := range g.helpers {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Println(g.helpers[name])
	}
	fmt.Printf("var Walks = []func(){")
	for i := range walks {
		fmt.Printf("w%d, ", i)
	}
	fmt.Println("}")
	fmt.Print(strings.Join(walks, ""))
}

type generator struct {
	random   *rand.Rand
	packages []*types.Package
	helpers  map[string]string
	used     map[string]bool
	// without are names that no walk begins with.
	without map[string]bool
}

// value is a variable of a walk.
type value struct {
	name string
	of   types.Type
}

func alias(one *types.Package) string {
	return "p_" + strings.NewReplacer("/", "_", "-", "_").Replace(one.Path())
}

func (g *generator) walk(index int) string {
	var text strings.Builder
	var values []value
	made := 0
	keep := func(expression string, results ...types.Type) {
		names := []string{}
		for _, of := range results {
			name := "v" + strconv.Itoa(made)
			made++
			names = append(names, name)
			values = append(values, value{name, of})
		}
		if len(names) == 0 {
			fmt.Fprintf(&text, "\t%s\n", expression)
			return
		}
		fmt.Fprintf(&text, "\t%s := %s\n\tuse(%s)\n", strings.Join(names, ", "), expression, strings.Join(names, ", "))
	}
	for step := 0; step < 2+g.random.Intn(6); step++ {
		if len(values) == 0 || g.random.Intn(3) == 0 {
			g.start(values, keep)
		} else {
			// The latest values lead furthest.
			at := len(values) - 1 - g.random.Intn(1+min2(2, len(values)-1))
			g.further(values[at], values, keep)
		}
	}
	return fmt.Sprintf("func w%d() {\n%s}\n", index, text.String())
}

func min2(a, b int) int {
	if a < b {
		return a
	}
	return b
}

// start uses an export of a package.
func (g *generator) start(values []value, keep func(string, ...types.Type)) {
	one := g.packages[g.random.Intn(len(g.packages))]
	names := one.Scope().Names()
	found := one.Scope().Lookup(names[g.random.Intn(len(names))])
	if !found.Exported() || g.without[full(found)] {
		return
	}
	name := alias(one) + "." + found.Name()
	switch found := found.(type) {
	case *types.Func:
		if signature := found.Type().(*types.Signature); signature.TypeParams().Len() == 0 {
			g.used[one.Path()] = true
			g.call(name, signature, values, keep)
		}
	case *types.Var:
		g.used[one.Path()] = true
		keep(name, found.Type())
	case *types.TypeName:
		if named, ok := found.Type().(*types.Named); ok && named.TypeParams().Len() == 0 && !isConstraint(named) {
			g.used[one.Path()] = true
			keep("new("+name+")", types.NewPointer(named))
		}
	}
}

func isConstraint(named *types.Named) bool {
	one, ok := named.Underlying().(*types.Interface)
	return ok && !one.IsMethodSet()
}

// further calls a method, takes a field, follows a pointer, or creates a value where there is none.
func (g *generator) further(from value, values []value, keep func(string, ...types.Type)) {
	if methods := types.NewMethodSet(from.of); methods.Len() > 0 && g.random.Intn(3) > 0 {
		method := methods.At(g.random.Intn(methods.Len())).Obj().(*types.Func)
		if method.Exported() {
			g.call(from.name+"."+method.Name(), method.Type().(*types.Signature), values, keep)
		}
		return
	}
	switch of := from.of.Underlying().(type) {
	case *types.Pointer:
		if fields, ok := of.Elem().Underlying().(*types.Struct); ok && g.random.Intn(2) == 0 {
			g.field(from, fields, keep)
		} else if g.random.Intn(2) == 0 {
			keep("fresh("+from.name+")", from.of)
		} else {
			keep("*"+from.name, of.Elem())
		}
	case *types.Struct:
		g.field(from, of, keep)
	case *types.Slice:
		keep("append("+from.name+", "+from.name+"...)", from.of)
	case *types.Signature:
		g.call(from.name, of, values, keep)
	}
}

func (g *generator) field(from value, fields *types.Struct, keep func(string, ...types.Type)) {
	if fields.NumFields() > 0 {
		if field := fields.Field(g.random.Intn(fields.NumFields())); field.Exported() {
			keep(from.name+"."+field.Name(), field.Type())
		}
	}
}

// call calls a function with values of the walk if their types fit, otherwise with new values.
func (g *generator) call(name string, signature *types.Signature, values []value, keep func(string, ...types.Type)) {
	count := signature.Params().Len()
	last := count
	if signature.Variadic() {
		last--
	}
	arguments := []string{}
	for i := 0; i < last; i++ {
		one := g.argument(name, signature, i, values)
		if one == "" {
			return
		}
		arguments = append(arguments, one)
	}
	results := []types.Type{}
	for i := 0; i < signature.Results().Len(); i++ {
		results = append(results, signature.Results().At(i).Type())
	}
	keep(name+"("+strings.Join(arguments, ", ")+")", results...)
}

// texts are the arguments of a walk: its own folder, files that everybody may read, and only this machine.
var texts = []string{`""`, `"a"`, `"/etc/hostname"`, `"."`, `"tcp"`, `"udp"`, `"127.0.0.1:9"`, `"localhost"`, `"true"`, `"*"`}

func (g *generator) argument(name string, signature *types.Signature, index int, values []value) string {
	wanted := signature.Params().At(index).Type()
	fitting := []string{}
	for _, one := range values {
		if types.AssignableTo(one.of, wanted) {
			fitting = append(fitting, one.name)
		}
	}
	if len(fitting) > 0 && g.random.Intn(4) > 0 {
		return fitting[g.random.Intn(len(fitting))]
	}
	switch of := wanted.Underlying().(type) {
	case *types.Basic:
		if of.Info()&types.IsString != 0 {
			return texts[g.random.Intn(len(texts))]
		} else if of.Info()&types.IsNumeric != 0 {
			return strconv.Itoa(g.random.Intn(3))
		} else if of.Info()&types.IsBoolean != 0 {
			return "true"
		}
	case *types.Interface, *types.Map, *types.Chan:
		if len(fitting) == 0 {
			return "nil"
		}
		return fitting[0]
	case *types.Slice:
		return "nil"
	}
	// The walk cannot name this type, so it infers its zero value, or a new value, from the function itself.
	if signature.Variadic() {
		return ""
	}
	_, pointer := wanted.(*types.Pointer)
	helper := g.helper(signature.Params().Len(), signature.Results().Len(), index, pointer)
	return helper + "(" + name + ")"
}

// helper returns a generic function that creates a value for a parameter of a function.
func (g *generator) helper(parameters, results, index int, pointer bool) string {
	name := fmt.Sprintf("of_%d_%d_%d_%v", parameters, results, index, pointer)
	all, in, out := []string{}, []string{}, []string{}
	for i := 0; i < parameters; i++ {
		all = append(all, fmt.Sprintf("P%d", i))
		in = append(in, fmt.Sprintf("P%d", i))
	}
	for i := 0; i < results; i++ {
		all = append(all, fmt.Sprintf("R%d", i))
		out = append(out, fmt.Sprintf("R%d", i))
	}
	give, body := in[index], fmt.Sprintf("var one P%d; return one", index)
	if pointer {
		in[index] = "*" + in[index]
		give, body = in[index], fmt.Sprintf("return new(P%d)", index)
	}
	g.helpers[name] = fmt.Sprintf("func %s[%s any](func(%s) (%s)) %s { %s }",
		name, strings.Join(all, ", "), strings.Join(in, ", "), strings.Join(out, ", "), give, body)
	return name
}

func walksFromArguments() {
	seed, err := strconv.ParseInt(os.Args[4], 10, 64)
	check(err)
	count, err := strconv.Atoi(os.Args[5])
	check(err)
	printWalks(os.Args[1], os.Args[2], seed, count, os.Args[6:])
}
