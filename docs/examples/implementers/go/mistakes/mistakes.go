// Package mistakes puts one mistake into the server: that which MISTAKE names.
package mistakes

import "os"

// All says what each of them does wrong.
var All = map[string]string{
	"report-ignores-time":  "reportLift updates whatever time it is given",
	"zero-is-nothing":      "reportLift takes a zero for nothing",
	"configure-new-struct": "configureLift builds a new Lift, without what was reported",
	"appends-faults":       "reportLift appends faults to those that are there",
	"unlocks-between":      "updates unlock between their check and their write",
	"err-shadowed":         "reportLift loses its error in an inner scope, and answers with the lift",
	"report-by-anyone":     "reportLift asks for a token, and not for whose it is",
	"get-before-auth":      "reportLift looks the lift up before it looks at the token",
	"stream-unchecked":     "liftChanged asks nobody for a token",
	"generation-always":    "the generation counts reports as well",
}

var chosen = os.Getenv("MISTAKE")

// Has reports whether this mistake was chosen.
func Has(name string) bool { return chosen == name }

// Known reports whether what was chosen is one of them, or nothing.
func Known() bool { return chosen == "" || All[chosen] != "" }
