import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/goals.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'

export const findGoalRules = ({ db }: Pick<Ctx, 'db'>): Promise<contract.GoalRules> =>
  db.selectFrom('goalRule').select(['measure', 'probabilities', 'version']).executeTakeFirstOrThrow()

export const setGoalRules = (
  ctx: Ctx,
  { body: { version, measure, probabilities } }: ParsedRequest<typeof contract.setGoalRules>,
): Promise<contract.GoalRules> =>
  ctx.db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('goalRule')
      .select(['measure', 'probabilities', 'version'])
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (before.version !== version) throw buildRefusal('conflict.changed')
    await tx
      .updateTable('goalRule')
      .set({ measure, probabilities, version: version + 1 })
      .execute()
    await recordAuditEvent(tx, ctx, {
      action: 'settings.goalRules',
      entity: 'settings',
      before: { measure: before.measure, probabilities: before.probabilities },
      after: { measure, probabilities },
    })
    return findGoalRules({ db: tx })
  })
