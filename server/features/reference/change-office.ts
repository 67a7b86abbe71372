import { type Kysely, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { offices } from '#contract/reference.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import type { Task } from '#server/core/task.ts'
import { propose } from '#server/domain/approvals.ts'
import { guardedSetting } from '#server/domain/guarded-setting.ts'
import { findWaitingSettings } from '#server/domain/waiting-settings.ts'
import { kinds, lockSeen, refuseUnknownZone, storeChange } from './change-reference.ts'

type OfficeZone = { officeId: string; before: string; after: string }

const zoneName = async (tx: Kysely<DB>, id: string): Promise<string | undefined> =>
  (await tx.selectFrom('zone').select('name').where('id', '=', id).executeTakeFirst())?.name

/** Another zone for an office that people work in: what people with the scope of a zone see follows from it. */
export const officeTask: Task<OfficeZone> = guardedSetting({
  name: 'office',
  apply: async (tx, _, { officeId, before, after }) => {
    const office = await tx
      .selectFrom('office')
      .select(['name', 'zoneId'])
      .where('id', '=', officeId)
      .forUpdate()
      .executeTakeFirst()
    const [from, to] = [await zoneName(tx, before), await zoneName(tx, after)]
    if (office?.zoneId !== before || from === undefined || to === undefined) throw refuse('approval.changedSince')
    await tx.updateTable('office').set({ zoneId: after }).where('id', '=', officeId).execute()
    return {
      audited: {
        ...{ action: 'reference.changed', entity: 'office', entityId: officeId },
        ...{ before: { zoneId: before }, after: { zoneId: after } },
      },
      params: { office: office.name, from, to },
    }
  },
})

/** Whether anybody works there, or has worked there: whose record is seen by zone. */
const hasStaff = async (tx: Kysely<DB>, officeId: string): Promise<boolean> => {
  const { rows } = await sql`select from employee where office_id = ${officeId} limit 1`.execute(tx)
  return rows.length > 0
}

type Move = { office: string; reason: string | undefined } & OfficeZone

const proposeMove = async (tx: Kysely<DB>, ctx: Ctx, { office, reason, ...move }: Move, now: number) => {
  const { officeId, before, after } = move
  await refuseUnknownZone(tx, { zoneId: after })
  if (reason === undefined) throw refuse('request.invalid', { fields: { reason: 'required' } })
  const waiting = await findWaitingSettings(tx, [officeTask.name], now)
  if (waiting.some(({ params }) => params.officeId === officeId)) throw refuse('conflict.changed')
  const [from, to] = [(await zoneName(tx, before)) ?? '', (await zoneName(tx, after)) ?? '']
  const change = { payload: move, reason, entity: 'office', entityId: officeId }
  return propose(tx, ctx, officeTask, { ...change, params: { office, officeId, from, to } }, now)
}

/**
 * Changes the name and the city of an office at once, and its zone where nobody works there; else the zone waits for direction. 409
 * `conflict.changed` where the office isn't what the caller saw, or a zone waits already.
 */
export const changeOffice = (
  ctx: Ctx,
  { params: { id }, body: { before, after, reason } }: Parsed<typeof offices.change>,
  { serving }: Raw,
): Promise<Answer<typeof offices.change>> =>
  ctx.db.transaction().execute(async (tx) => {
    const found = await lockSeen(tx, kinds.offices, id, before)
    const zoneId = found.zoneId!
    const waits = after.zoneId !== zoneId && (await hasStaff(tx, id))
    await storeChange(tx, ctx, kinds.offices, { id, found, after: waits ? { ...after, zoneId } : after })
    if (!waits) return { id, approvalId: null }
    const move = { officeId: id, office: after.name, reason, before: zoneId, after: after.zoneId }
    const { approvalId } = await proposeMove(tx, ctx, move, serving.clock())
    return { id, approvalId }
  })
