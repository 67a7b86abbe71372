import { sql } from 'kysely'
import type { LedgerVerification, listLedgerVerifications, startLedgerVerification } from '#contract/accounting.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { enqueueJob } from '#server/core/jobs.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { verifyLedgerOnRequestJob } from '#server/domain/verification-job.ts'

/** So many of the newest are told. */
const maxListedVerifications = 30

export const findLedgerVerifications = async (ctx: Ctx): Promise<ResponseBody<typeof listLedgerVerifications>> => {
  const verifications = await ctx.db
    .selectFrom('ledgerVerification as v')
    .leftJoin(sql<{ userId: string; fullName: string }>`registry.people_named(null)`.as('n'), 'n.userId', 'v.askedBy')
    .select(['v.id', 'v.askedAt', 'n.fullName as byName', 'v.finishedAt', 'v.step', 'v.steps', 'v.differences'])
    .select(sql<LedgerVerification['list']>`v.list`.as('list'))
    .orderBy('v.id', 'desc')
    .limit(maxListedVerifications)
    .execute()
  return { verifications }
}

/** A worker of any process takes it up at once; one that is asked for already is answered. */
export const requestLedgerVerification = (
  ctx: Ctx,
  _: unknown,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof startLedgerVerification>> => {
  return ctx.db.transaction().execute(async (tx) => {
    const inserted = await tx
      .insertInto('ledgerVerification')
      .values({ askedAt: new Date(deps.clock()).toISOString(), askedBy: ctx.person.userId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) {
      await enqueueJob(tx, verifyLedgerOnRequestJob, inserted.id)
      await recordAuditEvent(tx, ctx, { action: 'ledger.verificationAsked', entity: 'ledger' })
      return inserted
    }
    const openVerificationSql = tx.selectFrom('ledgerVerification').select('id').where('finishedAt', 'is', null)
    return (
      (await openVerificationSql.executeTakeFirst()) ??
      (await tx.selectFrom('ledgerVerification').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow())
    )
  })
}
