package tree

// Detail is the detail of one occurrence of a built-in problem that is more specific than that
// of the problem.
type Detail struct {
	Key  string // of its text in a catalog; the key of a problem is its code
	Text string // English; {name} stands for the argument of that name
}

// The details of built-in problems.
var (
	FormBoundary     = Detail{"form_boundary", "The form has no valid boundary."}
	FormParts        = Detail{"form_parts", "The form has too many parts."}
	FormMalformed    = Detail{"form_malformed", "The form is malformed."}
	FormPartName     = Detail{"form_part_name", "A part of the form has no name."}
	FormFields       = Detail{"form_fields", "The form has too many fields."}
	FormSemicolon    = Detail{"form_semicolon", "The form has a semicolon; fields are separated by &."}
	FormEncoding     = Detail{"form_encoding", "The form has a malformed percent-encoding."}
	QuerySemicolon   = Detail{"query_semicolon", "The query has a semicolon; parameters are separated by &."}
	QueryEncoding    = Detail{"query_encoding", "The query has a malformed percent-encoding."}
	PathEncoding     = Detail{"path_encoding", "The path has a malformed percent-encoding."}
	CookieEncoding   = Detail{"cookie_encoding", "A cookie has a malformed percent-encoding."}
	ContentCoding    = Detail{"content_coding", "The content coding is not supported; send the content unencoded."}
	ContentType      = Detail{"content_type", "The media type of the content is not supported; send {types}."}
	ContentUnread    = Detail{"content_unread", "The content of the request could not be read."}
	ContentNotText   = Detail{"content_not_text", "The content is not valid UTF-8."}
	ContentMissing   = Detail{"content_missing", "The request has no content; JSON is expected."}
	EntityTags       = Detail{"entity_tags", "The header {header} is not a list of entity tags."}
	EntityWithoutAge = Detail{"entity_without_age", "The time of the entity's last change is unknown; identify its version with If-Match."}
	KeyMalformed     = Detail{"idempotency_key_malformed", "Idempotency-Key must be a single string of 1 to 255 printable ASCII characters, with or without quotes."}
	JSONSyntax       = Detail{"json_syntax", "The content is malformed JSON at byte {offset}: syntax error."}
	JSONEmpty        = Detail{"json_empty", "The content is malformed JSON at byte {offset}: no value."}
	JSONTruncated    = Detail{"json_truncated", "The content is malformed JSON at byte {offset}: unexpected end."}
	JSONText         = Detail{"json_text", "The content is malformed JSON at byte {offset}: invalid UTF-8."}
	JSONDuplicate    = Detail{"json_duplicate", "The content is malformed JSON at byte {offset}: duplicate member name."}
	JSONDepth        = Detail{"json_depth", "The content is malformed JSON at byte {offset}: nested too deeply."}
	JSONMembers      = Detail{"json_members", "The content is malformed JSON at byte {offset}: too many members."}
	JSONItems        = Detail{"json_items", "The content is malformed JSON at byte {offset}: too many items."}
	JSONValues       = Detail{"json_values", "The content is malformed JSON at byte {offset}: too many values."}
	JSONTrailing     = Detail{"json_trailing", "The content is malformed JSON at byte {offset}: data after the value."}
	JSONUnreadable   = Detail{"json_unreadable", "The content is malformed JSON at byte {offset}: unreadable."}
)

// RuleTooLong replaces a message that is too long for a response. It completes the sentence
// "The value …".
var RuleTooLong = Detail{"rule_too_long", "violates a rule whose message is too long to include"}

// AllDetails returns every detail, including those of credentials.
func AllDetails() []Detail {
	return append(AllReasons(), []Detail{
		FormBoundary, FormParts, FormMalformed, FormPartName, FormFields, FormSemicolon, FormEncoding,
		QuerySemicolon, QueryEncoding, PathEncoding, CookieEncoding,
		ContentCoding, ContentType, ContentUnread, ContentNotText, ContentMissing,
		EntityTags, EntityWithoutAge, KeyMalformed,
		JSONSyntax, JSONEmpty, JSONTruncated, JSONText, JSONDuplicate, JSONDepth, JSONMembers, JSONItems, JSONValues, JSONTrailing, JSONUnreadable,
		RuleTooLong,
	}...)
}
