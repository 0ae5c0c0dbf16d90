// Prints, as JSON, all names that each standard library package in the arguments exports on the systems that
// Kedge supports.
package main

import (
	"encoding/json"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"sort"
)

func main() {
	found := map[string][]string{}
	for _, path := range os.Args[1:] {
		names := map[string]bool{}
		for _, system := range []string{"linux", "darwin", "windows"} {
			context := build.Default
			context.GOOS, context.CgoEnabled = system, false
			folder, err := context.ImportDir(filepath.Join(build.Default.GOROOT, "src", path), 0)
			if err != nil {
				panic(err)
			}
			for _, file := range folder.GoFiles {
				collect(filepath.Join(folder.Dir, file), names)
			}
		}
		for name := range names {
			found[path] = append(found[path], name)
		}
		sort.Strings(found[path])
	}
	if err := json.NewEncoder(os.Stdout).Encode(found); err != nil {
		panic(err)
	}
}

func collect(path string, names map[string]bool) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		panic(err)
	}
	add := func(name *ast.Ident) {
		if name.IsExported() {
			names[name.Name] = true
		}
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil {
				add(decl.Name)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					add(spec.Name)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						add(name)
					}
				}
			}
		}
	}
}
