package route_test

import (
	"context"
	"testing"
	"time"

	"github.com/tenon-go/tenon/idempotency"
)

// What holds with a store holds with one that has transactions.
func TestRepetitionsGetTheAnswerOfTheFirst(t *testing.T) {
	onStores(t, testRepetitionsGetTheAnswerOfTheFirst)
}
func TestOneOfManyAtTheSameTimeStarts(t *testing.T) { onStores(t, testOneOfManyAtTheSameTimeStarts) }
func TestRepetitionsAreComparedByWhatTheySay(t *testing.T) {
	onStores(t, testRepetitionsAreComparedByWhatTheySay)
}
func TestAKeyIsForOneOperationAndPath(t *testing.T) { onStores(t, testAKeyIsForOneOperationAndPath) }
func TestKeysBelongToWhoeverSendsThem(t *testing.T) { onStores(t, testKeysBelongToWhoeverSendsThem) }
func TestAKeyIsForgottenWhenItsTimeIsOver(t *testing.T) {
	onStores(t, testAKeyIsForgottenWhenItsTimeIsOver)
}
func TestWhatIsNoSuccessIsNotKept(t *testing.T) { onStores(t, testWhatIsNoSuccessIsNotKept) }
func TestARefusedRequestUsesNoKey(t *testing.T) { onStores(t, testARefusedRequestUsesNoKey) }
func TestAnswersWithoutContentAreReplayed(t *testing.T) {
	onStores(t, testAnswersWithoutContentAreReplayed)
}
func TestFormsAreComparedByTheirFields(t *testing.T) { onStores(t, testFormsAreComparedByTheirFields) }

func onStores(t *testing.T, test func(*testing.T, func(...idempotency.Option) idempotency.Store)) {
	t.Run("store", func(t *testing.T) { test(t, idempotency.Memory) })
	t.Run("transactional", func(t *testing.T) {
		test(t, func(options ...idempotency.Option) idempotency.Store {
			return inTransactions{idempotency.Memory(options...)}
		})
	})
}

// inTransactions has the transactions of a store that has none.
type inTransactions struct{ idempotency.Store }

func (s inTransactions) Begin(ctx context.Context, key idempotency.Key, print idempotency.Fingerprint, ttl time.Duration) (idempotency.Outcome, idempotency.Tx, error) {
	out, err := s.Reserve(ctx, key, print, ttl)
	if err != nil || out.State != idempotency.Started {
		return out, nil, err
	}
	return out, inTransaction{s, key, out.Ticket}, nil
}

type inTransaction struct {
	s   inTransactions
	key idempotency.Key
	t   idempotency.Ticket
}

func (inTransaction) Context(ctx context.Context) context.Context { return ctx }
func (inTransaction) Joined() bool                                { return true }

func (x inTransaction) Commit(ctx context.Context, a idempotency.Response) error {
	return x.s.Complete(ctx, x.key, x.t, a)
}

func (x inTransaction) Rollback() error { return x.s.Release(context.Background(), x.key, x.t) }
