package action

import (
	"os"
	"os/exec"
	"strings"

	"kedge"
)

// Run shows large frames while a child prints into the same pipe.
func Run(k *kedge.Ctx) error {
	child := exec.Command("sh", "-c", "for i in $(seq 300); do echo "+strings.Repeat("child", 100)+"; done")
	child.Stdout = os.Stdout
	if err := child.Start(); err != nil {
		return err
	}
	for i := 0; i < 20; i++ {
		if err := k.ShowHTML(kedge.HTMLReport{HTML: strings.Repeat("<p>large</p>", 20000)}); err != nil {
			return err
		}
	}
	return child.Wait()
}
