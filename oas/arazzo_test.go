package oas_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

var (
	shelfID  = prop.String("id").ReadOnly().MaxLen(8)
	shelves  = collection.New("Shelf", shelfID, prop.String("room").MaxLen(9).Example("Attic"))
	volumeNo = prop.Int("no").Min(1).ReadOnly()
	volumes  = collection.New("Volume", volumeNo, prop.String("title").MinLen(2).MaxLen(9))
	tenant   = prop.String("Tenant").Example("acme")
)

func shelfAPI() tenon.API {
	shelf := shelfID.As("shelf")
	record := func(*route.Call, collection.Record) (r collection.Record, err error) { return r, nil }
	shown := func(*route.Call) (r collection.Record, err error) { return r, nil }
	return tenon.New("Library", "1").Renderer(render.Envelope("data")).
		Authenticate(authn.Bearer("token", func(context.Context, string) (authn.Identity, error) { return authn.Identity{}, nil })).
		Add(
			route.Post("/shelves", shelves.Create(), shelves.View()).ID("shelves/create").Header(tenant).Handle(record),
			route.Get("/shelves/{id}", shelves.View()).Public().Path(shelfID).ID("viewShelf").Fails(render.NotFound).Handle(shown),
			route.Delete("/shelves/{id}", collection.NoContent()).Path(shelfID).ID("deleteShelf").
				Handle(func(*route.Call) (e collection.Empty, err error) { return e, nil }),
			route.Post("/shelves/{shelf}/volumes", volumes.Create(), volumes.View()).Path(shelf).ID("addVolume").Handle(record),
			route.Get("/shelves/{shelf}/volumes", collection.Many(volumes.List())).Path(shelf).ID("listVolumes").
				Handle(func(*route.Call) (all []collection.Record, err error) { return nil, nil }),
			route.Patch("/shelves/{shelf}/volumes/{no}", volumes.Update(), volumes.View()).Path(shelf, volumeNo).ID("changeVolume").
				Handle(func(_ *route.Call, p collection.Patch[collection.Record]) (r collection.Record, err error) {
					return r, nil
				}),
			route.Delete("/shelves/{shelf}/volumes/{no}", collection.NoContent()).Path(shelf, volumeNo).ID("removeVolume").
				Handle(func(*route.Call) (e collection.Empty, err error) { return e, nil }),
			route.Post("/unnamed", shelves.Create(), shelves.View()).Handle(record),
		)
}

// A workflow has the operations on the entities of a resource, with values from the steps before.
func TestArazzoHasTheLivesOfEntities(t *testing.T) {
	text, err := oas.Arazzo(shelfAPI().MustBuild(), "openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Arazzo             string
		SourceDescriptions []map[string]string
		Workflows          []struct {
			WorkflowID string
			Inputs     struct{ Properties map[string]any }
			Steps      []struct {
				StepID, OperationID string
				Parameters          []struct{ Name, In, Value string }
				RequestBody         struct{ Payload map[string]any }
				SuccessCriteria     []struct{ Condition string }
				Outputs             map[string]string
			}
		}
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Arazzo != "1.0.1" || doc.SourceDescriptions[0]["url"] != "openapi.json" {
		t.Errorf("%s", text)
	}
	var got []string
	for _, w := range doc.Workflows {
		got = append(got, fmt.Sprint(w.WorkflowID, " ", len(w.Inputs.Properties)))
		for _, s := range w.Steps {
			line := s.StepID
			for _, p := range s.Parameters {
				line += " " + p.Name + "=" + p.Value
			}
			for _, c := range s.SuccessCriteria {
				line += ", " + c.Condition
			}
			got = append(got, line)
		}
	}
	const token = " Authorization=Bearer {$inputs.token}"
	want := []string{
		"shelves 1",
		"shelves_create" + token + " Tenant=acme, $statusCode == 201",
		"viewShelf id=$steps.shelves_create.outputs.key, $statusCode == 200, $response.body#/data/id == $steps.shelves_create.outputs.key",
		"deleteShelf" + token + " id=$steps.shelves_create.outputs.key, $statusCode == 204",
		"viewShelf-gone id=$steps.shelves_create.outputs.key, $statusCode == 404",
		"shelves_volumes 1",
		"shelves_create" + token + " Tenant=acme, $statusCode == 201",
		"addVolume" + token + " shelf=$steps.shelves_create.outputs.key, $statusCode == 201",
		"listVolumes" + token + " shelf=$steps.shelves_create.outputs.key, $statusCode == 200",
		"changeVolume" + token + " shelf=$steps.shelves_create.outputs.key no=$steps.addVolume.outputs.key, $statusCode == 200",
		"removeVolume" + token + " shelf=$steps.shelves_create.outputs.key no=$steps.addVolume.outputs.key, $statusCode == 204",
		"deleteShelf" + token + " id=$steps.shelves_create.outputs.key, $statusCode == 204",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if s := doc.Workflows[0].Steps[0]; s.OperationID != "shelves/create" || s.RequestBody.Payload["room"] != "Attic" || s.Outputs["key"] != "$response.body#/data/id" {
		t.Errorf("%+v", s)
	}
	again, err := oas.Arazzo(shelfAPI().MustBuild(), "openapi.json")
	if err != nil || string(again) != string(text) {
		t.Errorf("another time it differs: %v", err)
	}
}

func TestArazzoNeedsAResource(t *testing.T) {
	if text, err := oas.Arazzo(shelfAPI().MustBuild(), "openapi.json", oas.PathPrefix("/unnamed")); err == nil {
		t.Errorf("%s", text)
	}
}
