package action

import "kedge"

// Run reads secrets; what it logs of them is hidden.
func Run(k *kedge.Ctx) error {
	plain, err := k.Secret("plain")
	k.Log(plain == "battery-staple", err, plain)
	password, err := k.SecretField("shop/db", "password")
	k.Log(password == `correct-"horse`, err, password)
	user, _ := k.SecretField("shop/db", "user")
	k.Logf("user %s, password %s %q", user, password, password)
	for _, field := range []string{"missing", "port"} {
		_, err := k.SecretField("shop/db", field)
		k.Log(err)
	}
	_, err = k.SecretField("plain", "user")
	k.Log(err)
	_, err = k.Secret("nothing/here")
	k.Log(err != nil)
	return nil
}

/*golden
{
  "account": { "id": "123456789012", "role": "", "region": "eu-central-1" },
  "secrets": {
    "shop/db": "{\"user\":\"correct\",\"password\":\"correct-\\\"horse\",\"port\":5432}",
    "plain": "battery-staple"
  },
  "answers": [],
  "expected": {
    "ok": true,
    "status": "ok",
    "log": [
      { "stream": "log", "text": "true <nil> •••" },
      { "stream": "log", "text": "true <nil> •••" },
      { "stream": "log", "text": "user •••, password ••• \"•••\"" },
      { "stream": "log", "text": "secret \"shop/db\": no field \"missing\"" },
      { "stream": "log", "text": "secret \"shop/db\": field \"port\" is not a string" },
      { "stream": "log", "text": "secret \"plain\": not a JSON object" },
      { "stream": "log", "text": "true" }
    ],
    "shown": []
  }
}
*/
