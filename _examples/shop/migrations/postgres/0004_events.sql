-- The schemas of event/outbox, event/delivery and webhook/sqlstore.
CREATE TABLE "events" (
	number    BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	id        TEXT   NOT NULL,
	type      TEXT   NOT NULL,
	version   TEXT   NOT NULL,
	lane      TEXT   NOT NULL,
	audiences TEXT   NOT NULL,
	time      BIGINT NOT NULL,
	data      BYTEA  NOT NULL,
	sequence  BIGINT
);
CREATE UNIQUE INDEX "events_id" ON "events" (id);
CREATE UNIQUE INDEX "events_sequence" ON "events" (sequence);
CREATE INDEX "events_new" ON "events" (number) WHERE sequence IS NULL;
CREATE TABLE event_deliveries (
	destination TEXT   NOT NULL,
	sequence    BIGINT NOT NULL,
	lane        TEXT   NOT NULL,
	attempts    BIGINT NOT NULL,
	due         BIGINT NOT NULL,
	lease       BIGINT NOT NULL,
	dead        BIGINT NOT NULL,
	message     TEXT   NOT NULL,
	type        TEXT   NOT NULL,
	error       TEXT   NOT NULL,
	reason      TEXT   NOT NULL DEFAULT '',
	PRIMARY KEY (destination, sequence)
);
CREATE INDEX event_deliveries_lane ON event_deliveries (destination, lane, sequence) WHERE dead = 0;
CREATE INDEX event_deliveries_due ON event_deliveries (destination, due) WHERE dead = 0;
CREATE INDEX event_deliveries_dead ON event_deliveries (destination, dead) WHERE dead > 0;
CREATE TABLE event_cursors (
	name     TEXT   NOT NULL PRIMARY KEY,
	sequence BIGINT NOT NULL
);
INSERT INTO event_cursors SELECT 'deliveries', COALESCE(MAX(sequence), 0) FROM events;
CREATE TABLE "webhook_subscriptions" (
	id            TEXT   NOT NULL PRIMARY KEY,
	owner         TEXT   NOT NULL,
	url           TEXT   NOT NULL,
	events        TEXT   NOT NULL,
	audiences     TEXT   NOT NULL,
	description   TEXT   NOT NULL,
	created       BIGINT NOT NULL,
	disabled      BIGINT NOT NULL,
	reason        TEXT   NOT NULL,
	failing_since BIGINT NOT NULL,
	secrets       BYTEA  NOT NULL,
	revision      BIGINT NOT NULL
);
CREATE INDEX "webhook_subscriptions_owner" ON "webhook_subscriptions" (owner);
