// Reads Go files with Go's own packages and prints the imports that `go list` and `go build` would use.
// Standard input contains each file's length (4 bytes, little-endian) and its bytes; each answer is a line of
// JSON.
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"strconv"
	"time"
)

type answer struct {
	// Listed are the import paths of go/build, one for each occurrence; null means that it refused the file.
	Listed []string `json:"listed"`
	// Parsed are path, name and line of go/parser; null means that it refused the imports.
	Parsed [][3]string `json:"parsed"`
	// Whole tells whether the whole file parses.
	Whole bool `json:"whole"`
}

func main() {
	in, out := bufio.NewReaderSize(os.Stdin, 1<<20), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	for {
		var size uint32
		if binary.Read(in, binary.LittleEndian, &size) != nil {
			return
		}
		source := make([]byte, size)
		if _, err := io.ReadFull(in, source); err != nil {
			panic(err)
		}
		_, err := parser.ParseFile(token.NewFileSet(), "a.go", source, parser.SkipObjectResolution)
		if err := encoder.Encode(answer{Listed: listed(source), Parsed: parsed(source), Whole: err == nil}); err != nil {
			panic(err)
		}
	}
}

func parsed(source []byte) [][3]string {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "a.go", source, parser.ImportsOnly)
	if err != nil {
		return nil
	}
	found := [][3]string{}
	for _, one := range file.Imports {
		path, err := strconv.Unquote(one.Path.Value)
		if err != nil {
			return nil
		}
		name := ""
		if one.Name != nil {
			name = one.Name.Name
		}
		found = append(found, [3]string{path, name, strconv.Itoa(set.PositionFor(one.Path.Pos(), false).Line)})
	}
	return found
}

// listed uses the package with which go list and go build read files, in a folder that contains only this
// file. Build constraints and C flags are disabled, because their faults do not concern the imports.
func listed(source []byte) []string {
	source = bytes.ReplaceAll(source, []byte("//go:build"), []byte("//no:build"))
	source = bytes.ReplaceAll(source, []byte("#cgo"), []byte("#nop"))
	context := build.Default
	context.CgoEnabled, context.UseAllFiles = true, true
	context.IsDir = func(string) bool { return true }
	context.ReadDir = func(string) ([]fs.FileInfo, error) { return []fs.FileInfo{info(len(source))}, nil }
	context.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(source)), nil }
	folder, err := context.ImportDir("/bundle", 0)
	if err != nil {
		return nil
	}
	found := []string{}
	for path, places := range folder.ImportPos {
		for range places {
			found = append(found, path)
		}
	}
	return found
}

type info int64

func (info) Name() string       { return "a.go" }
func (i info) Size() int64      { return int64(i) }
func (info) Mode() fs.FileMode  { return 0o644 }
func (info) ModTime() time.Time { return time.Time{} }
func (info) IsDir() bool        { return false }
func (info) Sys() any           { return nil }
