import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { officeEndpoints } from '#contract/reference.ts'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { buildGuardedSettingTask } from '#server/domain/guarded-setting.ts'
import { findPendingSettingChanges } from '#server/domain/pending-settings.ts'
import { recordZoneRightGains } from '#server/domain/zone-gains.ts'
import { assertZoneExists, lockUnchangedReference, referenceKinds, updateReference } from './change-reference.ts'

/** Who works there when it is proposed: the zone is theirs too. */
type OfficeZoneChange = { officeId: string; before: string; after: string; staff: string[] }

const findZoneName = async (tx: Kysely<DB>, id: string): Promise<string | undefined> =>
  (await tx.selectFrom('zone').select('name').where('id', '=', id).executeTakeFirst())?.name

/** Another zone for an office that people work in: what people with the scope of a zone see follows from it. */
export const officeZoneTask: ApprovalTask<'office', OfficeZoneChange> = buildGuardedSettingTask({
  name: 'office',
  part: 'reference',
  apply: async (tx, actor, { officeId, before, after, staff }, { now }) => {
    const office = await tx
      .selectFrom('office')
      .select(['name', 'zoneId'])
      .where('id', '=', officeId)
      .forUpdate()
      .executeTakeFirst()
    const from = await findZoneName(tx, before)
    const to = await findZoneName(tx, after)
    const people = await findOfficeStaff(tx, officeId)
    const isAsSeen =
      office?.zoneId === before &&
      from !== undefined &&
      to !== undefined &&
      people.every(({ id }) => staff.includes(id))
    if (!isAsSeen) throw buildRefusal('approval.changedSince')
    await tx.updateTable('office').set({ zoneId: after }).where('id', '=', officeId).execute()
    await recordZoneRightGains(
      tx,
      actor,
      people.map(({ id }) => id),
      now,
    )
    return {
      audited: {
        action: 'reference.changed',
        entity: 'office',
        entityId: officeId,
        before: { zoneId: before },
        after: { zoneId: after },
      },
      params: { office: office.name, officeId, from, to },
    }
  },
})

/** Who works there, or has worked there: their records are seen by zone. The caller has locked the office. */
const findOfficeStaff = (tx: Kysely<DB>, officeId: string) =>
  tx
    .selectFrom('employee as e')
    .where('e.officeId', '=', officeId)
    .select(['e.id', sql<string>`${fullNameSql('e')} || ' · ' || e.cvl`.as('name')])
    .orderBy('e.cvl')
    .execute()

/** Whether anybody waits for a second person to come to work there. */
const isOfficeMoveExpected = async (tx: Kysely<DB>, officeId: string, now: number): Promise<boolean> => {
  const { rows } = await sql`
    select from approval where task = 'employeeOffice' and state = 'pending' and expires_at > ${new Date(now).toISOString()}
       and payload ->> 'after' = ${officeId} limit 1`.execute(tx)
  return rows.length > 0
}

type OfficeZoneProposal = { office: string; reason: string | undefined } & Omit<OfficeZoneChange, 'staff'>

/** An approval names so many of those who work there; it counts all. */
const maxNamedStaff = 50

const proposeOfficeZone = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { office, reason, ...move }: OfficeZoneProposal,
  now: number,
) => {
  const { officeId, before, after } = move
  await assertZoneExists(tx, { zoneId: after })
  if (reason === undefined) throw buildRefusal('request.invalid', { fields: { reason: 'required' } })
  const waiting = await findPendingSettingChanges(tx, [officeZoneTask.name], now)
  if (waiting.some(({ params }) => params.officeId === officeId)) throw buildRefusal('conflict.changed')
  const from = (await findZoneName(tx, before)) ?? ''
  const to = (await findZoneName(tx, after)) ?? ''
  const people = await findOfficeStaff(tx, officeId)
  const change = {
    payload: { ...move, staff: people.map(({ id }) => id) },
    reason,
    entity: 'office',
    entityId: officeId,
    params: { office, officeId, from, to },
    before: { zone: from },
    after: { zone: to, people: people.length, staff: people.slice(0, maxNamedStaff).map(({ name }) => name) },
  }
  return proposeForApproval(tx, ctx, officeZoneTask, change, now)
}

/**
 * Changes the name and the city of an office at once, and its zone where nobody works there or is about to; else the zone waits for direction. 409
 * `conflict.changed` where the office isn't what the caller saw, or a zone waits already.
 */
export const changeOffice = (
  ctx: Ctx,
  { params: { id }, body: { before, after, reason } }: ParsedRequest<typeof officeEndpoints.change>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof officeEndpoints.change>> =>
  ctx.db.transaction().execute(async (tx) => {
    const found = await lockUnchangedReference(tx, referenceKinds.offices, id, before)
    const zoneId = found.zoneId!
    const now = deps.clock()
    const waits =
      after.zoneId !== zoneId &&
      ((await findOfficeStaff(tx, id)).length > 0 || (await isOfficeMoveExpected(tx, id, now)))
    await updateReference(tx, ctx, referenceKinds.offices, { id, found, after: waits ? { ...after, zoneId } : after })
    if (!waits) return { id, approvalId: null }
    const move = { officeId: id, office: after.name, reason, before: zoneId, after: after.zoneId }
    const { approvalId } = await proposeOfficeZone(tx, ctx, move, now)
    return { id, approvalId }
  })
