package oas

import "github.com/tenon-go/tenon/internal/openapi"

// Version is a version of the OpenAPI specification.
type Version uint8

// The versions.
const (
	V30 = Version(openapi.V30) // 3.0.4
	V31 = Version(openapi.V31) // 3.1.1
	V32 = Version(openapi.V32) // 3.2.0
)

// Versions returns all versions, the oldest first.
func Versions() []Version {
	var all []Version
	for _, v := range openapi.Versions() {
		all = append(all, Version(v))
	}
	return all
}

// String returns the version as documents name it.
func (v Version) String() string { return openapi.Version(v).String() }

// File returns the name of the version's file in [Handler], without its extension: openapi for 3.0, openapi-3.1 for 3.1.
func (v Version) File() string { return openapi.Version(v).File() }
