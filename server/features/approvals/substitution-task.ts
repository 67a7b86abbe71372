import { type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { notifyUsers } from '#server/domain/notify-user.ts'
import { substitutionTaskName } from '#server/domain/substitution-consent.ts'

export type SubstitutionPayload = {
  absentId: string
  substituteId: string
  fromOn: string
  toOn: string
  reason: string
}

export const isEmployedSql = (today: string) => sql<SqlBool>`(e.terminated_on is null or e.terminated_on >= ${today})`
/** Somebody without access could decide nothing. */
export const hasAccessSql = sql<SqlBool>`e.cvl in (select p.cvl from registry.own_people() p where p.ended_at is null and not p.disabled)`

/** The substitute's user, whom nobody is without; undefined for whoever isn't here or doesn't sign in. */
export const findEligibleSubstitute = async (
  tx: Kysely<DB>,
  substituteId: string,
  today: string,
): Promise<{ userId: string; name: string } | undefined> => {
  const { rows } = await sql<{ userId: string; name: string }>`
    select p.user_id::text as "userId", ${naturalNameSql('e')} as name
      from employee e join registry.own_people() p on p.cvl = e.cvl and p.ended_at is null and not p.disabled
     where e.id = ${substituteId} and ${isEmployedSql(today)}`.execute(tx)
  return rows[0]
}

/** Whether somebody stands in for the absent one on one of the days already. */
export const hasOverlappingSubstitution = async (
  tx: Kysely<DB>,
  { absentId, fromOn, toOn }: SubstitutionPayload,
): Promise<boolean> =>
  (await tx
    .selectFrom('substitution')
    .select('id')
    .where('absentId', '=', absentId)
    .where('endedAt', 'is', null)
    .where('fromOn', '<=', toOn)
    .where('toOn', '>=', fromOn)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Notifies whoever stands in, and whoever is stood in for, each with the name of the other; not the doer. */
const notifySubstitution = async (
  tx: Kysely<DB>,
  { person }: Actor,
  { absentId, substituteId, fromOn, toOn }: SubstitutionPayload,
): Promise<void> => {
  const { rows } = await sql<{ userId: string; isSubstitute: boolean; name: string }>`
    select p.user_id::text as "userId", e.id = ${substituteId} as "isSubstitute", ${naturalNameSql('o')} as name
      from employee e
      join employee o on o.id in (${absentId}, ${substituteId}) and o.id <> e.id
      join registry.own_people() p on p.cvl = e.cvl and p.ended_at is null
     where e.id in (${absentId}, ${substituteId}) and p.user_id <> ${person.userId}`.execute(tx)
  await notifyUsers(
    tx,
    rows.map(({ userId, isSubstitute, name }) => ({
      userId,
      kind: isSubstitute ? 'substitution.named' : 'substitution.set',
      params: { name, from: fromOn, to: toOn },
      link: '/crm/Aprobaciones/suplencias',
    })),
  )
}

/** Writes down who stands in, by whom they were named, and tells both. The caller has looked whether they may. */
export const insertSubstitution = async (
  tx: Kysely<DB>,
  actor: Actor,
  newSubstitution: SubstitutionPayload,
  { makerId, now }: { makerId: string; now: number },
): Promise<string> => {
  const createdAt = new Date(now).toISOString()
  const { absentId, substituteId, fromOn, toOn, reason } = newSubstitution
  const after = { absentId, substituteId, fromOn, toOn, reason }
  const { id } = await tx
    .insertInto('substitution')
    .values({ ...after, createdAt, createdBy: makerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordAuditEvent(tx, actor, { action: 'substitution.created', entity: 'substitution', entityId: id, after })
  await notifySubstitution(tx, actor, newSubstitution)
  return id
}

/**
 * Somebody else chose who decides about money or rights in the name of the absent one: the absent one agrees, or direction says so. Whoever
 * chose could otherwise decide by another's hand what they may not.
 */
export const substitutionTask: ApprovalTask<'substitution', SubstitutionPayload> = {
  name: substitutionTaskName,
  module: 'bt_ModulosPermisos',
  secondFactor: true,
  guarded: true,
  soleDecider: 'self',
  getRecordPath: () => '/crm/Aprobaciones/suplencias',
  carryOut: async (tx, actor, { payload, approvalId, makerId, now }) => {
    const { businessDate } = actor
    const absent = await tx
      .selectFrom('employee as e')
      .select('e.id')
      .where('e.id', '=', payload.absentId)
      .where(isEmployedSql(businessDate))
      .forUpdate()
      .executeTakeFirst()
    const substitute = await findEligibleSubstitute(tx, payload.substituteId, businessDate)
    if (!absent || !substitute || payload.toOn < businessDate || (await hasOverlappingSubstitution(tx, payload)))
      throw buildRefusal('approval.changedSince')
    const id = await insertSubstitution(tx, actor, payload, { makerId, now })
    // By this the substitution is known to be agreed (`isSubstitutionAgreed`).
    if (approvalId !== null)
      await tx.updateTable('approval').set({ entityId: id }).where('id', '=', approvalId).execute()
  },
}
