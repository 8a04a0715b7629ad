// Writes to an embedded etcd and prints the history. Revisions are the versions.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/server/v3/embed"
	"go.etcd.io/etcd/server/v3/etcdserver/api/v3client"
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

// put writes the key. Until the key is deleted, the revision that created it serves as the uid.
func put(ctx context.Context, store *clientv3.Client) {
	invoke := now()
	reply, err := store.Put(ctx, "ground", fmt.Sprint(invoke), clientv3.WithPrevKV())
	must(err)
	operation, created := "create", reply.Header.Revision
	if reply.PrevKv != nil {
		operation, created = "put", reply.PrevKv.CreateRevision
	}
	note(line{"op": operation, "object": "ground", "client": "writer", "invoke": invoke, "return": now(),
		"outcome": "ok", "version": fmt.Sprint(reply.Header.Revision), "uid": fmt.Sprint(created)})
}

func remove(ctx context.Context, store *clientv3.Client) int64 {
	invoke := now()
	reply, err := store.Delete(ctx, "ground", clientv3.WithPrevKV())
	must(err)
	note(line{"op": "delete", "object": "ground", "client": "writer", "invoke": invoke, "return": now(),
		"outcome": "ok", "uid": fmt.Sprint(reply.PrevKvs[0].CreateRevision)})
	return reply.Header.Revision
}

// watchFromCompacted watches from the compacted revision. This revision is a deletion, which etcd retains and must
// deliver.
func watchFromCompacted(ctx context.Context, store *clientv3.Client) {
	for range 3 {
		put(ctx, store)
	}
	deleted := remove(ctx, store)
	put(ctx, store)
	_, err := store.Compact(ctx, deleted)
	must(err)
	follow(ctx, store, deleted)
}

// follow watches from a revision until the newest revision has arrived.
func follow(ctx context.Context, store *clientv3.Client, from int64) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	newest, err := store.Get(ctx, "ground")
	must(err)
	note(line{"watch": "reader", "event": "open", "time": now(), "after": fmt.Sprint(from - 1)})
	for replies := range store.Watch(ctx, "ground", clientv3.WithRev(from)) {
		must(replies.Err())
		for _, event := range replies.Events {
			note(line{"watch": "reader", "event": typeOf(event), "object": "ground", "time": now(),
				"version": fmt.Sprint(event.Kv.ModRevision)})
		}
		if replies.Header.Revision >= newest.Header.Revision {
			break
		}
	}
	note(line{"watch": "reader", "event": "close", "time": now(), "due": fmt.Sprint(newest.Header.Revision)})
}

func typeOf(event *clientv3.Event) string {
	switch {
	case event.Type == clientv3.EventTypeDelete:
		return "DELETED"
	case event.IsCreate():
		return "ADDED"
	}
	return "MODIFIED"
}

var scenarios = map[string]func(context.Context, *clientv3.Client){
	"watch-from-compacted": watchFromCompacted,
}

func main() {
	folder, err := os.MkdirTemp("", "museum-etcd")
	must(err)
	defer os.RemoveAll(folder)
	settings := embed.NewConfig()
	settings.Dir, settings.LogLevel = folder, "fatal"
	free := url.URL{Scheme: "http", Host: "127.0.0.1:0"}
	settings.ListenPeerUrls, settings.ListenClientUrls = []url.URL{free}, []url.URL{free}
	store, err := embed.StartEtcd(settings)
	must(err)
	defer store.Close()
	select {
	case <-store.Server.ReadyNotify():
	case <-time.After(30 * time.Second):
		must(errors.New("the server is not ready"))
	}
	note(line{"history": 1, "versions": "comparable"})
	scenarios[os.Args[len(os.Args)-1]](context.Background(), v3client.New(store.Server))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
