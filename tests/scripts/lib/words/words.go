// Package words is shared by actions of the suite.
package words

// Shout makes it loud.
func Shout(text string) string { return text + "!" }
