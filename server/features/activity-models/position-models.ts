import { sql } from 'kysely'
import { modelledActivities } from '#contract/activity-models/activities.ts'
import type * as contract from '#contract/activity-models.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { positions } from '#contract/staff.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'

type Position = contract.PositionModel['position']
type Activities = NonNullable<contract.PositionModel['activities']>

const queryModels = ({ db }: Pick<Ctx, 'db'>) =>
  db.selectFrom('activityModel').select(['position', 'version', ...modelledActivities])

/** Each position, with a model or without. */
export const findPositionModels = async (
  ctx: Pick<Ctx, 'db'>,
): Promise<ResponseBody<typeof contract.getPositionModels>> => {
  const models = await queryModels(ctx).execute()
  return {
    positions: positions.map((position) => {
      const found = models.find((model) => model.position === position)
      if (!found) return { position, version: 0, activities: null }
      const { position: _, version, ...activities } = found
      return { position, version, activities }
    }),
  }
}

const writeModel = async (
  db: Ctx['db'],
  position: Position,
  activities: Activities | null,
  version: number,
): Promise<void> => {
  if (activities === null) await db.deleteFrom('activityModel').where('position', '=', position).execute()
  else
    await db
      .insertInto('activityModel')
      .values({ position, version, ...activities })
      .onConflict((existing) => existing.column('position').doUpdateSet({ version, ...activities }))
      .execute()
}

export const setPositionModel = (
  ctx: Ctx,
  { params: { position }, body: { version, activities } }: ParsedRequest<typeof contract.setPositionModel>,
): Promise<ResponseBody<typeof contract.setPositionModel>> =>
  ctx.db.transaction().execute(async (tx) => {
    // Of two who set the first model of a position at once, the second sees the other's.
    await sql`lock table activity_model in share row exclusive mode`.execute(tx)
    const before = await queryModels({ db: tx }).where('position', '=', position).executeTakeFirst()
    if ((before?.version ?? 0) !== version) throw buildRefusal('conflict.changed')
    await writeModel(tx, position, activities, version + 1)
    await recordAuditEvent(tx, ctx, {
      action: activities === null ? 'activityModel.removed' : 'activityModel.set',
      entity: 'activityModel',
      ...(before && { before: Object.fromEntries(modelledActivities.map((name) => [name, before[name]])) }),
      after: { position, ...activities },
    })
    return { position, version: activities === null ? 0 : version + 1, activities }
  })
