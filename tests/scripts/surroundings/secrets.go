package action

import (
	"encoding/json"
	"net/url"

	"kedge"
)

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
	token, _ := k.SecretField("shop/api", "token")
	marshalled, _ := json.Marshal(map[string]string{"token": token})
	k.Log(string(marshalled), url.QueryEscape(token), url.PathEscape(token))
	k.Log(&url.URL{Scheme: "https", User: url.UserPassword("ada", token), Host: "shop.example"})
	k.Log("planted-key of nested fields, port 54321")
	k.Logf("%s %q", token, token)
	return nil
}

/*golden
{
  "account": { "id": "123456789012", "role": "", "region": "eu-central-1" },
  "secrets": {
    "shop/db": "{\"user\":\"correct\",\"password\":\"correct-\\\"horse\",\"port\":5432}",
    "plain": "battery-staple",
    "shop/api": "{\"token\":\"a<b>&c\u2028d/e f\",\"more\":{\"keys\":[\"planted-key\"],\"port\":\"54321\"}}"
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
      { "stream": "log", "text": "true" },
      { "stream": "log", "text": "{\"token\":\"•••\"} ••• •••" },
      { "stream": "log", "text": "https://ada:•••@shop.example" },
      { "stream": "log", "text": "••• of nested fields, port 54321" },
      { "stream": "log", "text": "••• \"•••\"" }
    ],
    "shown": []
  }
}
*/
