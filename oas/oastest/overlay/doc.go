// Package overlay changes documents with overlays (OpenAPI Overlay 1.0.0):
//
//	//go:embed gateway.overlay.yaml
//	var gateway []byte
//
//	api = api.EditDocument("gateway.overlay.yaml", overlay.Edit(gateway))
//
// The document keeps its order. A target that the document does not have is an error, so that an
// overlay does not silently lose its effect when the API changes.
package overlay
