package action

import "kedge"

// Run reads a secret of its account. What it is worth never reaches the log: Kedge puts dots there.
func Run(k *kedge.Ctx) error {
	account, _, region := k.Account()
	value, err := k.Secret(k.Config("secret"))
	if err != nil {
		return err
	}
	k.Logf("%s has %d characters (%s, %s)", k.Config("secret"), len(value), account, region)
	return nil
}
