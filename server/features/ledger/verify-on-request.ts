import { type Kysely, sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { DB } from '#db/types.ts'
import type { DatabaseAccess } from '#server/core/tenancy.ts'
import { differenceCheckCount, findLedgerDifferences } from './ledger-differences.ts'
import { createMovementsTable } from './verify-ledger.ts'

type BooksContext = { tenant: Pick<DatabaseAccess, 'pool' | 'db'>; now: () => number }

/** The differences that are kept to be read; beyond, they are only counted. */
const maxStoredDifferences = 100

/** How many journals each open month has: what a close holds its own count against. */
const monthJournalCountsSql = `
  select coalesce(jsonb_object_agg(to_char(month, 'YYYY-MM'), journals), '{}') as months
    from (select date_trunc('month', j.booking_date)::date as month, count(*) as journals from journal j, ledger_period p
           where j.booking_date > p.closed_through group by 1) m`

type VerificationResult = { differences: number; list: object[]; months: object }

/** All of it in one snapshot; null where another process is looking. What was seen is told at each step to whoever waits. */
const verifyInSnapshot = async (
  { tenant }: BooksContext,
  reportStep: (step: number) => Promise<void>,
): Promise<VerificationResult | null> => {
  const db: PoolClient = await tenant.pool.connect()
  let broken: Error | undefined
  try {
    await db.query(`begin isolation level repeatable read; set local work_mem = '64MB'`)
    const { rows } = await db.query<{ mine: boolean }>(
      `select pg_try_advisory_xact_lock(hashtext('verify_ledger'), hashtext(current_schema())) as mine`,
    )
    if (!rows[0]!.mine) return null
    await reportStep(0)
    await createMovementsTable(db, null)
    const { count, list } = await findLedgerDifferences(db, (check) => reportStep(check + 1))
    const months = await db.query<{ months: object }>(monthJournalCountsSql)
    return { differences: count, list: list.slice(0, maxStoredDifferences), months: months.rows[0]!.months }
  } finally {
    // Keeps nothing. A connection that can't even roll back is thrown away.
    await db.query('rollback').catch((reason: Error) => {
      broken = reason
    })
    db.release(broken)
  }
}

/** The look at the books that is asked for, or under way. */
const findOpenVerification = (db: Kysely<DB>) =>
  db.selectFrom('ledgerVerification').select('id').where('finishedAt', 'is', null).executeTakeFirst()

/** Asks for a look, unless one is asked for already. */
export const requestVerification = async ({ tenant: { db }, now }: BooksContext): Promise<void> => {
  await db
    .insertInto('ledgerVerification')
    .values({ askedAt: new Date(now()).toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Looks at the books where somebody has asked for it; answers how many differences there are, null where nobody has asked, or another process is at it. What
 * was broken off begins anew.
 */
export const runRequestedVerification = async (books: BooksContext): Promise<number | null> => {
  const { db } = books.tenant
  const openVerification = await findOpenVerification(db)
  if (!openVerification) return null
  const open = () =>
    db.updateTable('ledgerVerification').where('id', '=', openVerification.id).where('finishedAt', 'is', null)
  const result = await verifyInSnapshot(books, async (step) => {
    await open()
      .set({ step, steps: differenceCheckCount + 1 })
      .execute()
  })
  if (result === null) return null
  const { differences, list, months } = result
  await open()
    .set({
      differences,
      list: JSON.stringify(list),
      months: JSON.stringify(months),
      step: sql<number>`steps`,
      finishedAt: new Date(books.now()).toISOString(),
    })
    .execute()
  return differences
}
