// Serves controller-runtime's fake client over HTTP, as an API server would: one kind, and its status subresource.
package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
)

var gvk = schema.GroupVersionKind{Version: "v1", Kind: "Pod"}

// place is the resource at a path: /api/v1/namespaces/NAMESPACE/pods/NAME/status.
type place struct {
	namespace, name string
	isStatus        bool
}

func placeOf(path string) (place, bool) {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	if len(parts) == 3 && parts[2] == "pods" {
		return place{}, true
	}
	if len(parts) < 5 || parts[4] != "pods" {
		return place{}, false
	}
	at := place{namespace: parts[3]}
	if len(parts) > 5 {
		at.name = parts[5]
	}
	at.isStatus = len(parts) > 6 && parts[6] == "status"
	return at, true
}

type server struct {
	client client.WithWatch
}

func (s server) ServeHTTP(reply http.ResponseWriter, request *http.Request) {
	at, isKnown := placeOf(request.URL.Path)
	if !isKnown {
		answer(reply, nil, apierrors.NewNotFound(schema.GroupResource{Resource: "pods"}, request.URL.Path))
		return
	}
	if request.Method == http.MethodGet && at.name == "" {
		s.list(reply, request, at)
		return
	}
	object, err := s.do(request, at)
	answer(reply, object, err)
}

func (s server) do(request *http.Request, at place) (client.Object, error) {
	ctx := request.Context()
	key := types.NamespacedName{Namespace: at.namespace, Name: at.name}
	switch request.Method {
	case http.MethodGet:
		pod := &corev1.Pod{}
		return pod, s.client.Get(ctx, key, pod)
	case http.MethodPost:
		pod, err := read(request)
		if err != nil {
			return nil, err
		}
		// The fake does not assign the identity of an object.
		pod.Namespace, pod.UID = at.namespace, uuid.NewUUID()
		return pod, s.client.Create(ctx, pod)
	case http.MethodPut:
		pod, err := read(request)
		if err != nil {
			return nil, err
		}
		pod.Namespace, pod.Name = at.namespace, at.name
		stored := &corev1.Pod{}
		if err := s.client.Get(ctx, key, stored); err != nil {
			return nil, err
		}
		// An API server keeps the stored uid. The fake stores the object as submitted.
		if pod.UID == "" {
			pod.UID = stored.UID
		}
		if at.isStatus {
			return pod, s.client.Status().Update(ctx, pod)
		}
		return pod, s.client.Update(ctx, pod)
	case http.MethodPatch:
		return s.patch(request, at)
	case http.MethodDelete:
		if at.isStatus {
			break
		}
		pod := &corev1.Pod{}
		if err := s.client.Get(ctx, key, pod); err != nil {
			return nil, err
		}
		// The body of a deletion may be empty.
		wanted := &metav1.DeleteOptions{}
		if err := json.NewDecoder(request.Body).Decode(wanted); err != nil && !errors.Is(err, io.EOF) {
			return nil, apierrors.NewBadRequest(err.Error())
		}
		return pod, s.client.Delete(ctx, pod, &client.DeleteOptions{Preconditions: wanted.Preconditions})
	}
	return nil, apierrors.NewMethodNotSupported(schema.GroupResource{Resource: "pods"}, request.Method)
}

func (s server) patch(request *http.Request, at place) (client.Object, error) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return nil, err
	}
	kind := types.PatchType(strings.Split(request.Header.Get("content-type"), ";")[0])
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: at.namespace, Name: at.name}}
	patch := client.RawPatch(kind, body)
	if at.isStatus {
		return pod, s.client.Status().Patch(request.Context(), pod, patch)
	}
	return pod, s.client.Patch(request.Context(), pod, patch)
}

func read(request *http.Request) (*corev1.Pod, error) {
	pod := &corev1.Pod{}
	if err := json.NewDecoder(request.Body).Decode(pod); err != nil {
		return nil, apierrors.NewBadRequest(err.Error())
	}
	return pod, nil
}

func (s server) list(reply http.ResponseWriter, request *http.Request, at place) {
	options := []client.ListOption{client.InNamespace(at.namespace)}
	if text := request.URL.Query().Get("labelSelector"); text != "" {
		selector, err := labels.Parse(text)
		if err != nil {
			answer(reply, nil, apierrors.NewBadRequest(err.Error()))
			return
		}
		options = append(options, client.MatchingLabelsSelector{Selector: selector})
	}
	pods := &corev1.PodList{}
	if request.URL.Query().Get("watch") == "true" {
		events, err := s.client.Watch(request.Context(), pods, options...)
		if err != nil {
			answer(reply, nil, err)
			return
		}
		defer events.Stop()
		follow(reply, request, events)
		return
	}
	if err := s.client.List(request.Context(), pods, options...); err != nil {
		answer(reply, nil, err)
		return
	}
	for index := range pods.Items {
		pods.Items[index].SetGroupVersionKind(gvk)
	}
	write(reply, http.StatusOK, pods)
}

func follow(reply http.ResponseWriter, request *http.Request, events watch.Interface) {
	reply.Header().Set("content-type", "application/json")
	reply.WriteHeader(http.StatusOK)
	flusher := reply.(http.Flusher)
	flusher.Flush()
	for {
		select {
		case <-request.Context().Done():
			return
		case event, isOpen := <-events.ResultChan():
			if !isOpen {
				return
			}
			event.Object.GetObjectKind().SetGroupVersionKind(gvk)
			line, err := json.Marshal(map[string]any{"type": event.Type, "object": event.Object})
			if err != nil {
				return
			}
			reply.Write(append(line, '\n'))
			flusher.Flush()
		}
	}
}

func answer(reply http.ResponseWriter, object client.Object, err error) {
	if err == nil {
		object.GetObjectKind().SetGroupVersionKind(gvk)
		write(reply, http.StatusOK, object)
		return
	}
	var status apierrors.APIStatus
	if !errors.As(err, &status) {
		status = apierrors.NewInternalError(err)
	}
	body := status.Status()
	body.Kind, body.APIVersion = "Status", "v1"
	write(reply, int(body.Code), body)
}

func write(reply http.ResponseWriter, code int, body any) {
	reply.Header().Set("content-type", "application/json")
	reply.WriteHeader(code)
	json.NewEncoder(reply).Encode(body)
}

func main() {
	scheme := runtime.NewScheme()
	if err := corev1.AddToScheme(scheme); err != nil {
		panic(err)
	}
	builder := fake.NewClientBuilder().WithScheme(scheme)
	// Newer releases can count versions as an API server does: across all objects, and also for lists.
	if counting, isNew := any(builder).(interface {
		WithGlobalResourceVersionCounter() *fake.ClientBuilder
	}); isNew {
		builder = counting.WithGlobalResourceVersionCounter()
	}
	fakes := builder.Build()
	address := "127.0.0.1:" + os.Getenv("PORT")
	if err := http.ListenAndServe(address, server{client: fakes}); err != nil {
		panic(err)
	}
}
