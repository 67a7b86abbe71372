import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { meetingStages } from '#contract/meetings/words.ts'
import type * as contract from '#contract/reviews.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'

type Cadences = ResponseBody<typeof contract.getReviewCadence>

/** In months, by stage and capital from the lowest. */
export const findReviewCadence = async ({ db }: Pick<Ctx, 'db'>): Promise<Cadences> => ({
  cadence: await db
    .selectFrom('reviewCadence')
    .select(['minCapital', 'months', sql<contract.Cadence['stage']>`stage`.as('stage')])
    .orderBy('stage')
    .orderBy('minCapital')
    .execute(),
})

/** Each stage has a row for everybody, and none twice: field `cadence`. */
const assertComplete = (cadence: readonly contract.Cadence[]): void => {
  const keys = new Set(cadence.map(({ stage, minCapital }) => `${stage} ${minCapital}`))
  if (keys.size < cadence.length) throw buildRefusal('request.invalid', { fields: { cadence: 'twice' } })
  if (meetingStages.some((stage) => !keys.has(`${stage} 0.00`)))
    throw buildRefusal('request.invalid', { fields: { cadence: 'required' } })
}

export const setReviewCadence = (
  ctx: Ctx,
  { body: { cadence } }: ParsedRequest<typeof contract.setReviewCadence>,
): Promise<Cadences> => {
  assertComplete(cadence)
  return ctx.db.transaction().execute(async (tx) => {
    await sql`lock table review_cadence in share row exclusive mode`.execute(tx)
    await tx.deleteFrom('reviewCadence').execute()
    await tx.insertInto('reviewCadence').values(cadence).execute()
    await recordAuditEvent(tx, ctx, {
      action: 'settings.reviewCadence',
      entity: 'settings',
      after: { count: cadence.length },
    })
    return findReviewCadence({ db: tx })
  })
}
