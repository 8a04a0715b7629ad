package main

import (
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

type junit struct {
	Suites []struct {
		Cases []struct {
			Name    string   `xml:"name,attr"`
			Failure *problem `xml:"failure"`
			Error   *problem `xml:"error"`
			Skipped *problem `xml:"skipped"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

type problem struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// TestConformance runs the controller through all scenarios, and has one subtest per rule.
// CONFORMANCE_ARGUMENTS adds options, separated by spaces.
func TestConformance(t *testing.T) {
	folder := t.TempDir()
	program := filepath.Join(folder, "controller")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%s\n%s", err, out)
	}
	report := filepath.Join(folder, "junit.xml")
	words := []string{"conformance", "controller", "--command", "exec " + program, "--ready", "ready",
		"--kind", "Deployment", "--output", folder, "--format", "terminal,junit=" + report, "--no-color"}
	words = append(words, strings.Fields(os.Getenv("CONFORMANCE_ARGUMENTS"))...)
	// The exit code is the verdict, which the report contains as well.
	out, _ := exec.Command("npx", words...).CombinedOutput()
	text, err := os.ReadFile(report)
	if err != nil {
		t.Fatalf("no report:\n%s", out)
	}
	var found junit
	if err := xml.Unmarshal(text, &found); err != nil {
		t.Fatal(err)
	}
	for _, suite := range found.Suites {
		for _, rule := range suite.Cases {
			id, _, _ := strings.Cut(rule.Name, " ")
			t.Run(id, func(t *testing.T) {
				switch {
				case rule.Failure != nil:
					t.Error(rule.Failure.Text)
				case rule.Error != nil:
					t.Error(rule.Error.Text)
				case rule.Skipped != nil:
					t.Skip(rule.Skipped.Message)
				}
			})
		}
	}
}
