import type { Pool, PoolClient } from 'pg'
import {
  type ChainName,
  computeMac,
  deriveSealKey,
  emptyMac,
  hashByteLength,
  sealedColumnsSql,
} from './audit-chains.ts'

/** Rows of one transaction, and of one row of seals: few enough to be over in some milliseconds. */
const sealBatchSize = 500

/**
 * The end of a chain: how many are sealed, and the last of them.
 * See docs/decisions/0028-audit-seals.md
 */
export type ChainHead = { position: string; eventId: string; tx: string; mac: Buffer }
const emptyChainHead: ChainHead = { position: '0', eventId: '0', tx: '0', mac: emptyMac }

/** Rows that come after the head in the order of the chain. */
const isAfterHeadSql = `(e.tx, e.id) > ($1::text::xid8, $2::bigint)`

/**
 * The transactions of other databases that are under way: theirs may run for hours, and none writes here. Asked before what is under way at
 * all: one that ends meanwhile is in neither list, and one that begins meanwhile keeps back only what is younger still.
 */
const otherDatabaseTxsSql = `
  select coalesce(array_agg(l.transactionid::text), '{}') as elsewhere
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
   where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted
     and a.datid <> (select oid from pg_database where datname = current_database())`

/** The oldest transaction of this database that is under way: all below it are over, so nothing can come between their rows any more. */
const safeTxHorizonSql = `
  select coalesce(
    (select x from pg_snapshot_xip(c.now) x where x::xid::text <> all($1::text[]) order by x limit 1),
    pg_snapshot_xmax(c.now))::text as horizon
  from (select pg_current_snapshot() as now) c`

// Ordered by the column: `position` alone would be the text that is answered.
const lastSealSql = `select s.position::text, s.event_id::text as "eventId", s.tx::text, substr(s.macs, octet_length(s.macs) - ${hashByteLength - 1}) as mac
  from audit_seal s order by s.position desc limit 1`

export const findChainHead = async (db: Pick<Pool, 'query'>): Promise<ChainHead> =>
  (await db.query<ChainHead>(lastSealSql)).rows[0] ?? emptyChainHead

/** Who doesn't get the lock leaves the work to whoever has it. Until the end of the transaction. */
const sealLockSql = `select pg_try_advisory_xact_lock(hashtext('seal_audit'), hashtext(current_schema())) as mine`

/** Rows that wait, in the order of the chain: a value a row, the hashes one behind the other. */
type UnsealedBatch = { count: number; ids: string[]; txs: string[]; contents: Buffer; digests: Buffer }

const sealBatch = async (client: PoolClient, chain: ChainName, key: Buffer): Promise<number> => {
  const locked = await client.query<{ mine: boolean }>(sealLockSql)
  if (!locked.rows[0]?.mine) return 0
  const head = await findChainHead(client)
  const others = await client.query<{ elsewhere: string[] }>(otherDatabaseTxsSql)
  const over = await client.query<{ horizon: string }>(safeTxHorizonSql, [others.rows[0]!.elsewhere])
  const { rows } = await client.query<UnsealedBatch>(
    `select count(*)::integer as count, array_agg(r.id order by r.n) as ids, array_agg(r.tx order by r.n) as txs,
            string_agg(r.content, '' order by r.n) as contents, string_agg(r.payload, '' order by r.n) as digests
       from (select row_number() over (order by e.tx, e.id) as n, ${sealedColumnsSql(chain)} from audit_event e
              where ${isAfterHeadSql} and e.tx < $3::text::xid8 order by e.tx, e.id limit ${sealBatchSize}) r`,
    [head.tx, head.eventId, over.rows[0]!.horizon],
  )
  const { count, ids, txs, contents, digests } = rows[0]!
  if (count === 0) return 0
  const sealedAt = new Date().toISOString()
  const macs: Buffer[] = []
  for (const [at, id] of ids.entries()) {
    const position = String(BigInt(head.position) + BigInt(at) + 1n)
    const [content, digest] = [contents, digests].map((all) =>
      all.subarray(at * hashByteLength, (at + 1) * hashByteLength),
    )
    macs.push(
      computeMac(
        key,
        macs.at(-1) ?? head.mac,
        { position, sealedAt, digest: digest! },
        { id, tx: txs[at]!, content: content! },
      ),
    )
  }
  const position = String(BigInt(head.position) + BigInt(count))
  await client.query(
    `insert into audit_seal (position, rows, tx, event_id, event_ids, digests, macs, sealed_at)
     values ($1, $2, $3::text::xid8, $4, $5, $6, $7, $8)`,
    [position, count, txs.at(-1), ids.at(-1), ids, digests, Buffer.concat(macs), sealedAt],
  )
  return count
}

/** Whether anything waits to be sealed, as a condition: what most seconds come down to. */
export const hasUnsealedRowsSql = `
  exists (
    with last as (select s.tx, s.event_id from audit_seal s order by s.position desc limit 1)
    select from audit_event e
     where (e.tx, e.id) > (coalesce((select l.tx from last l), '0'::xid8), coalesce((select l.event_id from last l), 0)))`

/**
 * Chains the rows of `chain` that wait, as the role whose audit it is. Each batch is one transaction: whoever dies leaves whole
 * batches or nothing. Answers how many were sealed; 0 too where another process is at it. Writers are never waited for, nor wait.
 */
export const sealChain = async (
  pool: Pool,
  chain: ChainName,
  secret: string,
  signal?: AbortSignal,
): Promise<number> => {
  const key = deriveSealKey(secret, chain)
  let sealed = 0
  const client = await pool.connect()
  let broken: Error | undefined
  // A connection that ends under us fails the statement that runs; it needs no second voice.
  const handleConnectionError = (error: Error): void => {
    broken = error
  }
  client.on('error', handleConnectionError)
  try {
    for (let batch = sealBatchSize; batch === sealBatchSize && !signal?.aborted; sealed += batch) {
      await client.query('begin')
      batch = await sealBatch(client, chain, key)
      await client.query('commit')
    }
    return sealed
  } catch (error) {
    await client.query('rollback').catch((reason: Error) => {
      broken = reason
    })
    throw error
  } finally {
    client.off('error', handleConnectionError)
    client.release(broken)
  }
}
