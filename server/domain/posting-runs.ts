import { type Kysely, sql } from 'kysely'
import { type PostingRunFailure, postingRunFailures } from '#contract/interest.ts'
import type { DB, PostingRunKind } from '#db/types.ts'
import { formatScaledDecimal } from '#rules/cents.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import { isDatabaseUnavailable } from '#server/core/errors.ts'
import type { NightlyRunOptions } from '#server/core/nightly-run.ts'

/** What some accounts of a run came to. Amounts in cents. */
export type RunSums = { accounts: number; journals: number; interest: bigint; bonus: bigint; withheld: bigint }
export const emptyRunSums: RunSums = { accounts: 0, journals: 0, interest: 0n, bonus: 0n, withheld: 0n }

/** Counts and cents of two parts of a run. */
export const addRunSums = (one: RunSums, other: RunSums): RunSums => ({
  accounts: one.accounts + other.accounts,
  journals: one.journals + other.journals,
  interest: one.interest + other.interest,
  bonus: one.bonus + other.bonus,
  withheld: one.withheld + other.withheld,
})

type OpenPostingRun = { id: string; journalsFrom: string | null }

/**
 * Begins a run, or goes on with one of that day that was broken off. It looks for corrections among the journals since the run before;
 * those of the last minutes are left to the next one too: what is being written now may have smaller numbers.
 */
export const openPostingRun = async (
  db: Kysely<DB>,
  kind: PostingRunKind,
  businessDate: string,
  now: number,
): Promise<OpenPostingRun> => {
  const before = await db
    .selectFrom('postingRun')
    .select('journalsTo')
    .where('kind', '=', kind)
    .where('finishedAt', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const journalsFrom = before?.journalsTo ?? null
  const broken = await db
    .selectFrom('postingRun')
    .select('id')
    .where('kind', '=', kind)
    .where('businessDate', '=', businessDate)
    .where('finishedAt', 'is', null)
    .executeTakeFirst()
  if (broken) {
    // All of them are tried again.
    await db.deleteFrom('postingRunFailure').where('runId', '=', broken.id).execute()
    return { id: broken.id, journalsFrom }
  }
  const { id } = await db
    .insertInto('postingRun')
    .values({
      kind,
      businessDate,
      startedAt: new Date(now).toISOString(),
      journalsTo: sql<string>`coalesce((select id from journal where recorded_at < now() - interval '10 minutes' order by id desc limit 1), 0)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, journalsFrom }
}

/** Counts a batch, in its own transaction: what is counted is posted, whatever ends the process. */
export const addBatchToRun = async (tx: Kysely<DB>, runId: string, sums: RunSums): Promise<void> => {
  const money = (cents: bigint) => formatScaledDecimal(cents, 2)
  await sql`
    update posting_run set accounts = accounts + ${sums.accounts}, journals = journals + ${sums.journals},
           interest = interest + ${money(sums.interest)}::numeric, bonus = bonus + ${money(sums.bonus)}::numeric,
           withheld = withheld + ${money(sums.withheld)}::numeric
     where id = ${runId}`.execute(tx)
}

const toRunFailure = (error: unknown): PostingRunFailure =>
  error instanceof RefusalError ? (postingRunFailures.find((code) => code === error.code) ?? 'internal') : 'internal'

/** Lists an account that could not be settled, so that it stops no other. Where the database is away, which is no account's fault, the error is thrown again. */
export const recordRunFailure = async (
  { db, runId, onError }: { db: Kysely<DB>; runId: string; onError: NightlyRunOptions['onError'] },
  accountId: string,
  error: unknown,
): Promise<void> => {
  if (isDatabaseUnavailable(error)) throw error
  const code = toRunFailure(error)
  if (code === 'internal') onError(error)
  await db
    .insertInto('postingRunFailure')
    .values({ runId, accountId, code })
    .onConflict((conflict) => conflict.columns(['runId', 'accountId']).doUpdateSet({ code }))
    .execute()
}

/** Writes when it ended (ms), and counts the accounts that failed. */
export const closePostingRun = async (db: Kysely<DB>, runId: string, now: number): Promise<void> => {
  await sql`
    update posting_run set finished_at = ${new Date(now).toISOString()},
           failures = (select count(*) from posting_run_failure where run_id = ${runId})
     where id = ${runId}`.execute(db)
}

/** Whether a run of that day has come to its end. */
export const isPostingRunDone = async (db: Kysely<DB>, kind: PostingRunKind, businessDate: string): Promise<boolean> =>
  (await db
    .selectFrom('postingRun')
    .select('id')
    .where('kind', '=', kind)
    .where('businessDate', '=', businessDate)
    .where('finishedAt', 'is not', null)
    .executeTakeFirst()) !== undefined
