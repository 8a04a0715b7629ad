// Lifts: managers configure them, their controllers report on them, tenants follow both.
//
// PORT is the port to listen on. MISTAKE enables one of package mistakes.
package main

import (
	"log"
	"net/http"
	"os"
	"time"

	"example.com/lifts/auth"
	"example.com/lifts/graph"
	"example.com/lifts/mistakes"
	"example.com/lifts/store"
	"github.com/99designs/gqlgen/graphql/handler"
	"github.com/99designs/gqlgen/graphql/handler/extension"
	"github.com/99designs/gqlgen/graphql/handler/transport"
)

func main() {
	if !mistakes.Known() {
		log.Fatalf("MISTAKE is one of %v", mistakes.All)
	}
	resolver := &graph.Resolver{Store: store.New()}
	server := handler.New(graph.NewExecutableSchema(graph.Config{Resolvers: resolver}))
	server.AddTransport(transport.Websocket{KeepAlivePingInterval: 10 * time.Second, InitFunc: auth.Init})
	server.AddTransport(transport.POST{})
	server.Use(extension.Introspection{})
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	http.Handle("/query", auth.Middleware(server))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
