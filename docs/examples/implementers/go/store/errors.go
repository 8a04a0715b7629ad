package store

import (
	"errors"
	"time"
)

// What the store refuses.
var (
	ErrNotFound = errors.New("there is no such lift")
	ErrOccupied = errors.New("there is a lift in this shaft already")
)

// A ChangedError says that a lift was changed since it was read.
type ChangedError struct{ UpdatedAt time.Time }

func (e *ChangedError) Error() string { return "the lift was changed since it was read" }
