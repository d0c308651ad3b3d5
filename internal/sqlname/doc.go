// Package sqlname writes SQL for several databases: the names of tables that programs choose, and placeholders.
//
//	sqlname.Quote("app.events", `"`) // "app"."events"
package sqlname
