/** An extension as a team could have it, to be looked at. */
export const MANIFEST = JSON.stringify(
  {
    id: "shop-tools",
    name: "Shop tools",
    version: "2.4.1",
    author: "Shop team",
    description: "What the shop team needs every day.",
    actions: [
      { id: "deploy", label: "Deploy a service", entry: "actions/deploy/deploy.go", contextMode: "none" },
    ],
  },
  null,
  2,
) + "\n";

/** Its action: a form, a child process and a log. */
export const DEPLOY = `package action

import (
	"fmt"
	"os/exec"
	"time"

	"kedge"
)

// Run asks what to deploy, and tells how it goes.
func Run(k *kedge.Ctx) error {
	values, ok, err := k.Form(kedge.FormRequest{
		Title: "Deploy a service",
		Fields: []kedge.Field{
			{
				Key: "service", Kind: "select", Label: "Service", Required: true, Default: "web",
				Options: []kedge.Option{{Label: "Web", Value: "web"}, {Label: "Worker", Value: "worker"}},
			},
			{Key: "version", Kind: "text", Label: "Version", Required: true, Default: "2.4.1"},
			{Key: "drain", Kind: "checkbox", Label: "Drain connections first", Default: "true"},
		},
	})
	if err != nil || !ok {
		return err
	}
	k.Logf("deploying %s %s", values["service"], values["version"])
	git, err := exec.CommandContext(k.Context(), "git", "--version").Output()
	if err != nil {
		return err
	}
	fmt.Print(string(git))
	for task := 1; task <= 3; task++ {
		time.Sleep(350 * time.Millisecond)
		k.Logf("task %d of 3 is healthy", task)
	}
	k.Logf("%s %s is live", values["service"], values["version"])
	return nil
}
`;
