package action

import (
	"io"
	"os"

	"kedge"
)

// Run replaces the standard output by a pipe, to see the mark that its frames begin with.
func Run(k *kedge.Ctx) error {
	reader, writer, err := os.Pipe()
	if err != nil {
		return err
	}
	before := *os.Stdout
	*os.Stdout = *writer
	k.Log("into the log")
	*os.Stdout = before
	writer.Close()
	seen, err := io.ReadAll(reader)
	k.Logf("saw %q", seen)
	return err
}
