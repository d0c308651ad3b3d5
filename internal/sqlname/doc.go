// Package sqlname checks and writes the names of tables that programs choose, in SQL.
//
//	sqlname.Quote("app.events", `"`) // "app"."events"
package sqlname
