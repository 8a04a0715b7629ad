package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type queue = workqueue.TypedRateLimitingInterface[cache.ObjectName]

// errStale means that the cache does not contain the last write yet.
var errStale = errors.New("the cache is older than the last write")

// reconciler calls reconcile for every changed object, one after the other, and retries on errors.
type reconciler struct {
	queue     queue
	synced    []cache.InformerSynced
	reconcile func(ctx context.Context, name cache.ObjectName) error
	// written contains the version of the last write to each object. Only the worker uses it.
	written map[cache.ObjectName]uint64
}

func newReconciler(watched ...cache.SharedIndexInformer) *reconciler {
	limiter := workqueue.DefaultTypedControllerRateLimiter[cache.ObjectName]()
	r := &reconciler{
		queue:   workqueue.NewTypedRateLimitingQueue(limiter),
		written: map[cache.ObjectName]uint64{},
	}
	for _, informer := range watched {
		r.synced = append(r.synced, informer.HasSynced)
	}
	return r
}

// follow reconciles the objects of an informer.
func (r *reconciler) follow(informer cache.SharedIndexInformer) {
	enqueue := func(object any) {
		name, err := cache.DeletionHandlingObjectToName(object)
		if err == nil {
			r.queue.Add(name)
		}
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    enqueue,
		UpdateFunc: func(_, object any) { enqueue(object) },
		DeleteFunc: enqueue,
	})
	if err != nil {
		panic(err)
	}
}

func (r *reconciler) work(ctx context.Context) {
	defer r.queue.ShutDown()
	go func() {
		<-ctx.Done()
		r.queue.ShutDown()
	}()
	for {
		name, isOver := r.queue.Get()
		if isOver {
			return
		}
		r.settle(name, r.reconcile(ctx, name))
		r.queue.Done(name)
	}
}

// seen returns errStale if the cached object is older than the last write to it.
func (r *reconciler) seen(known metav1.Object) error {
	if versionOf(known) < r.written[cache.MetaObjectToName(known)] {
		return errStale
	}
	return nil
}

// wrote stores the version that a write returned.
func (r *reconciler) wrote(stored metav1.Object) {
	r.written[cache.MetaObjectToName(stored)] = versionOf(stored)
}

// versionOf parses a version as a number. Kubernetes guarantees numeric versions since 1.35, and earlier releases also
// use them.
func versionOf(object metav1.Object) uint64 {
	version, err := strconv.ParseUint(object.GetResourceVersion(), 10, 64)
	if err != nil {
		panic(err)
	}
	return version
}

// settle retries failures later. If a reply contains a delay, client-go itself waits.
func (r *reconciler) settle(name cache.ObjectName, err error) {
	if err == nil || apierrors.IsNotFound(err) {
		if err != nil {
			delete(r.written, name)
		}
		r.queue.Forget(name)
		return
	}
	fmt.Fprintln(os.Stderr, name, err)
	r.queue.AddRateLimited(name)
}
