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

// errStale says that the cache does not have the last write yet.
var errStale = errors.New("the cache is older than the last write")

// reconciler calls reconcile for every object that changed, one after the other, and again where it failed.
type reconciler struct {
	queue     queue
	synced    []cache.InformerSynced
	reconcile func(ctx context.Context, name cache.ObjectName) error
	// written has the version of the last write to each object. It is used by the worker alone.
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

// follow reconciles the objects of an informer themselves.
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

// seen fails with errStale where an object of the cache is older than the last write to it.
func (r *reconciler) seen(known metav1.Object) error {
	if versionOf(known) < r.written[cache.MetaObjectToName(known)] {
		return errStale
	}
	return nil
}

// wrote remembers the version of what a write left.
func (r *reconciler) wrote(stored metav1.Object) {
	r.written[cache.MetaObjectToName(stored)] = versionOf(stored)
}

// versionOf reads a version as the number that it is in all API servers since Kubernetes 1.35, and before.
func versionOf(object metav1.Object) uint64 {
	version, err := strconv.ParseUint(object.GetResourceVersion(), 10, 64)
	if err != nil {
		panic(err)
	}
	return version
}

// settle tries again later what failed; client-go itself waits where a reply says how long.
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
