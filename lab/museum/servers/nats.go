// Writes to a key-value bucket of an embedded NATS server and prints the history.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

type line map[string]any

func note(one line) {
	text, err := json.Marshal(one)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}

var began = time.Now()

func now() int64 { return time.Since(began).Nanoseconds() }

// recorded executes an operation on a key and records its outcome.
func recorded(one line, operation func() (uint64, error)) uint64 {
	one["client"], one["invoke"] = "writer", now()
	version, err := operation()
	one["return"] = now()
	one["outcome"] = outcomeOf(one["op"], err)
	if one["outcome"] == "unknown" {
		delete(one, "return")
	}
	if err == nil && version > 0 {
		one["version"] = fmt.Sprint(version)
	}
	note(one)
	return version
}

func outcomeOf(operation any, err error) string {
	var refused *nats.APIError
	switch {
	case err == nil:
		return "ok"
	case errors.Is(err, nats.ErrKeyNotFound):
		return "not-found"
	case errors.Is(err, nats.ErrKeyExists) && operation == "create":
		return "exists"
	// The error does not show whether the key has another version or does not exist.
	case errors.As(err, &refused) && refused.ErrorCode == nats.JSErrCodeStreamWrongLastSequence:
		return "failed"
	}
	return "unknown"
}

// updateNeverWritten replaces a version of a key that was never written.
func updateNeverWritten(bucket nats.KeyValue) {
	// Versions count the writes to all keys. This version exists, but belongs to another key.
	version := put(bucket, "water")
	update(bucket, "ground", version)
	get(bucket, "ground")
}

// updatePurged replaces a version that was purged.
func updatePurged(bucket nats.KeyValue) {
	version := put(bucket, "ground")
	recorded(line{"op": "delete", "object": "ground"}, func() (uint64, error) {
		return 0, bucket.Purge("ground")
	})
	update(bucket, "ground", version)
	get(bucket, "ground")
}

func put(bucket nats.KeyValue, key string) uint64 {
	return recorded(line{"op": "create", "object": key}, func() (uint64, error) {
		return bucket.Create(key, []byte("1"))
	})
}

func update(bucket nats.KeyValue, key string, version uint64) {
	one := line{"op": "cas", "object": key, "precondition": fmt.Sprint(version)}
	recorded(one, func() (uint64, error) { return bucket.Update(key, []byte("2"), version) })
}

func get(bucket nats.KeyValue, key string) {
	recorded(line{"op": "read", "object": key}, func() (uint64, error) {
		entry, err := bucket.Get(key)
		if err != nil {
			return 0, err
		}
		return entry.Revision(), nil
	})
}

var scenarios = map[string]func(nats.KeyValue){
	"update-never-written": updateNeverWritten,
	"update-purged":        updatePurged,
}

func main() {
	if err := run(os.Args[len(os.Args)-1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(scenario string) error {
	folder, err := os.MkdirTemp("", "museum-nats")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	store, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: folder, NoSigs: true,
	})
	if err != nil {
		return err
	}
	go store.Start()
	defer store.Shutdown()
	if !store.ReadyForConnections(30 * time.Second) {
		return errors.New("the server is not ready")
	}
	client, err := nats.Connect(store.ClientURL())
	if err != nil {
		return err
	}
	defer client.Close()
	stream, err := client.JetStream()
	if err != nil {
		return err
	}
	bucket, err := stream.CreateKeyValue(&nats.KeyValueConfig{Bucket: "museum", History: 1})
	if err != nil {
		return err
	}
	note(line{"history": 1, "versions": "opaque"})
	scenarios[scenario](bucket)
	return nil
}
