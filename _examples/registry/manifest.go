package main

import (
	"strings"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// A Descriptor references content.
type Descriptor struct {
	MediaType, Digest string
	Size              int64
	ArtifactType      *string
	Annotations       map[string]string
	URLs              []string
}

// A Manifest is an image, an artifact or an index of others: what the registry reads of it.
type Manifest struct {
	MediaType, ArtifactType *string
	Config, Subject         *Descriptor
	Layers, Manifests       []Descriptor
	Annotations             map[string]string
}

// Media types of manifests.
const (
	imageType = "application/vnd.oci.image.manifest.v1+json"
	indexType = "application/vnd.oci.image.index.v1+json"
)

var manifestTypes = []string{
	imageType, indexType,
	"application/vnd.docker.distribution.manifest.v2+json", "application/vnd.docker.distribution.manifest.list.v2+json",
}

var (
	mediaType    = prop.String("mediaType").MinLen(1).MaxLen(255)
	artifactType = prop.String("artifactType").MaxLen(255).Optional()
	annotations  = prop.Map(prop.String("annotation").MaxLen(64 << 10)).As("annotations").MaxProperties(1000).Default(nil)
	descriptor   = prop.Object(collection.Of("Descriptor", func(d *Descriptor) collection.Fields {
		return collection.Fields{
			mediaType.At(&d.MediaType),
			digest.At(&d.Digest),
			prop.Int64("size").Min(0).At(&d.Size),
			artifactType.AtOptional(&d.ArtifactType),
			annotations.At(&d.Annotations),
			prop.Array(prop.String("url").MaxLen(2000)).As("urls").MaxItems(100).Default(nil).At(&d.URLs),
		}
	}).IgnoreUnknown())
	descriptors = prop.Array(descriptor).MaxItems(10_000)

	manifests = collection.Of("Manifest", func(m *Manifest) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("schemaVersion", 2)),
			mediaType.Optional().AtOptional(&m.MediaType),
			artifactType.AtOptional(&m.ArtifactType),
			descriptor.As("config").Optional().AtOptional(&m.Config),
			descriptor.As("subject").Optional().AtOptional(&m.Subject),
			descriptors.As("layers").Default(nil).At(&m.Layers),
			descriptors.As("manifests").Default(nil).At(&m.Manifests),
			annotations.At(&m.Annotations),
		}
	}).IgnoreUnknown()
)

// kind returns the artifact type of a manifest: that of its configuration if it does not say one.
func (m *Manifest) kind() *string {
	if m.ArtifactType == nil && m.Config != nil {
		return &m.Config.MediaType
	}
	return m.ArtifactType
}

// blobs returns the digests of the blobs that a manifest references, without those that are elsewhere.
func (m *Manifest) blobs() (all []string) {
	if m.Config != nil {
		all = append(all, m.Config.Digest)
	}
	for _, layer := range m.Layers {
		if len(layer.URLs) == 0 && !strings.Contains(layer.MediaType, "nondistributable") {
			all = append(all, layer.Digest)
		}
	}
	return all
}
