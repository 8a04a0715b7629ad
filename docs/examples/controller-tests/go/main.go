// A controller that reports how many replicas of a deployment are ready. It reads the endpoint and the credential from
// the environment. With MISTAKE=writes-unconditionally, it writes statuses that have not changed.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"
)

const fields = `kind metadata { namespace name uid resourceVersion generation deletionTimestamp }
  spec { replicas paused } status { replicas readyReplicas observedGeneration }`

type deployment struct {
	Metadata struct {
		Namespace, Name, UID, ResourceVersion string
		Generation                            int
		DeletionTimestamp                     *string
	}
	Spec struct {
		Replicas *int
		Paused   *bool
	}
	Status *status
}

type status struct {
	Replicas           *int `json:"replicas"`
	ReadyReplicas      *int `json:"readyReplicas"`
	ObservedGeneration *int `json:"observedGeneration"`
}

type reply struct {
	Data struct {
		Deployments struct{ Items []deployment }
	}
	Errors []struct{ Message string }
}

var (
	endpoint = os.Getenv("CONFORMANCE_ENDPOINT")
	token    = os.Getenv("CONFORMANCE_TOKEN")
	mistake  = os.Getenv("MISTAKE")
	client   = http.Client{Timeout: 10 * time.Second}
)

func ask(query string, variables map[string]any) (reply, error) {
	var answer reply
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return answer, err
	}
	request, err := http.NewRequest(http.MethodPost, endpoint, bytes.NewReader(body))
	if err != nil {
		return answer, err
	}
	request.Header.Set("content-type", "application/json")
	request.Header.Set("authorization", "Bearer "+token)
	response, err := client.Do(request)
	if err != nil {
		return answer, err
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return answer, err
	}
	if len(answer.Errors) > 0 {
		return answer, fmt.Errorf("refused: %s", answer.Errors[0].Message)
	}
	return answer, nil
}

// desired is the status of a deployment whose replicas are ready at once.
func desired(object deployment) status {
	replicas := 1
	if object.Spec.Replicas != nil {
		replicas = *object.Spec.Replicas
	}
	generation := object.Metadata.Generation
	return status{Replicas: &replicas, ReadyReplicas: &replicas, ObservedGeneration: &generation}
}

func reconcile(object deployment) error {
	report := desired(object)
	if object.Status != nil && isSame(*object.Status, report) && mistake != "writes-unconditionally" {
		return nil
	}
	input := map[string]any{
		"namespace":       object.Metadata.Namespace,
		"name":            object.Metadata.Name,
		"uid":             object.Metadata.UID,
		"resourceVersion": object.Metadata.ResourceVersion,
		"status":          report,
	}
	_, err := ask(`mutation ($input: UpdateDeploymentStatusInput!) {
	  updateDeploymentStatus(input: $input) { metadata { name resourceVersion } } }`,
		map[string]any{"input": input})
	return err
}

func isSame(left, right status) bool {
	one, _ := json.Marshal(left)
	other, _ := json.Marshal(right)
	return bytes.Equal(one, other)
}

func main() {
	isReady := false
	for {
		listed, err := ask(`{ deployments { items { `+fields+` } } }`, nil)
		if err == nil && !isReady {
			fmt.Println("ready")
			isReady = true
		}
		for _, object := range listed.Data.Deployments.Items {
			// A refused write is repeated with the next list, if it is still needed.
			if err := reconcile(object); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
}
