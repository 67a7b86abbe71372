import type { Kysely } from 'kysely'
import type { PoolClient } from 'pg'
import type { DB } from '#db/types.ts'
import { sendPreparedOn } from './prepared-query.ts'
import { setPreparedStatementSender } from './prepared-statement.ts'
import { buildConnectionQueryBuilder, buildPreparedQuery, type DatabaseAccess } from './tenancy.ts'

/** Of a transaction that is open, what was sent and is not waited for. */
const unsettledByTransaction = new WeakMap<Kysely<DB>, Promise<unknown>[]>()

/** The query builder over one connection, until the transaction on it is over. */
const openTransaction = (client: PoolClient, unsettled: Promise<unknown>[]) => {
  let isOver = false
  const tx = buildConnectionQueryBuilder((text, values) =>
    isOver ? Promise.reject(new Error('the transaction is over')) : client.query(text, values),
  )
  setPreparedStatementSender(tx, async (sending) => {
    if (isOver) throw new Error('the transaction is over')
    return sendPreparedOn(client, buildPreparedQuery(sending))
  })
  unsettledByTransaction.set(tx, unsettled)
  const close = (): void => {
    isOver = true
  }
  return { tx, close }
}

/** What a statement is told that comes after the one that failed. */
const isAfterFailure = (error: unknown): boolean => (error as { code?: string }).code === '25P02'

/** What went wrong first, of what was sent and not waited for, where the error only says that something did. */
const findCause = async (error: unknown, unsettled: readonly Promise<unknown>[]): Promise<unknown> => {
  const sent = await Promise.allSettled(unsettled)
  const failed = sent.find((one) => one.status === 'rejected')
  return isAfterFailure(error) && failed ? failed.reason : error
}

/**
 * Does the work in one transaction whose statements don't wait for each other: those that are sent together travel together, `begin` with the
 * first and `commit` with what nobody waits for (`awaitAtCommit`). Whatever fails takes all of it back. The work begins by reading or locking.
 * See docs/decisions/0126-writes-in-few-round-trips.md
 */
export const runWrite = async <T>(
  { pool }: Pick<DatabaseAccess, 'pool'>,
  work: (tx: Kysely<DB>) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect()
  let broken: Error | undefined
  const unsettled: Promise<unknown>[] = [client.query('begin')]
  const { tx, close } = openTransaction(client, unsettled)
  try {
    const done = await work(tx)
    close()
    const commit = client.query('commit')
    await Promise.all([...unsettled, commit])
    if ((await commit).command !== 'COMMIT') throw new Error('the transaction was not committed')
    return done
  } catch (error) {
    close()
    const cause = await findCause(error, unsettled)
    // A connection that can't even roll back is thrown away with what it was doing.
    await client.query('rollback').catch((reason: Error) => {
      broken = reason
    })
    throw cause
  } finally {
    client.release(broken)
  }
}

/**
 * Sends what the transaction writes and nobody reads the answer of: an audit event, a notice, a row of a list. In a transaction of `runWrite` it is
 * waited for at its end, where its failure takes all back; elsewhere at once. Prepared statements only: they are sent at once, and so before `commit`.
 */
export const awaitAtCommit = async (tx: Kysely<DB>, written: Promise<unknown>): Promise<void> => {
  const unsettled = unsettledByTransaction.get(tx)
  if (!unsettled) {
    await written
    return
  }
  // Its failure is met at the end of the transaction, where all of these are awaited.
  written.catch(() => undefined)
  unsettled.push(written)
}
