package org.outboxconnect.operations.config;

import java.util.List;

/** For each rule what breaks it, and what is near and doesn't. */
final class RuleExamples {

  private static final String WITH_MESSAGE =
      "transforms=message,guard,headers,outbox"
          + " | transforms.message.type=org.outboxconnect.smt.OutboxMessage"
          + " | -message.prefix.exclude.list | ";

  /** Lines {@code rule :: bad :: good}; see {@link Texts#edited}. */
  private static final String TABLE =
      """
      secret-in-plain-text :: database.password=hunter2 :: database.password=${dir:/etc/outbox/secrets:other}
      secret-in-plain-text :: producer.override.sasl.jaas.config=a.ScramLoginModule required username="${env:OUTBOX_U}" password="x"; :: producer.override.sasl.jaas.config=a.ScramLoginModule required username="u" password="${dir:/etc/outbox/secrets:kafka}";
      secret-in-plain-text :: producer.override.ssl.keystore.password=x :: producer.override.sasl.oauthbearer.token.endpoint.url=https://login.example
      connector-class :: connector.class=io.debezium.connector.mysql.MySqlConnector :: connector.class=PostgresConnector
      connector-class :: -connector.class ::
      key-renamed :: database.server.name=x :: database.applicationName=outbox
      key-misspelt :: slot.drop.on.stopp=false :: slot.max.retries=9
      key-misspelt :: producer.override.linger.m=1 :: producer.override.acks=all
      key-misspelt :: error.tolerance=none :: poll.dispatch.interval.ms=0
      key-unknown :: made.up.by.somebody=1 :: column.truncate.to.20.chars=a.b.c
      transform-not-listed :: transforms.unwrap.type=x :: transforms.headers.headers.include=a
      predicate-not-listed :: predicates.other.type=x :: negate=x
      topic-group-not-listed :: -topic.creation.groups :: topic.creation.default.retention.ms=86400000
      tasks-max :: tasks.max=4 :: tasks.max= 1
      pooler :: database.port=6432 :: database.port=5433
      pooler :: database.hostname=PgBouncer.internal :: database.hostname=orders-db.internal
      database-name :: database.dbname=shop?x :: database.dbname=Shop "x" a.b-c $d\\e & ä€
      database-name :: database.dbname=shop%41 :: database.dbname=${dir:/etc/outbox/secrets:db-name}
      database-name :: database.dbname=my+shop ::
      database-name :: database.dbname=shop/x ::
      superuser :: database.user=postgres :: database.user=outbox_connector
      plugin-name :: plugin.name=decoderbufs :: plugin.name=PGOUTPUT
      plugin-name :: -plugin.name :: plugin.name=${env:OUTBOX_PLUGIN}
      publication-autocreate :: publication.autocreate.mode=filtered :: publication.autocreate.mode=Disabled
      publication-autocreate :: -publication.autocreate.mode ::
      publication-shared-default :: -publication.name :: publication.name=outbox_orders
      slot-shared-default :: -slot.name :: slot.name=outbox_orders
      slot-name :: slot.name=Outbox-1 :: slot.name=outbox_1
      slot-dropped-on-stop :: slot.drop.on.stop=true :: -slot.drop.on.stop
      slot-without-failover :: -slot.failover :: slot.failover=TRUE
      slot-retries-short :: slot.max.retries=2 :: slot.max.retries=20
      snapshot-hides-loss :: snapshot.mode=when_needed :: snapshot.mode=NO_DATA
      snapshot-republishes :: snapshot.mode=always ::
      snapshot-republishes :: -snapshot.mode ::
      snapshot-never-streams :: snapshot.mode=initial_only ::
      snapshot-unknown :: snapshot.mode=never :: snapshot.mode=initial
      status-rare :: status.update.interval.ms=60000 :: status.update.interval.ms=1000
      tables-not-limited :: -table.include.list :: table.include.list=shop.outbox
      tables-not-limited :: table.include.list=.* ::
      guardrail-off :: guardrail.collections.limit.action=warn :: guardrail.collections.max=3
      guardrail-off :: -guardrail.collections.max ::
      operations-not-skipped :: skipped.operations=t :: skipped.operations=t, d, u
      operations-not-skipped :: skipped.operations=none :: skipped.operations=c,u,d,t
      tombstones-read :: -tombstones.on.delete :: tombstones.on.delete=false
      extended-headers :: -extended.headers.enabled :: extended.headers.enabled=False
      lsn-flush-cannot-restart :: lsn.flush.mode=connector_and_driver :: -lsn.flush.mode
      slot-never-moves :: lsn.flush.mode=manual :: flush.lsn.source=true
      slot-never-moves :: flush.lsn.source=false ::
      offset-trusts-slot :: offset.mismatch.strategy=trust_slot :: offset.mismatch.strategy=trust_offset
      lsn-flush-ignored :: lsn.flush.timeout.action=warn :: lsn.flush.timeout.action=fail
      heartbeat-off :: -heartbeat.interval.ms :: heartbeat.interval.ms=30000
      heartbeat-without-query :: -heartbeat.action.query ::
      heartbeat-not-transactional :: heartbeat.action.query=select pg_logical_emit_message( false , 'outbox-heartbeat', '') :: heartbeat.action.query=SELECT pg_catalog.pg_logical_emit_message('t', 'hb', '')
      heartbeat-by-table :: heartbeat.action.query=INSERT INTO heartbeat VALUES (now()) ::
      messages-let-through :: -message.prefix.exclude.list :: message.prefix.exclude.list=OUTBOX-heartbeat,(?s)some-.*
      messages-let-through :: message.prefix.exclude.list=.* ::
      messages-let-through :: message.prefix.exclude.list=outbox-heartbeat ::
      messages-unread :: -message.prefix.exclude.list | message.prefix.include.list=outbox\\..* :: ${message}message.prefix.include.list=outbox\\..*
      messages-shut-out :: ${message}message.prefix.include.list=orders :: ${message}message.prefix.include.list=outbox\\..*
      messages-shut-out :: ${message}message.prefix.exclude.list=.* ::
      messages-let-through :: ${message}message.prefix.include.list=outbox.* :: ${message}message.prefix.include.list=outbox\\..*
      messages-not-bytes :: ${message}binary.handling.mode=base64 :: ${message}binary.handling.mode=bytes
      messages-with-shards :: ${message}slot.name=outbox_2_0 :: slot.name=outbox_2_0 | publication.name=outbox_2_0
      messages-with-shards :: ${message}publication.name=sales_64_63 :: ${message}publication.name=sales_64_64 | slot.name=sales_1_0
      signals-by-table :: signal.data.collection=public.signals :: signal.enabled.channels=kafka,jmx
      transaction-metadata :: provide.transaction.metadata=true :: provide.transaction.metadata=false
      queue-unbounded :: -max.queue.size.in.bytes :: max.queue.size.in.bytes=67108864
      poll-slow :: -poll.interval.ms :: poll.interval.ms=100
      errors-tolerated :: errors.tolerance=all :: errors.tolerance=all | transforms.guard.on.violation=quarantine
      errors-tolerated-beside-quarantine :: errors.tolerance=ALL | transforms.guard.on.violation=quarantine :: transforms.guard.on.violation=quarantine
      payloads-logged :: errors.log.include.messages=true :: errors.log.enable=true
      errors-retried :: errors.retry.timeout=60000 :: errors.retry.timeout=0
      retries-bounded :: errors.max.retries=10 :: -errors.max.retries
      events-skipped :: event.processing.failure.handling.mode=skip :: -event.processing.failure.handling.mode
      columns-skipped :: -event.converting.failure.handling.mode :: event.converting.failure.handling.mode=FAIL
      transaction-boundary :: transaction.boundary=connector :: transaction.boundary=interval
      transaction-per-event :: exactly.once.support=required | max.batch.size=1 :: exactly.once.support=required | max.batch.size=2
      transaction-per-event :: exactly.once.support=REQUIRED | max.batch.size=1 | transaction.boundary=poll :: max.batch.size=1 | transaction.boundary=poll
      transaction-per-event :: worker:exactly.once.source.support=enabled | max.batch.size=1 :: worker:exactly.once.source.support=preparing | max.batch.size=1
      transaction-per-event :: worker:exactly.once.source.support=enabled | max.batch.size=1 :: worker:exactly.once.source.support=enabled | max.batch.size=1 | transaction.boundary=interval
      transaction-per-few-events :: worker:exactly.once.source.support=enabled | max.batch.size=8 :: max.batch.size=8
      transaction-per-few-events :: exactly.once.support=required | max.batch.size=99 :: exactly.once.support=required | max.batch.size=100
      payload-quoted :: value.converter=org.apache.kafka.connect.json.JsonConverter :: value.converter=org.apache.kafka.connect.json.JsonConverter | transforms.outbox.table.expand.json.payload=true
      payload-quoted :: -value.converter | worker:value.converter=org.apache.kafka.connect.json.JsonConverter :: -value.converter | worker:value.converter=org.apache.kafka.connect.storage.StringConverter
      value-converter :: value.converter=io.confluent.connect.avro.AvroConverter ::
      key-converter :: key.converter=org.apache.kafka.connect.json.JsonConverter :: key.converter=StringConverter
      headers-quoted :: header.converter=org.apache.kafka.connect.json.JsonConverter :: header.converter=org.apache.kafka.connect.storage.SimpleHeaderConverter
      header-converter :: header.converter=org.apache.kafka.connect.storage.SimpleHeaderConverter ::
      converter-of-worker :: -header.converter :: -header.converter | worker:header.converter=org.apache.kafka.connect.storage.StringConverter
      producer-reorders :: producer.override.enable.idempotence=false | producer.override.max.in.flight.requests.per.connection=5 :: producer.override.max.in.flight.requests.per.connection=5 | producer.override.enable.idempotence=true
      producer-reorders :: -producer.override.enable.idempotence | worker:producer.max.in.flight.requests.per.connection=5 :: worker:producer.max.in.flight.requests.per.connection=1
      producer-reorders :: producer.override.enable.idempotence=false | producer.override.max.in.flight.requests.per.connection=2 :: producer.override.enable.idempotence=false | producer.override.max.in.flight.requests.per.connection=2 | exactly.once.support=required
      producer-too-many-in-flight :: producer.override.enable.idempotence=true | producer.override.max.in.flight.requests.per.connection=6 :: producer.override.enable.idempotence=true
      producer-acks :: producer.override.acks=1 :: producer.override.acks=-1
      producer-ignores-keys :: producer.override.partitioner.ignore.keys=true :: producer.override.partitioner.ignore.keys=false
      producer-ignores-keys :: producer.override.partitioner.class=org.apache.kafka.clients.producer.RoundRobinPartitioner ::
      producer-request-too-small :: transforms.guard.payload.max.bytes=1048576 :: transforms.guard.payload.max.bytes=1048576 | producer.override.max.request.size=2097152
      producer-lingers :: producer.override.linger.ms=5000 :: producer.override.linger.ms=20
      producer-batch-small :: producer.override.batch.size=0 :: -producer.override.batch.size
      topic-compacted :: topic.creation.default.cleanup.policy=compact :: topic.creation.heartbeat.cleanup.policy=compact
      topic-compacted :: topic.creation.groups=heartbeat,orders | topic.creation.orders.include=Order\\.events | topic.creation.orders.cleanup.policy=delete,compact :: topic.creation.default.cleanup.policy=delete
      topic-compacted :: topic.creation.heartbeat.include=.* | topic.creation.heartbeat.cleanup.policy=compact ::
      topics-not-created :: -topic.creation.default.partitions ::
      topic-with-one-replica :: topic.creation.default.replication.factor=1 :: topic.creation.default.replication.factor=3
      heartbeat-topic-like-events :: topic.creation.heartbeat.include=__debezium-heartbeat\\.orders :: topic.prefix=orders | topic.creation.heartbeat.include=__debezium-heartbeat\\.orders
      router-missing :: transforms=guard,headers ::
      headers-missing :: transforms=guard,outbox ::
      guard-missing :: transforms=headers,outbox ::
      transform-without-type :: -transforms.guard.type :: transforms=guard, headers ,outbox
      chain-order :: transforms=headers,guard,outbox :: transforms=headers,outbox
      chain-order :: transforms=guard,outbox,headers ::
      chain-order :: ${message}transforms=guard,message,headers,outbox :: ${message}message.prefix.include.list=outbox\\..*
      transform-harmful :: transforms=unwrap,guard,headers,outbox | transforms.unwrap.type=io.debezium.transforms.ExtractNewRecordState :: transforms=mine,guard,headers,outbox | transforms.mine.type=com.example.Mine
      transform-unknown :: transforms=mine,guard,headers,outbox | transforms.mine.type=com.example.Mine ::
      transform-after-router :: transforms=guard,headers,outbox,mine | transforms.mine.type=com.example.Mine :: transforms=mine,guard,headers,outbox | transforms.mine.type=com.example.Mine
      predicate-missing :: -transforms.headers.predicate ::
      predicate-missing :: -transforms.outbox.predicate ::
      predicate-by-topic :: predicates.isOutboxInsert.type=org.apache.kafka.connect.transforms.predicates.TopicNameMatches :: predicates.isOutboxInsert.type=IsOutboxInsert
      predicate-other :: predicates.isOutboxInsert.type=com.example.IsMine ::
      predicate-other :: transforms.outbox.predicate=nowhere ::
      predicate-negated :: transforms.outbox.negate=true :: transforms.outbox.negate=false
      predicate-hides :: transforms.guard.predicate=isOutboxInsert ::
      payload-expansion :: transforms.outbox.table.expand.json.payload=true :: -transforms.outbox.table.expand.json.payload
      router-key-renamed :: transforms.outbox.table.fields.additional.error.on.missing=false :: transforms.outbox.table.field.additional.missing=ignore
      router-columns :: -transforms.outbox.table.field.event.key :: -transforms.outbox.table.field.event.id
      router-columns :: transforms.outbox.route.by.field=type ::
      router-timestamp :: transforms.outbox.table.field.event.timestamp=created_at ::
      router-topic-fixed :: transforms.outbox.route.topic.replacement=events :: transforms.outbox.route.topic.replacement=shop.${routedByValue} | transforms.guard.topic.pattern=shop.${aggregate_type}
      router-topic-default :: -transforms.outbox.route.topic.replacement ::
      router-regex :: transforms.outbox.route.topic.regex=Order(.*) :: transforms.outbox.route.topic.regex=(?<routedByValue>.*)
      router-placement :: transforms.outbox.table.fields.additional.placement=event_type:headr:eventType :: transforms.outbox.table.fields.additional.placement=
      router-drops-updates :: -transforms.outbox.table.op.invalid.behavior ::
      router-tracing :: transforms.outbox.tracing.span.context.field=headers :: transforms.outbox.tracing.with.context.field.only=true
      router-tombstones :: transforms.outbox.route.tombstone.on.empty.payload=true :: transforms.outbox.route.tombstone.on.empty.payload=false
      transform-key-unknown :: transforms.headers.header.include=a :: transforms.headers.headers.include=a | transforms.guard.headers.include=a
      transform-key-unknown :: transforms.outbox.route.by.column=aggregate_type ::
      transform-key-unknown :: transforms.guard.on.violations=fail ::
      transform-key-unknown :: ${message}transforms.message.prefix=outbox :: ${message}message.prefix.include.list=outbox\\..*
      predicate-key-unknown :: predicates.isOutboxInsert.pattern=x ::
      transform-value :: transforms.guard.on.violation=drop :: transforms.guard.on.violation=quarantine
      transform-value :: transforms.guard.payload.max.bytes=4095 :: transforms.guard.payload.max.bytes=4096
      transform-value :: transforms.guard.quarantine.topic=__consumer_offsets :: transforms.guard.quarantine.topic=__consumer_offsets_
      transform-value :: transforms.guard.quarantine.topic=a b :: transforms.guard.quarantine.topic=bad.ones
      transform-value :: transforms.guard.aggregate.types=order.item,order_item :: transforms.guard.aggregate.types=Order, Order, Item
      transform-value :: transforms.guard.aggregate.types=order.item,order_item | transforms.guard.topic.pattern=shop.${aggregate_type} :: transforms.guard.aggregate.types=order.item,order_item | transforms.guard.topic.pattern=all.events
      transform-value :: transforms.headers.headers.include=eventId :: transforms.headers.headers.exclude=eventId
      transform-value :: transforms.headers.created.at.header=yes ::
      transform-value :: transforms.guard.topic.pattern=a b ::
      guard-quarantine-topic :: transforms.guard.quarantine.topic=Order_events | transforms.guard.aggregate.types=Item,Order :: transforms.guard.aggregate.types=Item,Order
      guard-topic-impossible :: transforms.guard.aggregate.types=Order,__transaction_state | transforms.guard.topic.pattern=${aggregate_type} | transforms.outbox.route.topic.replacement=${routedByValue} :: transforms.guard.aggregate.types=Order,__transaction_state
      guard-headers-differ :: transforms.headers.headers.exclude=a :: transforms.headers.headers.exclude=a,b | transforms.guard.headers.exclude=b, a
      guard-headers-differ :: transforms.guard.created.at.header=true :: transforms.guard.created.at.header=FALSE
      guard-topic-differs :: transforms.guard.topic.pattern=${aggregate_type} :: transforms.guard.topic.pattern=${aggregate_type}.events
      provider-missing :: worker:config.providers=env :: worker:config.providers=env, dir
      provider-unfenced :: worker:-config.providers.env.param.allowlist.pattern :: worker:config.providers.env.param.allowlist.pattern=OUTBOX_.*
      provider-unfenced :: worker:config.providers.dir.param.allowed.paths=/ ::
      provider-refuses :: worker:config.providers.dir.param.allowed.paths=/etc/out :: worker:config.providers.dir.param.allowed.paths=/opt,/etc/outbox
      provider-refuses :: database.hostname=${env:PGHOST} :: database.hostname=${env:OUTBOX_HOST}
      rebalance-slow :: worker:-scheduled.rebalance.max.delay.ms :: worker:scheduled.rebalance.max.delay.ms=0
      offset-flush-rare :: worker:-offset.flush.interval.ms :: worker:offset.flush.interval.ms=10000
      override-refused :: worker:connector.client.config.override.policy=None :: worker:-connector.client.config.override.policy
      override-refused :: worker:connector.client.config.override.policy=Principal ::
      override-refused :: worker:connector.client.config.override.policy=Allowlist | worker:connector.client.config.override.allowlist=linger.ms :: worker:connector.client.config.override.policy=Allowlist | worker:connector.client.config.override.allowlist=linger.ms,batch.size,enable.idempotence
      topic-creation-off :: worker:topic.creation.enable=false :: worker:-topic.creation.enable
      exactly-once-off :: exactly.once.support=required :: exactly.once.support=required | worker:exactly.once.source.support=enabled
      """;

  static final List<RuleExample> ALL =
      TABLE
          .lines()
          .map(line -> line.replace("${message}", WITH_MESSAGE).split("\\s*::\\s*", -1))
          .map(parts -> new RuleExample(parts[0], parts[1], parts[2]))
          .toList();

  private RuleExamples() {}
}
