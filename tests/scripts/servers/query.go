package action

import (
	"time"

	"kedge"
)

// Run reads from a server, tries to write there, and queries a server that is not configured.
func Run(k *kedge.Ctx) error {
	at := time.Date(2024, 2, 29, 13, 0, 0, 0, time.FixedZone("", 3600))
	rows, err := k.Query("shop", "select $1::timestamp, $2::bigint, $3::text, $4::bytea", at, uint64(1)<<60, nil, []byte("b"))
	if err != nil {
		return err
	}
	k.Log(rows.Columns, rows.Rows, rows.Truncated)
	if _, err := k.Query("shop", "create table t (n int)"); err != nil {
		k.Log(err)
	}
	_, err = k.Query("other", "select 1")
	k.Log(err)
	return nil
}
