// Package ir is the value tree that every interpreter reads.
//
// Builders in prop, collection and route produce it; codec, oas, l10n and the
// generators consume it. A node is plain data and is never changed after a
// builder has published it: derive with Edit.
//
// # Terminology
//
// A property ([Prop]) is a named value with a wire type ([Type]), rules
// ([Rule]), flags and texts. A collection ([Collection]) groups properties. A
// mode ([Mode]) is the view in which a collection is read or written. An
// operation ([Operation]) is a method on a path with inputs, a body and answers.
//
// Rules and types are closed sets. [AllRules] and [AllTypes] have one value of
// each, and every interpreter's test ranges over them, so that a new kind fails
// each interpreter that does not know it.
package ir
