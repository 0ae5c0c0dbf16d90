// Package words is shared by actions of the suite.
package words

// Shout adds an exclamation mark.
func Shout(text string) string { return text + "!" }
