// Package auth authenticates callers and checks their permissions.
package auth

import (
	"context"
	"net/http"
	"slices"

	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// Role determines the permissions of a caller.
type Role string

// The roles.
const (
	Manager    Role = "manager"
	Controller Role = "controller"
	Tenant     Role = "tenant"
	Visitor    Role = "visitor"
)

// Readers may see every lift.
var Readers = []Role{Manager, Controller, Tenant}

var tokens = map[string]Role{"master": Manager, "cable": Controller, "floor": Tenant, "lobby": Visitor}

type tokenKey struct{}

// Middleware stores the token of each request in its context.
func Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithValue(r.Context(), tokenKey{}, r.Header.Get("Lift-Token"))
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// Init stores the token of a connection_init message in the context.
func Init(ctx context.Context, payload transport.InitPayload) (context.Context, *transport.InitPayload, error) {
	return context.WithValue(ctx, tokenKey{}, payload.GetString("liftToken")), nil, nil
}

// Require returns an error unless the caller has one of the roles.
func Require(ctx context.Context, roles ...Role) error {
	token, _ := ctx.Value(tokenKey{}).(string)
	role, ok := tokens[token]
	switch {
	case !ok:
		return refusal("NO_TOKEN", "a lift token is required")
	case !slices.Contains(roles, role):
		return refusal("WRONG_ROLE", "a "+string(role)+" may not do this")
	}
	return nil
}

func refusal(code, message string) error {
	return &gqlerror.Error{Message: message, Extensions: map[string]any{"code": code}}
}
