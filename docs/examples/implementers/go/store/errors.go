package store

import (
	"errors"
	"time"
)

// Refusals of the store.
var (
	ErrNotFound = errors.New("there is no such lift")
	ErrOccupied = errors.New("there is a lift in this shaft already")
)

// A ChangedError reports that a lift has changed since it was read.
type ChangedError struct{ UpdatedAt time.Time }

func (e *ChangedError) Error() string { return "the lift was changed since it was read" }
