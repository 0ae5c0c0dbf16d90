// Replaces git and OpenSSH's ssh-keygen and ssh-add on a Windows that has none: the computer that
// starts the tests' servers runs the real program. It gets the arguments, folder, variables and
// input, and its output and exit status come back.
package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// addressFile is on the system drive, because Kedge passes few variables on to programs.
const addressFile = `C:\servers.address`

// failed is git's own exit status for a failure.
const failed = 128

type request struct {
	Program string            `json:"program"`
	Args    []string          `json:"args"`
	Folder  string            `json:"folder"`
	Env     map[string]string `json:"env"`
	Input   []byte            `json:"input"`
}

type answer struct {
	Output []byte `json:"output"`
	Errors []byte `json:"errors"`
	Code   int    `json:"code"`
}

func main() {
	code, err := run()
	if err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		code = failed
	}
	os.Exit(code)
}

func run() (int, error) {
	address, err := os.ReadFile(addressFile)
	if err != nil {
		return 0, err
	}
	input, err := io.ReadAll(os.Stdin)
	if err != nil {
		return 0, err
	}
	folder, err := os.Getwd()
	if err != nil {
		return 0, err
	}
	env := map[string]string{}
	for _, pair := range os.Environ() {
		if name, value, ok := strings.Cut(pair, "="); ok && name != "" {
			env[strings.ToUpper(name)] = value
		}
	}
	name := strings.TrimSuffix(strings.ToLower(filepath.Base(os.Args[0])), ".exe")
	body, err := json.Marshal(request{name, os.Args[1:], folder, env, input})
	if err != nil {
		return 0, err
	}
	response, err := http.Post(string(address)+"/run", "application/json", bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	var done answer
	if err := json.NewDecoder(response.Body).Decode(&done); err != nil {
		return 0, err
	}
	os.Stdout.Write(done.Output)
	os.Stderr.Write(done.Errors)
	return done.Code, nil
}
