-- The table by which a consumer recognises records that it has handled already. It belongs into the
-- database of the consumer, where it is written in the transaction of the effect.

CREATE TABLE inbox (
  consumer    text        NOT NULL,
  message_id  uuid        NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),

  CONSTRAINT inbox_pkey PRIMARY KEY (consumer, message_id),
  CONSTRAINT inbox_consumer_not_blank CHECK (consumer COLLATE "C" ~ '[^[:space:]]')
);

COMMENT ON TABLE inbox IS
  'Messages that a consumer has handled. Insert with ON CONFLICT DO NOTHING first; no row inserted means a repeat.';
COMMENT ON COLUMN inbox.consumer IS 'Who handled it; each consumer of this database has its own name.';
COMMENT ON COLUMN inbox.message_id IS 'The event id: record header id or eventId.';
COMMENT ON COLUMN inbox.received_at IS
  'When its transaction began. Rows must be kept longer than the broker can redeliver.';
