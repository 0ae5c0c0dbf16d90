package action

import (
	"os"
	"os/exec"

	"kedge"
)

// Run starts the program that it is given, which tries to reach Kedge, and logs its output.
func Run(k *kedge.Ctx) error {
	text, _, err := k.Ask(kedge.InputRequest{Title: "What", Label: "What"})
	if err != nil {
		return err
	}
	program := exec.Command("/usr/bin/python3", "-c", os.Getenv("TEST_CALLER"), text)
	program.Env = os.Environ()
	out, err := program.CombinedOutput()
	k.Log(string(out))
	return err
}
