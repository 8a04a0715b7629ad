package main

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corev1listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

var gearResource = schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "gears"}

// gears reports on a custom kind, in JSON, and maintains a config map for each object, in protobuf.
type gears struct {
	typed      kubernetes.Interface
	untyped    dynamic.Interface
	known      cache.GenericLister
	configMaps corev1listers.ConfigMapLister
	*reconciler
}

func newGears(
	typed kubernetes.Interface,
	untyped dynamic.Interface,
	builtIn informers.SharedInformerFactory,
	custom dynamicinformer.DynamicSharedInformerFactory,
) *reconciler {
	watched := custom.ForResource(gearResource)
	configMaps := builtIn.Core().V1().ConfigMaps()
	r := newReconciler(watched.Informer(), configMaps.Informer())
	g := &gears{typed, untyped, watched.Lister(), configMaps.Lister(), r}
	r.follow(watched.Informer())
	r.reconcile = g.reconcileGear
	return r
}

func (g *gears) reconcileGear(ctx context.Context, name cache.ObjectName) error {
	object, err := g.known.ByNamespace(name.Namespace).Get(name.Name)
	if err != nil {
		return err
	}
	gear := object.(*unstructured.Unstructured).DeepCopy()
	if err := g.seen(gear); err != nil {
		return err
	}
	if gear.GetDeletionTimestamp() == nil {
		if err := g.keepDrawing(ctx, gear); err != nil {
			return err
		}
	}
	return g.report(ctx, gear)
}

// keepDrawing creates the config map of a gear, with the same name and with bytes that are not text.
func (g *gears) keepDrawing(ctx context.Context, gear *unstructured.Unstructured) error {
	namespace, name := gear.GetNamespace(), gear.GetName()
	if _, err := g.configMaps.ConfigMaps(namespace).Get(name); !apierrors.IsNotFound(err) {
		return err
	}
	owner := metav1.NewControllerRef(gear, gear.GroupVersionKind())
	drawing := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: name, OwnerReferences: []metav1.OwnerReference{*owner}},
		BinaryData: map[string][]byte{"drawing": {0xff, 0xfe, 0x00, 0xc3, 0x28}},
	}
	_, err := g.typed.CoreV1().ConfigMaps(namespace).Create(ctx, drawing, metav1.CreateOptions{})
	if apierrors.IsAlreadyExists(err) {
		return nil
	}
	return err
}

func (g *gears) report(ctx context.Context, gear *unstructured.Unstructured) error {
	observed, _, _ := unstructured.NestedInt64(gear.Object, "status", "observedGeneration")
	phase, _, _ := unstructured.NestedString(gear.Object, "status", "phase")
	if observed == gear.GetGeneration() && phase == "Turning" {
		return nil
	}
	status, isThere, _ := unstructured.NestedMap(gear.Object, "status")
	if !isThere {
		status = map[string]any{}
	}
	status["observedGeneration"], status["phase"] = gear.GetGeneration(), "Turning"
	gear.Object["status"] = status
	stored, err := g.untyped.Resource(gearResource).Namespace(gear.GetNamespace()).
		UpdateStatus(ctx, gear, metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	g.wrote(stored)
	return nil
}
