package action

import "kedge"

// Run panics where nothing can recover it.
func Run(k *kedge.Ctx) error {
	go panic("in a goroutine")
	<-k.Context().Done()
	return nil
}
