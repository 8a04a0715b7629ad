// Package mistakes enables one mistake in the server, named by the variable MISTAKE.
package mistakes

import "os"

// All describes each mistake.
var All = map[string]string{
	"report-ignores-time":  "reportLift updates regardless of the given time",
	"zero-is-nothing":      "reportLift treats zero as omitted",
	"configure-new-struct": "configureLift builds a new Lift, without the reported fields",
	"appends-faults":       "reportLift appends faults to the stored ones",
	"unlocks-between":      "updates unlock between their check and their write",
	"err-shadowed":         "reportLift loses its error in an inner scope and returns the lift",
	"report-by-anyone":     "reportLift requires a token but ignores its role",
	"get-before-auth":      "reportLift reads the lift before it checks the token",
	"stream-unchecked":     "liftChanged requires no token",
	"generation-always":    "the generation counts reports as well",
}

var chosen = os.Getenv("MISTAKE")

// Has reports whether a mistake is enabled.
func Has(name string) bool { return chosen == name }

// Known reports whether MISTAKE is empty or names a mistake.
func Known() bool { return chosen == "" || All[chosen] != "" }
