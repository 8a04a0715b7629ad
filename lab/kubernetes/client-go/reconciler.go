package main

import (
	"context"
	"fmt"
	"os"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type queue = workqueue.TypedRateLimitingInterface[cache.ObjectName]

// reconciler calls reconcile for every object that changed, one after the other, and again where it failed.
type reconciler struct {
	queue     queue
	synced    []cache.InformerSynced
	reconcile func(ctx context.Context, name cache.ObjectName) error
}

func newReconciler(watched ...cache.SharedIndexInformer) *reconciler {
	limiter := workqueue.DefaultTypedControllerRateLimiter[cache.ObjectName]()
	r := &reconciler{queue: workqueue.NewTypedRateLimitingQueue(limiter)}
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

// settle tries again later what failed; client-go itself waits where a reply says how long.
func (r *reconciler) settle(name cache.ObjectName, err error) {
	if err == nil || apierrors.IsNotFound(err) {
		r.queue.Forget(name)
		return
	}
	fmt.Fprintln(os.Stderr, name, err)
	r.queue.AddRateLimited(name)
}
