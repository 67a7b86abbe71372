import { type Kysely, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { offices } from '#contract/reference.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import type { Task } from '#server/core/task.ts'
import { propose } from '#server/domain/approvals.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { guardedSetting } from '#server/domain/guarded-setting.ts'
import { findWaitingSettings } from '#server/domain/waiting-settings.ts'
import { recordZoneGains } from '#server/domain/zone-gains.ts'
import { kinds, lockSeen, refuseUnknownZone, storeChange } from './change-reference.ts'

/** Who works there when it is proposed: the zone is theirs too. */
type OfficeZone = { officeId: string; before: string; after: string; staff: string[] }

const zoneName = async (tx: Kysely<DB>, id: string): Promise<string | undefined> =>
  (await tx.selectFrom('zone').select('name').where('id', '=', id).executeTakeFirst())?.name

/** Another zone for an office that people work in: what people with the scope of a zone see follows from it. */
export const officeTask: Task<'office', OfficeZone> = guardedSetting({
  name: 'office',
  apply: async (tx, doer, { officeId, before, after, staff }, { now }) => {
    const office = await tx
      .selectFrom('office')
      .select(['name', 'zoneId'])
      .where('id', '=', officeId)
      .forUpdate()
      .executeTakeFirst()
    const [from, to] = [await zoneName(tx, before), await zoneName(tx, after)]
    const people = await findStaff(tx, officeId)
    const isAsSeen =
      office?.zoneId === before &&
      from !== undefined &&
      to !== undefined &&
      people.every(({ id }) => staff.includes(id))
    if (!isAsSeen) throw refuse('approval.changedSince')
    await tx.updateTable('office').set({ zoneId: after }).where('id', '=', officeId).execute()
    await recordZoneGains(
      tx,
      doer,
      people.map(({ id }) => id),
      now,
    )
    return {
      audited: {
        ...{ action: 'reference.changed', entity: 'office', entityId: officeId },
        ...{ before: { zoneId: before }, after: { zoneId: after } },
      },
      params: { office: office.name, officeId, from, to },
    }
  },
})

/** Who works there, or has worked there: their records are seen by zone. The caller has locked the office. */
const findStaff = (tx: Kysely<DB>, officeId: string) =>
  tx
    .selectFrom('employee as e')
    .where('e.officeId', '=', officeId)
    .select(['e.id', sql<string>`${fullName('e')} || ' · ' || e.cvl`.as('name')])
    .orderBy('e.cvl')
    .execute()

/** Whether anybody waits for a second person to come to work there. */
const isAwaited = async (tx: Kysely<DB>, officeId: string, now: number): Promise<boolean> => {
  const { rows } = await sql`
    select from approval where task = 'employeeOffice' and state = 'pending' and expires_at > ${new Date(now).toISOString()}
       and payload ->> 'after' = ${officeId} limit 1`.execute(tx)
  return rows.length > 0
}

type Move = { office: string; reason: string | undefined } & Omit<OfficeZone, 'staff'>

/** An approval names so many of those who work there; it counts all. */
const namedAtMost = 50

const proposeMove = async (tx: Kysely<DB>, ctx: Ctx, { office, reason, ...move }: Move, now: number) => {
  const { officeId, before, after } = move
  await refuseUnknownZone(tx, { zoneId: after })
  if (reason === undefined) throw refuse('request.invalid', { fields: { reason: 'required' } })
  const waiting = await findWaitingSettings(tx, [officeTask.name], now)
  if (waiting.some(({ params }) => params.officeId === officeId)) throw refuse('conflict.changed')
  const [from, to] = [(await zoneName(tx, before)) ?? '', (await zoneName(tx, after)) ?? '']
  const people = await findStaff(tx, officeId)
  const change = {
    ...{ payload: { ...move, staff: people.map(({ id }) => id) }, reason, entity: 'office', entityId: officeId },
    params: { office, officeId, from, to },
    before: { zone: from },
    after: { zone: to, people: people.length, staff: people.slice(0, namedAtMost).map(({ name }) => name) },
  }
  return propose(tx, ctx, officeTask, change, now)
}

/**
 * Changes the name and the city of an office at once, and its zone where nobody works there or is about to; else the zone waits for direction. 409
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
    const now = serving.clock()
    const waits = after.zoneId !== zoneId && ((await findStaff(tx, id)).length > 0 || (await isAwaited(tx, id, now)))
    await storeChange(tx, ctx, kinds.offices, { id, found, after: waits ? { ...after, zoneId } : after })
    if (!waits) return { id, approvalId: null }
    const move = { officeId: id, office: after.name, reason, before: zoneId, after: after.zoneId }
    const { approvalId } = await proposeMove(tx, ctx, move, now)
    return { id, approvalId }
  })
