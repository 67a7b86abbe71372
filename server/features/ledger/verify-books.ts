import { type Kysely, sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { DB } from '#db/types.ts'
import type { Access } from '#server/core/tenancy.ts'
import { differenceChecks, findDifferences } from './ledger-differences.ts'
import { gather } from './verify-ledger.ts'

type Books = { tenant: Pick<Access, 'pool' | 'db'>; now: () => number }

/** The differences that are kept to be read; beyond, they are only counted. */
const kept = 100

/** How many journals each open month has: what a close holds its own count against. */
const countMonths = `
  select coalesce(jsonb_object_agg(to_char(month, 'YYYY-MM'), journals), '{}') as months
    from (select date_trunc('month', j.booking_date)::date as month, count(*) as journals from journal j, ledger_period p
           where j.booking_date > p.closed_through group by 1) m`

type Seen = { differences: number; list: object[]; months: object }

/** All of it in one snapshot; null where another process is looking. What was seen is told at each step to whoever waits. */
const look = async ({ tenant }: Books, tell: (step: number) => Promise<void>): Promise<Seen | null> => {
  const db: PoolClient = await tenant.pool.connect()
  let broken: Error | undefined
  try {
    await db.query(`begin isolation level repeatable read; set local work_mem = '64MB'`)
    const { rows } = await db.query<{ mine: boolean }>(
      `select pg_try_advisory_xact_lock(hashtext('verify_ledger'), hashtext(current_schema())) as mine`,
    )
    if (!rows[0]!.mine) return null
    await tell(0)
    await gather(db, null)
    const { count, list } = await findDifferences(db, (check) => tell(check + 1))
    const months = await db.query<{ months: object }>(countMonths)
    return { differences: count, list: list.slice(0, kept), months: months.rows[0]!.months }
  } finally {
    // Keeps nothing. A connection that can't even roll back is thrown away.
    await db.query('rollback').catch((reason: Error) => {
      broken = reason
    })
    db.release(broken)
  }
}

/** The look at the books that is asked for, or under way. */
const findAsked = (db: Kysely<DB>) =>
  db.selectFrom('ledgerVerification').select('id').where('finishedAt', 'is', null).executeTakeFirst()

/** Asks for a look, unless one is asked for already. */
export const askForLook = async ({ tenant: { db }, now }: Books): Promise<void> => {
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
export const verifyAsked = async (books: Books): Promise<number | null> => {
  const { db } = books.tenant
  const asked = await findAsked(db)
  if (!asked) return null
  const open = () => db.updateTable('ledgerVerification').where('id', '=', asked.id).where('finishedAt', 'is', null)
  const seen = await look(books, async (step) => {
    await open()
      .set({ step, steps: differenceChecks + 1 })
      .execute()
  })
  if (seen === null) return null
  const { differences, list, months } = seen
  await open()
    .set({
      ...{ differences, list: JSON.stringify(list), months: JSON.stringify(months) },
      ...{ step: sql<number>`steps`, finishedAt: new Date(books.now()).toISOString() },
    })
    .execute()
  return differences
}
