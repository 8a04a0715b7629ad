package main

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// newDeployments reports on deployments, a built-in kind, entirely in protobuf.
func newDeployments(client kubernetes.Interface, factory informers.SharedInformerFactory) *reconciler {
	informer := factory.Apps().V1().Deployments()
	r := newReconciler(informer.Informer())
	r.follow(informer.Informer())
	r.reconcile = func(ctx context.Context, name cache.ObjectName) error {
		known, err := informer.Lister().Deployments(name.Namespace).Get(name.Name)
		if err != nil {
			return err
		}
		if err := r.seen(known); err != nil {
			return err
		}
		deployment := known.DeepCopy()
		deployment.Status = statusOf(known)
		if equality.Semantic.DeepEqual(known.Status, deployment.Status) {
			return nil
		}
		stored, err := client.AppsV1().Deployments(name.Namespace).
			UpdateStatus(ctx, deployment, metav1.UpdateOptions{})
		if err != nil {
			return err
		}
		r.wrote(stored)
		return nil
	}
	return r
}

func statusOf(deployment *appsv1.Deployment) appsv1.DeploymentStatus {
	status := *deployment.Status.DeepCopy()
	replicas := int32(1)
	if deployment.Spec.Replicas != nil {
		replicas = *deployment.Spec.Replicas
	}
	status.ObservedGeneration = deployment.Generation
	status.Replicas, status.UpdatedReplicas = replicas, replicas
	status.ReadyReplicas, status.AvailableReplicas = replicas, replicas
	status.UnavailableReplicas = 0
	setAvailable(&status)
	return status
}

// setAvailable keeps the times of a condition that is already true.
func setAvailable(status *appsv1.DeploymentStatus) {
	now := metav1.Now()
	available := appsv1.DeploymentCondition{
		Type:               appsv1.DeploymentAvailable,
		Status:             corev1.ConditionTrue,
		Reason:             "MinimumReplicasAvailable",
		Message:            "All replicas are there.",
		LastUpdateTime:     now,
		LastTransitionTime: now,
	}
	for i, condition := range status.Conditions {
		if condition.Type != available.Type {
			continue
		}
		if condition.Status != available.Status {
			status.Conditions[i] = available
		}
		return
	}
	status.Conditions = append(status.Conditions, available)
}
