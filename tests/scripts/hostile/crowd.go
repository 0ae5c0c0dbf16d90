package action

import (
	"fmt"
	"sync"

	"kedge"
)

// Run opens a thousand dialogs one after the other, then a thousand at once.
func Run(k *kedge.Ctx) error {
	for i := 0; i < 1000; i++ {
		if err := k.Alert(fmt.Sprint(i)); err != nil {
			return err
		}
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	refused := 0
	for i := 0; i < 1000; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			if _, err := k.Confirm("all at once"); err != nil {
				mu.Lock()
				refused++
				mu.Unlock()
			}
		}()
	}
	all.Wait()
	k.Log("refused", refused > 0)
	return nil
}
