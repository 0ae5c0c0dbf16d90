package action

import (
	"fmt"

	"kedge"
)

// Run asks a server of the user's configuration, by its name. It reads, unless the user lets it write.
func Run(k *kedge.Ctx) error {
	rows, err := k.Query(k.Config("server"), "select status, count(*) from orders group by status order by 1")
	if err != nil {
		return err
	}
	for _, row := range rows.Rows {
		fmt.Println(row...)
	}
	return nil
}
