package books

import (
	"context"
	"errors"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/render"
)

// GORM is a store of books. Its DB has TranslateError, so that errors do not depend on the driver.
// GORM maps the fields of Book to columns by their names.
type GORM struct{ DB *gorm.DB }

func gormError(err error) error {
	switch {
	case errors.Is(err, gorm.ErrRecordNotFound):
		return render.NotFound.Cause(err)
	case errors.Is(err, gorm.ErrDuplicatedKey):
		return render.Conflict.Cause(err)
	}
	return err
}

func (s GORM) List(ctx context.Context, q paginate.Query) (paginate.Result[Book], error) {
	db, err := s.DB.DB() // the *sql.DB that GORM uses
	if err != nil {
		return paginate.Result[Book]{}, err
	}
	return sqlpage.List(ctx, db, sqlpage.PostgreSQL, table, columns, q,
		func(row sqlpage.Scanner) (b Book, err error) {
			return b, row.Scan(&b.ID, &b.Title, &b.Pages, &b.Revision)
		})
}

func (s GORM) Create(ctx context.Context, in Book) (Book, error) {
	in.Revision = 1
	err := s.DB.WithContext(ctx).Create(&in).Error // sets the ID
	return in, gormError(err)
}

func (s GORM) View(ctx context.Context, id int64) (b Book, err error) {
	err = s.DB.WithContext(ctx).Take(&b, id).Error
	return b, gormError(err)
}

func (s GORM) Update(ctx context.Context, id int64, patch collection.Patch[Book]) (b Book, err error) {
	err = s.DB.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Take(&b, id).Error; err != nil {
			return err
		}
		if err := patch.Apply(&b); err != nil { // checks If-Match and the rules
			return err
		}
		b.Revision++
		return tx.Save(&b).Error
	})
	return b, gormError(err)
}

func (s GORM) Delete(ctx context.Context, id int64, unchanged func(*Book) error) (b Book, err error) {
	err = s.DB.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Take(&b, id).Error; err != nil {
			return err
		}
		if err := unchanged(&b); err != nil { // checks If-Match
			return err
		}
		return tx.Delete(&b).Error
	})
	return b, gormError(err)
}
