// Package ir is the tree of a declaration, which every interpreter reads.
//
// Builders in prop, collection and route produce it; verify, codec, oas, l10n and the generators
// read it. A node is plain data (ADR 36): no declaration brings a check or a reader, which are found in
// the package that switches on the nodes. It does not change after a builder has published it; Edit
// returns a changed copy.
//
// # Terminology
//
// A property ([Prop]) has a name, a type ([Type]), rules ([Rule]), flags and texts. A
// collection ([Collection]) consists of properties. A mode ([Mode]) selects the members that
// are read or written for one purpose. An operation ([Operation]) is a method on a path with
// inputs, a body and responses.
//
// Rules and types are closed sets. [AllRules] and [AllTypes] have one value of each. The test
// of every interpreter ranges over them, so that a new kind fails each interpreter that does
// not support it.
package ir
