import { sql } from 'kysely'
import type { getVerifications, startVerification as starting, Verification } from '#contract/accounting.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { enqueue } from '#server/core/jobs.ts'
import type { Raw } from '#server/core/serve.ts'
import { verifyAskedJob } from '#server/domain/verification-job.ts'

/** So many of the newest are told. */
const most = 30

export const findVerifications = async (ctx: Ctx): Promise<Answer<typeof getVerifications>> => {
  const verifications = await ctx.db
    .selectFrom('ledgerVerification as v')
    .leftJoin(sql<{ userId: string; fullName: string }>`registry.people_named(null)`.as('n'), 'n.userId', 'v.askedBy')
    .select(['v.id', 'v.askedAt', 'n.fullName as byName', 'v.finishedAt', 'v.step', 'v.steps', 'v.differences'])
    .select(sql<Verification['list']>`v.list`.as('list'))
    .orderBy('v.id', 'desc')
    .limit(most)
    .execute()
  return { verifications }
}

/** A worker of any process takes it up at once; one that is asked for already is answered. */
export const startVerification = (ctx: Ctx, _: unknown, { serving }: Raw): Promise<Answer<typeof starting>> => {
  return ctx.db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('ledgerVerification')
      .values({ askedAt: new Date(serving.clock()).toISOString(), askedBy: ctx.person.userId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) {
      await enqueue(tx, verifyAskedJob, made.id)
      await audit(tx, ctx, { action: 'ledger.verificationAsked', entity: 'ledger' })
      return made
    }
    const asked = tx.selectFrom('ledgerVerification').select('id').where('finishedAt', 'is', null)
    return (
      (await asked.executeTakeFirst()) ??
      (await tx.selectFrom('ledgerVerification').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow())
    )
  })
}
