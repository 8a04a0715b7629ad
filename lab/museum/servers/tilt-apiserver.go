// Serves the only built-in kind of tilt-apiserver from memory, on the port in PORT.
package main

import (
	"os"
	"strconv"

	"github.com/tilt-dev/tilt-apiserver/pkg/apis/core/v1alpha1"
	"github.com/tilt-dev/tilt-apiserver/pkg/generated/openapi"
	"github.com/tilt-dev/tilt-apiserver/pkg/server/builder"
)

func main() {
	port, err := strconv.Atoi(os.Getenv("PORT"))
	if err != nil {
		panic(err)
	}
	err = builder.NewServerBuilder().
		WithResourceMemoryStorage(&v1alpha1.Manifest{}, "data").
		WithOpenAPIDefinitions("tilt", "0.1.0", openapi.GetOpenAPIDefinitions).
		WithBindPort(port).
		WithBearerToken("museum").
		ExecuteCommand()
	if err != nil {
		panic(err)
	}
}
