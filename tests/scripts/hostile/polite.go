package action

import "kedge"

// Run ends when it is told to.
func Run(k *kedge.Ctx) error {
	k.Log("deaf")
	<-k.Context().Done()
	k.Log("cleaned up")
	return nil
}
