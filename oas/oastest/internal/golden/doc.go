// Package golden reads and writes the files with which documents are compared.
package golden
