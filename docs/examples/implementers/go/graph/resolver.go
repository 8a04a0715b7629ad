// Package graph contains the GraphQL resolvers.
package graph

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"example.com/lifts/auth"
	"example.com/lifts/graph/model"
	"example.com/lifts/mistakes"
	"example.com/lifts/store"
)

// Resolver serves the lifts of a store.
type Resolver struct{ Store *store.Store }

// Query returns the resolver of queries.
func (r *Resolver) Query() QueryResolver { return query{r} }

// Mutation returns the resolver of mutations.
func (r *Resolver) Mutation() MutationResolver { return mutation{r} }

// Subscription returns the resolver of subscriptions.
func (r *Resolver) Subscription() SubscriptionResolver { return subscription{r} }

type (
	query        struct{ *Resolver }
	mutation     struct{ *Resolver }
	subscription struct{ *Resolver }
)

func (q query) Lift(ctx context.Context, building, shaft string) (*model.Lift, error) {
	if err := auth.Require(ctx, auth.Readers...); err != nil {
		return nil, err
	}
	return q.Store.Get(building, shaft), nil
}

func (q query) Lifts(ctx context.Context, building string) ([]*model.Lift, error) {
	if err := auth.Require(ctx, auth.Readers...); err != nil {
		return nil, err
	}
	return q.Store.In(building), nil
}

// answer converts a result of the store to a type of the union.
func answer(lift *model.Lift, err error) (model.LiftResult, error) {
	var changed *store.ChangedError
	var invalid invalidError
	switch {
	case err == nil:
		return lift, nil
	case errors.Is(err, store.ErrNotFound):
		return model.NoSuchLift{Message: err.Error()}, nil
	case errors.Is(err, store.ErrOccupied):
		return model.ShaftOccupied{Message: err.Error()}, nil
	case errors.As(err, &changed):
		return model.LiftChanged{Message: err.Error(), UpdatedAt: changed.UpdatedAt}, nil
	case errors.As(err, &invalid):
		return model.InvalidLift{Message: err.Error(), Violations: invalid}, nil
	default:
		return nil, err
	}
}

type invalidError []*model.Violation

func (e invalidError) Error() string {
	rules := make([]string, len(e))
	for i, violation := range e {
		rules[i] = violation.Rule
	}
	return strings.Join(rules, "; ")
}

func checkPlan(capacityKg int, stops []string) error {
	var found invalidError
	if capacityKg < 1 || capacityKg > 10_000 {
		found = append(found, &model.Violation{Argument: "capacityKg", Rule: "capacityKg is from 1 to 10000"})
	}
	if slices.Contains(stops, "") {
		found = append(found, &model.Violation{Argument: "stops", Rule: "no stop is empty"})
	}
	if found == nil {
		return nil
	}
	return found
}

func (m mutation) InstallLift(ctx context.Context, building, shaft string, capacityKg int, stops []string, service model.Service) (model.LiftResult, error) {
	if err := auth.Require(ctx, auth.Manager); err != nil {
		return nil, err
	}
	if err := checkPlan(capacityKg, stops); err != nil {
		return answer(nil, err)
	}
	return answer(m.Store.Install(model.Lift{
		Building: building, Shaft: shaft, CapacityKg: capacityKg, Stops: stops, Service: service, Faults: []string{},
	}))
}

func (m mutation) ConfigureLift(ctx context.Context, building, shaft string, ifUpdatedAt time.Time, capacityKg int, stops []string, service model.Service) (model.LiftResult, error) {
	if err := auth.Require(ctx, auth.Manager); err != nil {
		return nil, err
	}
	return answer(m.Store.Update(building, shaft, &ifUpdatedAt, func(lift *model.Lift) error {
		if err := checkPlan(capacityKg, stops); err != nil {
			return err
		}
		before := *lift
		lift.CapacityKg, lift.Stops, lift.Service = capacityKg, stops, service
		if before.CapacityKg != capacityKg || before.Service != service || !slices.Equal(before.Stops, stops) {
			lift.Generation++
		}
		if mistakes.Has("configure-new-struct") {
			*lift = model.Lift{
				ID: before.ID, Building: building, Shaft: shaft, UpdatedAt: before.UpdatedAt, Generation: lift.Generation,
				CapacityKg: capacityKg, Stops: stops, Service: service, Faults: []string{},
			}
		}
		return nil
	}))
}

func (m mutation) ReportLift(ctx context.Context, building, shaft string, ifUpdatedAt time.Time, atStop *string, doors *model.Doors, trips *int, faults []string) (model.LiftResult, error) {
	if mistakes.Has("get-before-auth") && m.Store.Get(building, shaft) == nil {
		return answer(nil, store.ErrNotFound)
	}
	allowed := []auth.Role{auth.Controller}
	if mistakes.Has("report-by-anyone") {
		allowed = auth.Readers
	}
	if err := auth.Require(ctx, allowed...); err != nil {
		return nil, err
	}
	at := &ifUpdatedAt
	if mistakes.Has("report-ignores-time") {
		at = nil
	}
	lift, err := m.Store.Update(building, shaft, at, func(lift *model.Lift) error {
		if trips != nil && *trips < 0 {
			return invalidError{{Argument: "trips", Rule: "trips is not negative"}}
		}
		if atStop != nil {
			lift.AtStop = atStop
		}
		if doors != nil {
			lift.Doors = doors
		}
		if trips != nil && !(mistakes.Has("zero-is-nothing") && *trips == 0) {
			lift.Trips = trips
		}
		if faults != nil && !(mistakes.Has("zero-is-nothing") && len(faults) == 0) {
			if mistakes.Has("appends-faults") {
				faults = append(slices.Clone(lift.Faults), faults...)
			}
			lift.Faults = faults
		}
		if mistakes.Has("generation-always") {
			lift.Generation++
		}
		return nil
	})
	if stored := m.Store.Get(building, shaft); mistakes.Has("err-shadowed") && stored != nil {
		return stored, nil
	}
	return answer(lift, err)
}

func (m mutation) RemoveLift(ctx context.Context, building, shaft string, ifUpdatedAt *time.Time) (model.LiftResult, error) {
	if err := auth.Require(ctx, auth.Manager); err != nil {
		return nil, err
	}
	return answer(m.Store.Remove(building, shaft, ifUpdatedAt))
}

func (s subscription) LiftChanged(ctx context.Context, building *string, since *time.Time) (<-chan *model.LiftChange, error) {
	if !mistakes.Has("stream-unchecked") {
		if err := auth.Require(ctx, auth.Readers...); err != nil {
			return nil, err
		}
	}
	changes := make(chan *model.LiftChange)
	go func() {
		defer close(changes)
		s.Store.Follow(ctx.Done(), since, func(event store.Event) bool {
			if building != nil && *building != event.Lift.Building {
				return true
			}
			select {
			case changes <- &model.LiftChange{Change: event.Change, Lift: event.Lift}:
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	return changes, nil
}
