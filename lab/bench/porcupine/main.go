// Command porcupine checks recorded histories with the porcupine linearizability checker and prints
// the cost of each as one line of JSON. It supports only reads and conditional writes with known outcomes.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

// line is a line of a history. Absent properties are empty.
type line struct {
	Op           string `json:"op"`
	Initial      string `json:"initial"`
	Object       string `json:"object"`
	Client       string `json:"client"`
	Invoke       int64  `json:"invoke"`
	Return       int64  `json:"return"`
	Outcome      string `json:"outcome"`
	Precondition string `json:"precondition"`
	Version      string `json:"version"`
}

// request is the request of an operation. Versions are numbered from 1; 0 means no version.
type request struct {
	isWrite      bool
	precondition int32
	object       int32
}

// answer is the result of an operation. Version 0 means a conflict.
type answer struct{ version int32 }

// history is the content of one file.
type history struct {
	operations []porcupine.Operation
	initial    []int32
}

// report is one line of the output.
type report struct {
	Result     string    `json:"result"`
	Operations int       `json:"operations"`
	WallMs     []float64 `json:"wallMs"`
	HeapBytes  uint64    `json:"heapBytes"`
}

func main() {
	log.SetFlags(0)
	rounds := flag.Int("rounds", 3, "how often the history is checked")
	timeout := flag.Duration("timeout", time.Minute, "how long one check may take")
	mostBytes := flag.Uint64("most-bytes", 4<<30, "the heap at which a check is given up")
	flag.Parse()
	current := &report{}
	go giveUpAbove(*mostBytes, current)
	for _, path := range flag.Args() {
		check(path, *rounds, *timeout, current)
	}
}

// check reads one history and prints its verdict and cost.
func check(path string, rounds int, timeout time.Duration, found *report) {
	recorded, err := read(path)
	if err != nil {
		log.Fatal(err)
	}
	*found = report{Operations: len(recorded.operations)}
	model := modelOf(recorded)
	for i := 0; i < rounds && found.Result != "Unknown"; i++ {
		started := time.Now()
		result := porcupine.CheckOperationsTimeout(model, recorded.operations, timeout)
		found.WallMs = append(found.WallMs, float64(time.Since(started).Microseconds())/1000)
		found.Result = string(result)
	}
	found.HeapBytes = heapBytes()
	printReport(*found)
}

// read reads the operations in a file.
func read(path string) (*history, error) {
	if strings.HasSuffix(path, ".json") {
		return readExport(path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	found := &history{}
	objects, versions, clients := numbers{}, numbers{}, numbers{}
	initials := map[int32]int32{}
	scanner := bufio.NewScanner(file)
	scanner.Buffer(make([]byte, 1<<16), 1<<20)
	for scanner.Scan() {
		var read line
		if err := json.Unmarshal(scanner.Bytes(), &read); err != nil {
			return nil, err
		}
		switch {
		case read.Initial != "":
			initials[objects.of(read.Initial)] = versions.of(read.Version)
		case read.Op != "":
			operation, err := operationOf(read, objects, versions)
			if err != nil {
				return nil, err
			}
			operation.ClientId = int(clients.of(read.Client))
			found.operations = append(found.operations, operation)
		}
	}
	found.initial = make([]int32, len(objects)+1)
	for object, version := range initials {
		found.initial[object] = version
	}
	return found, scanner.Err()
}

// export is the format that check-history --export writes to a .json file.
type export struct {
	Initial    map[string]string `json:"initial"`
	Operations []struct {
		ClientId     int
		Input        struct{ Op, Object, Precondition, Version string }
		Call, Return int64
		Output       struct{ Outcome, Version string }
	} `json:"operations"`
}

// readExport reads the operations in an exported history.
func readExport(path string) (*history, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var exported export
	if err := json.Unmarshal(text, &exported); err != nil {
		return nil, err
	}
	found := &history{}
	objects, versions := numbers{}, numbers{}
	for _, one := range exported.Operations {
		operation, err := operationOf(line{
			Op: one.Input.Op, Object: one.Input.Object, Precondition: one.Input.Precondition,
			Outcome: one.Output.Outcome, Version: one.Output.Version,
			Invoke: one.Call, Return: one.Return,
		}, objects, versions)
		if err != nil {
			return nil, err
		}
		operation.ClientId = one.ClientId
		found.operations = append(found.operations, operation)
	}
	found.initial = make([]int32, len(objects)+1)
	for object, number := range objects {
		if version, isPresent := exported.Initial[object]; isPresent {
			found.initial[number] = versions.of(version)
		}
	}
	return found, nil
}

// numbers assigns numbers to strings, from 1.
type numbers map[string]int32

func (known numbers) of(text string) int32 {
	number, isKnown := known[text]
	if !isKnown {
		number = int32(len(known) + 1)
		known[strings.Clone(text)] = number
	}
	return number
}

func operationOf(read line, objects, versions numbers) (porcupine.Operation, error) {
	asked := request{isWrite: read.Op == "cas", object: objects.of(read.Object)}
	if asked.isWrite {
		asked.precondition = versions.of(read.Precondition)
	} else if read.Op != "read" {
		return porcupine.Operation{}, fmt.Errorf("operation %q is not known", read.Op)
	}
	answered := answer{}
	if read.Outcome == "ok" {
		answered.version = versions.of(read.Version)
	} else if read.Outcome != "conflict" {
		return porcupine.Operation{}, fmt.Errorf("outcome %q is not known", read.Outcome)
	}
	return porcupine.Operation{Input: asked, Call: read.Invoke, Output: answered, Return: read.Return}, nil
}

// modelOf models one object, whose state is the number of its version. The first step starts in
// state -1 and replaces it with the initial version.
func modelOf(recorded *history) porcupine.Model {
	return porcupine.Model{
		Partition: byObject,
		Init:      func() interface{} { return int32(-1) },
		Step: func(state, input, output interface{}) (bool, interface{}) {
			version, asked, answered := state.(int32), input.(request), output.(answer)
			if version == -1 {
				version = recorded.initial[asked.object]
			}
			switch {
			case !asked.isWrite:
				return answered.version == version, version
			case answered.version == 0:
				return asked.precondition != version, version
			default:
				return asked.precondition == version, answered.version
			}
		},
	}
}

func byObject(operations []porcupine.Operation) [][]porcupine.Operation {
	place := map[int32]int{}
	var parts [][]porcupine.Operation
	for _, operation := range operations {
		object := operation.Input.(request).object
		part, isKnown := place[object]
		if !isKnown {
			part = len(parts)
			place[object] = part
			parts = append(parts, nil)
		}
		parts[part] = append(parts[part], operation)
	}
	return parts
}

// giveUpAbove exits if the program uses too much memory, before the machine runs out of memory.
func giveUpAbove(mostBytes uint64, found *report) {
	for range time.Tick(100 * time.Millisecond) {
		if used := heapBytes(); used > mostBytes {
			printReport(report{Result: "OutOfMemory", Operations: found.Operations, HeapBytes: used})
			os.Exit(0)
		}
	}
}

func heapBytes() uint64 {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return memory.HeapInuse
}

func printReport(found report) {
	text, err := json.Marshal(found)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(text))
}
