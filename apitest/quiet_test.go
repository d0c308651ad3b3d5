package apitest_test

import "log/slog"

// quiet drops logs.
var quiet = slog.New(slog.DiscardHandler)
