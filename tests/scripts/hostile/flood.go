package action

import (
	"bytes"
	"os"

	"kedge"
)

// Run prints one gigabyte.
func Run(k *kedge.Ctx) error {
	chunk := bytes.Repeat([]byte("a line of sixty-four characters, which is printed very often ...\n"), 1<<14)
	for written := 0; written < 1<<30; written += len(chunk) {
		if _, err := os.Stdout.Write(chunk); err != nil {
			return err
		}
	}
	k.Log("the end")
	return nil
}
