package oas

import (
	"fmt"

	"github.com/pb33f/libopenapi/datamodel/high/base"
	"go.yaml.in/yaml/v4"
)

// Version is a version of the OpenAPI specification.
type Version uint8

// The versions.
const (
	V30 Version = iota // 3.0.4
	V31                // 3.1.1
)

// Versions returns all versions, the oldest first.
func Versions() []Version { return []Version{V30, V31} }

// String returns the version as documents name it.
func (v Version) String() string {
	switch v {
	case V30:
		return "3.0.4"
	case V31:
		return "3.1.1"
	}
	return "Version(?)"
}

func (v Version) dialect() (dialect, error) {
	switch v {
	case V30:
		return v30{}, nil
	case V31:
		return v31{}, nil
	}
	return nil, fmt.Errorf("oas: version %d is unknown", uint8(v))
}

// dialect writes what the versions write differently.
type dialect interface {
	// nullable lets s be null beside the values of its type.
	nullable(s *base.Schema)
	// atLeast and atMost set the bounds of s.
	atLeast(s *base.Schema, b bound)
	atMost(s *base.Schema, b bound)
	// base64 says that a text is binary data.
	base64(s *base.Schema)
	// file says that s is bytes as they are, and no text.
	file(s *base.Schema)
	// examples adds values to s.
	examples(s *base.Schema, values []*yaml.Node)
	// reference refers to a component. What beside says holds as well.
	reference(ref string, beside *base.Schema, nullable bool) *base.SchemaProxy
}

func yes() *bool {
	t := true
	return &t
}
