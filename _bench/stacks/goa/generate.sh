#!/bin/sh
# Generates the code of goa, in a copy of the module: goa builds a program with -mod=mod, which
# go.work excludes, so that a replace directive names the directory of this library.
set -eu
cd "$(dirname "$0")"
copy=$(mktemp -d)
trap 'rm -r "$copy"' EXIT
cp ../../go.mod ../../go.sum "$copy"
mkdir -p "$copy/stacks/goa"
cp -r design "$copy/stacks/goa"
go mod edit -replace=github.com/tenon-go/tenon="$(cd ../../.. && pwd)" "$copy/go.mod"
(cd "$copy" && GOWORK=off go tool goa gen bench/stacks/goa/design -o stacks/goa)
rm -rf gen "$copy"/stacks/goa/gen/http/cli "$copy"/stacks/goa/gen/http/openapi* "$copy"/stacks/goa/gen/http/*/client
mv "$copy/stacks/goa/gen" gen
