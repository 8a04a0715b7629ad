// Package auth says who asks, and what they may do.
package auth

import (
	"context"
	"net/http"
	"slices"

	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// Role is what somebody may do.
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

// Middleware keeps the token of each request.
func Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithValue(r.Context(), tokenKey{}, r.Header.Get("Lift-Token"))
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// Init keeps the token that a socket begins with.
func Init(ctx context.Context, payload transport.InitPayload) (context.Context, *transport.InitPayload, error) {
	return context.WithValue(ctx, tokenKey{}, payload.GetString("liftToken")), nil, nil
}

// Require returns an error unless the caller has one of some roles.
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
