package action

import (
	"fmt"
	"time"

	"kedge"
)

// Run shows how far it is. Each call sets the run's clock back, so that it may last longer than a minute.
func Run(k *kedge.Ctx) error {
	const shelves = 40
	k.ShowProgress(kedge.ProgressOptions{Title: "Counting", Cancelable: true})
	for shelf := 1; shelf <= shelves; shelf++ {
		k.UpdateProgress(float64(shelf)/shelves, fmt.Sprintf("shelf %d of %d", shelf, shelves))
		k.Logf("shelf %d: %d boxes", shelf, 7*shelf%23)
		select {
		case <-time.After(250 * time.Millisecond):
		case <-k.Context().Done():
			return kedge.ErrCancelled
		}
	}
	k.HideProgress()
	return nil
}
