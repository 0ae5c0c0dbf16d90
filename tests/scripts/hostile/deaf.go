package action

import "kedge"

// Run ignores its context.
func Run(k *kedge.Ctx) error {
	k.Log("deaf")
	for {
	}
}
