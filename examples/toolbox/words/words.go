// Package words draws passphrases. Any action of the bundle may import it as "bundle/words".
package words

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"strings"
)

// Options say how a passphrase looks.
type Options struct {
	Count          int
	Separator      string
	Capital, Digit bool
}

// Phrase draws a passphrase and tells how many bits of chance went into it.
func Phrase(options Options) (phrase string, bits int, err error) {
	drawn := make([]string, options.Count)
	for i := range drawn {
		n, err := below(len(list))
		if err != nil {
			return "", 0, err
		}
		drawn[i] = list[n]
		if options.Capital {
			drawn[i] = strings.ToUpper(drawn[i][:1]) + drawn[i][1:]
		}
		bits += 8
	}
	phrase = strings.Join(drawn, options.Separator)
	if options.Digit {
		n, err := below(10)
		if err != nil {
			return "", 0, err
		}
		phrase += fmt.Sprint(n)
		bits += 3
	}
	return phrase, bits, nil
}

// below draws a number from 0 to n-1, each as likely as the other.
func below(n int) (int, error) {
	drawn, err := rand.Int(rand.Reader, big.NewInt(int64(n)))
	if err != nil {
		return 0, fmt.Errorf("no random numbers: %w", err)
	}
	return int(drawn.Int64()), nil
}
