package action

import (
	"fmt"
	"os"

	"kedge"
)

// Run exits without returning.
func Run(k *kedge.Ctx) error {
	for i := 0; i < 1000; i++ {
		fmt.Println("line", i)
	}
	os.Exit(0)
	return nil
}
