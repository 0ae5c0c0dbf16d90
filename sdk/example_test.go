package kedge_test

import (
	"errors"
	"fmt"

	"kedge"
	"kedge/kedgetest"
)

// show runs an action on a fake host and prints how it ended and what the user saw: an action's own
// test does the same with kedgetest.
func show(host *kedgetest.Host, run func(*kedge.Ctx) error) {
	got := host.Run(run)
	for _, line := range got.Log {
		fmt.Println("log:", line.Text)
	}
	for _, shown := range got.Shown {
		fmt.Println("shown:", shown["kind"], shown["message"], shown["label"], shown["answer"])
	}
	fmt.Println(got.Status, got.Err)
}

func ExampleCtx_Ask() {
	show(&kedgetest.Host{Answers: []any{"Ada"}}, func(k *kedge.Ctx) error {
		name, ok, err := k.Ask(kedge.InputRequest{Label: "Whom to greet?", Required: true})
		if err != nil || !ok {
			return err // not ok: the user has cancelled
		}
		return k.Alert("Hello, " + name)
	})
	// Output:
	// shown: ask <nil> Whom to greet? Ada
	// shown: alert Hello, Ada <nil> <nil>
	// ok <nil>
}

func ExampleCtx_Confirm() {
	show(&kedgetest.Host{Answers: []any{false}}, func(k *kedge.Ctx) error {
		yes, err := k.Confirm("Delete 3 snapshots?")
		if err != nil {
			return err
		}
		if !yes {
			k.Log("nothing was deleted")
		}
		return nil
	})
	// Output:
	// log: nothing was deleted
	// shown: confirm Delete 3 snapshots? <nil> false
	// ok <nil>
}

func ExampleCtx_FormInto() {
	host := &kedgetest.Host{Answers: []any{map[string]any{"service": "web", "count": 3, "dry": true}}}
	show(host, func(k *kedge.Ctx) error {
		var order struct {
			Service string   `json:"service"`
			Count   string   `json:"count"`
			Dry     bool     `json:"dry"`
			Regions []string `json:"regions"`
		}
		ok, err := k.FormInto(kedge.FormRequest{Title: "Scale a service", Fields: []kedge.Field{
			{Key: "service", Label: "Service", Required: true, Pattern: "[a-z-]+"},
			{Key: "count", Label: "Tasks", Kind: "number", Min: 0, Max: 10, Default: "1"},
			{Key: "dry", Label: "Only show what would happen", Kind: "checkbox"},
			{Key: "regions", Label: "Regions", Kind: "multiselect", Default: "eu-west-1",
				Options: []kedge.Option{{Label: "Ireland", Value: "eu-west-1"}, {Label: "Frankfurt", Value: "eu-central-1"}}},
		}}, &order)
		if err != nil || !ok {
			return err
		}
		k.Log(order.Service, order.Count, order.Dry, order.Regions)
		return nil
	})
	// Output:
	// log: web 3 true [eu-west-1]
	// shown: form <nil> <nil> map[count:3 dry:true regions:eu-west-1 service:web]
	// ok <nil>
}

func ExampleCtx_SecretField() {
	host := &kedgetest.Host{AccountID: "123456789012", Secrets: map[string]string{
		"shop/db": `{"user": "app", "password": "correct-horse"}`,
	}}
	show(host, func(k *kedge.Ctx) error {
		password, err := k.SecretField("shop/db", "password")
		if err != nil {
			return err
		}
		k.Log("never seen in a log:", password)
		_, err = k.SecretField("shop/db", "port")
		return err
	})
	// Output:
	// log: never seen in a log: •••
	// failed secret "shop/db": no field "port"
}

func ExampleCtx_Query() {
	host := &kedgetest.Host{Query: func(server, sql string, args []any) (*kedge.Rows, error) {
		return &kedge.Rows{Columns: []string{"name", "orders"}, Rows: [][]any{{"Ada", 3.0}}}, nil
	}}
	show(host, func(k *kedge.Ctx) error {
		rows, err := k.Query("shop", "select name, orders from customers where id = $1", 42)
		if err != nil {
			return err
		}
		for _, row := range rows.Rows {
			k.Log(row[0], row[1])
		}
		return nil
	})
	// Output:
	// log: Ada 3
	// ok <nil>
}

func ExampleCtx_ButtonClicks() {
	host := &kedgetest.Host{}
	host.OnShow = func(shown kedgetest.Shown) {
		if shown["takesClicks"] == true {
			host.Click()
		}
	}
	show(host, func(k *kedge.Ctx) error {
		select {
		case <-k.ButtonClicks():
			k.Log("clicked")
		case <-k.Context().Done():
		}
		return nil
	})
	// Output:
	// log: clicked
	// shown: button <nil> <nil> <nil>
	// ok <nil>
}

// A cancelled progress ends the context, as Stop does: give up what takes long, and tidy up.
func ExampleCtx_Context() {
	host := &kedgetest.Host{}
	host.OnShow = func(kedgetest.Shown) { host.Stop() }
	show(host, func(k *kedge.Ctx) error {
		k.ShowProgress(kedge.ProgressOptions{Title: "Copying", Cancelable: true})
		<-k.Context().Done()
		err := k.Alert("too late to ask")
		k.Log(errors.Is(err, kedge.ErrCancelled))
		return err
	})
	// Output:
	// log: true
	// shown: progress <nil>  <nil>
	// stopped the action was stopped
}

func ExampleCtx_Config() {
	host := &kedgetest.Host{Config: map[string]any{"team": "Payments", "limit": 2.5, "regions": []string{"a", "b"}}}
	show(host, func(k *kedge.Ctx) error {
		k.Log(k.Config("team"), k.Config("limit"), k.Config("regions"), k.Config("missing") == "")
		limit, ok := k.ConfigValue("limit")
		k.Log(limit.(float64)*2, ok)
		return nil
	})
	// Output:
	// log: Payments 2.5 ["a","b"] true
	// log: 5 true
	// ok <nil>
}
