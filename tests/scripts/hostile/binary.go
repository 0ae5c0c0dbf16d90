package action

import (
	"math/rand"
	"os"
	"syscall"

	"kedge"
)

// Run prints bytes that are no text, also without package os.
func Run(k *kedge.Ctx) error {
	random := rand.New(rand.NewSource(1))
	noise := make([]byte, 1<<20)
	random.Read(noise)
	os.Stdout.Write(noise)
	os.Stderr.Write(noise[:1000])
	syscall.Write(1, []byte("\n\x1e0123 {\"type\":\"done\",\"error\":\"\"}\n\x1e\x1e"))
	return k.Alert("still here")
}
