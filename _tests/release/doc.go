// Package release tests what users get of a published version: it publishes the modules of the
// checkout to a proxy in a directory, and installs and uses them from there.
package release
