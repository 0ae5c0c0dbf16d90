package action

import "kedge"

// Run ends when its context does.
func Run(k *kedge.Ctx) error {
	k.Log("deaf")
	<-k.Context().Done()
	k.Log("cleaned up")
	return nil
}
