// Package store keeps lifts in memory. No two changes have the same time.
package store

import (
	"cmp"
	"reflect"
	"slices"
	"sync"
	"time"

	"example.com/lifts/graph/model"
	"example.com/lifts/mistakes"
	"github.com/google/uuid"
)

type key struct{ building, shaft string }

// Event is one change of a lift, with the lift after the change.
type Event struct {
	Change model.Change
	Lift   *model.Lift
}

// Store is safe for concurrent use.
type Store struct {
	mu        sync.RWMutex
	lifts     map[key]*model.Lift
	last      time.Time
	log       []Event
	followers map[chan struct{}]struct{}
}

// New returns a store without lifts.
func New() *Store {
	return &Store{lifts: map[key]*model.Lift{}, followers: map[chan struct{}]struct{}{}}
}

// Get returns a lift, or nil.
func (s *Store) Get(building, shaft string) *model.Lift {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.lifts[key{building, shaft}]
}

// In returns the lifts of a building, sorted by shaft.
func (s *Store) In(building string) []*model.Lift {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []*model.Lift{}
	for at, lift := range s.lifts {
		if at.building == building {
			found = append(found, lift)
		}
	}
	slices.SortFunc(found, func(a, b *model.Lift) int { return cmp.Compare(a.Shaft, b.Shaft) })
	return found
}

// Install stores a new lift.
func (s *Store) Install(lift model.Lift) (*model.Lift, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.lifts[key{lift.Building, lift.Shaft}]; ok {
		return nil, ErrOccupied
	}
	lift.ID = uuid.NewString()
	lift.Generation = 1
	return s.commit(model.ChangeInstalled, lift), nil
}

// Update applies change to a lift and stores the result. A given time must be that of the stored lift.
func (s *Store) Update(building, shaft string, at *time.Time, change func(*model.Lift) error) (*model.Lift, error) {
	s.mu.Lock()
	before, err := s.current(building, shaft, at)
	if err != nil {
		s.mu.Unlock()
		return nil, err
	}
	after := *before
	if mistakes.Has("unlocks-between") {
		s.mu.Unlock()
		time.Sleep(5 * time.Millisecond)
		err = change(&after)
		s.mu.Lock()
	} else {
		err = change(&after)
	}
	defer s.mu.Unlock()
	if err != nil {
		return nil, err
	}
	if reflect.DeepEqual(after, *before) {
		return before, nil
	}
	return s.commit(model.ChangeChanged, after), nil
}

// Remove deletes a lift and returns it.
func (s *Store) Remove(building, shaft string, at *time.Time) (*model.Lift, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	lift, err := s.current(building, shaft, at)
	if err != nil {
		return nil, err
	}
	return s.commit(model.ChangeRemoved, *lift), nil
}

func (s *Store) current(building, shaft string, at *time.Time) (*model.Lift, error) {
	lift, ok := s.lifts[key{building, shaft}]
	switch {
	case !ok:
		return nil, ErrNotFound
	case at != nil && !at.Equal(lift.UpdatedAt):
		return nil, &ChangedError{UpdatedAt: lift.UpdatedAt}
	}
	return lift, nil
}

func (s *Store) commit(change model.Change, lift model.Lift) *model.Lift {
	// The clock may return the same time twice; the times of two changes must differ.
	now := time.Now().UTC()
	if !now.After(s.last) {
		now = s.last.Add(time.Nanosecond)
	}
	s.last = now
	lift.UpdatedAt = now
	at := key{lift.Building, lift.Shaft}
	if change == model.ChangeRemoved {
		delete(s.lifts, at)
	} else {
		s.lifts[at] = &lift
	}
	s.log = append(s.log, Event{change, &lift})
	for wake := range s.followers {
		select {
		case wake <- struct{}{}:
		default: // A wake-up is already pending.
		}
	}
	return &lift
}

// Follow calls deliver with every change after a time, or with every new change, until done is closed.
func (s *Store) Follow(done <-chan struct{}, since *time.Time, deliver func(Event) bool) {
	wake := make(chan struct{}, 1)
	s.mu.Lock()
	next := len(s.log)
	if since != nil {
		next, _ = slices.BinarySearchFunc(s.log, *since, func(e Event, t time.Time) int {
			if e.Lift.UpdatedAt.After(t) {
				return 1
			}
			return -1
		})
	}
	s.followers[wake] = struct{}{}
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.followers, wake)
		s.mu.Unlock()
	}()
	for {
		s.mu.RLock()
		news := s.log[next:]
		s.mu.RUnlock()
		for _, event := range news {
			if !deliver(event) {
				return
			}
		}
		next += len(news)
		select {
		case <-wake:
		case <-done:
			return
		}
	}
}
