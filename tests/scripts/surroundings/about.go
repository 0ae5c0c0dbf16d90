package action

import "kedge"

// Run logs the facts about its run.
func Run(k *kedge.Ctx) error {
	id, label := k.Action()
	k.Log("action", id, label)
	id, name := k.Extension()
	k.Log("extension", id, name, k.ExtensionVersion(), k.ExtensionAuthor())
	k.Log("version", k.AppVersion() != "")
	account, role, region := k.Account()
	k.Logf("account %q %q %q", account, role, region)
	k.Log("context", k.Context().Err())
	return nil
}

/*golden
{
  "account": { "id": "123456789012", "role": "", "region": "eu-central-1" },
  "answers": [],
  "expected": {
    "ok": true,
    "status": "ok",
    "log": [
      { "stream": "log", "text": "action about Do about" },
      { "stream": "log", "text": "extension golden Test golden 1.0 The tests" },
      { "stream": "log", "text": "version true" },
      { "stream": "log", "text": "account \"123456789012\" \"\" \"eu-central-1\"" },
      { "stream": "log", "text": "context <nil>" }
    ],
    "shown": []
  }
}
*/
