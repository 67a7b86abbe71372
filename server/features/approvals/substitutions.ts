import { sql } from 'kysely'
import type * as contract from '#contract/approvals/substitutions.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertNotInStaffView } from '#server/domain/assert-not-in-staff-view.ts'
import { selectVisibleStaff } from '#server/domain/visibility.ts'
import { hasAccessSql, isEmployedSql } from './substitution-task.ts'

const maxListedSubstitutions = 200

const substitutionStateSql = (today: string) => sql<contract.Substitution['state']>`case
  when r.ended_at is not null or r.to_on < ${today} then 'over' when r.from_on > ${today} then 'coming' else 'current' end`

/** Those that concern the staff within reach, and those in which one stands in: what is on first, then what was, the newest first. */
export const findSubstitutions = async (ctx: Ctx): Promise<ResponseBody<typeof contract.listSubstitutions>> => {
  const { membership, rights, actingCvl } = ctx.person
  const reached = selectVisibleStaff(ctx).select('e.id')
  const mayEnd = selectVisibleStaff({ db: ctx.db, scopes: rights.getScopes('bt_Aprobaciones', 'create') }).select(
    'e.id',
  )
  const substitutions = await ctx.db
    .selectFrom('substitution as r')
    .innerJoin('employee as e', 'e.id', 'r.absentId')
    .innerJoin('employee as s', 's.id', 'r.substituteId')
    .where((eb) => eb.or([eb('r.absentId', 'in', reached), eb('r.substituteId', '=', membership.employeeId)]))
    .select([
      'r.id',
      naturalNameSql('e').as('absentName'),
      naturalNameSql('s').as('substituteName'),
      'r.fromOn',
      'r.toOn',
      'r.reason',
      'r.endedAt',
      substitutionStateSql(ctx.businessDate).as('state'),
      sql<boolean>`${actingCvl === null} and ${substitutionStateSql(ctx.businessDate)} <> 'over' and r.absent_id in (${mayEnd})`.as(
        'mayEnd',
      ),
    ])
    .orderBy(sql`${substitutionStateSql(ctx.businessDate)} = 'over'`)
    .orderBy('r.fromOn', 'desc')
    .orderBy('r.id', 'desc')
    .limit(maxListedSubstitutions)
    .execute()
  return { substitutions }
}

export const findSubstitutionChoices = async (
  ctx: Ctx,
): Promise<ResponseBody<typeof contract.getSubstitutionOptions>> => {
  const employeeColumns = ['e.id', naturalNameSql('e').as('name'), 'e.cvl'] as const
  const [absent, substitutes] = await Promise.all([
    selectVisibleStaff(ctx)
      .where(isEmployedSql(ctx.businessDate))
      .where(hasAccessSql)
      .select(employeeColumns)
      .orderBy('name')
      .orderBy('e.id')
      .execute(),
    ctx.db
      .selectFrom('employee as e')
      .where(isEmployedSql(ctx.businessDate))
      .where(hasAccessSql)
      .select(employeeColumns)
      .orderBy('name')
      .orderBy('e.id')
      .execute(),
  ])
  return { absent, substitutes, ownId: ctx.person.membership.employeeId }
}

/** Ends it at once: from then on the substitute decides nothing more in the other's place. */
export const endSubstitution = async (
  ctx: Ctx,
  { params: { substitutionId } }: ParsedRequest<typeof contract.endSubstitution>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.endSubstitution>> => {
  assertNotInStaffView(ctx)
  return ctx.db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('substitution')
      .select(['id', 'absentId', 'substituteId', 'toOn', 'endedAt'])
      .where('id', '=', substitutionId)
      .where('absentId', 'in', selectVisibleStaff({ ...ctx, db: tx }).select('e.id'))
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw buildRefusal('notFound')
    if (found.endedAt !== null || found.toOn < ctx.businessDate) throw buildRefusal('conflict.changed')
    const { id, absentId, substituteId, toOn } = found
    await tx
      .updateTable('substitution')
      .set({ endedAt: new Date(deps.clock()).toISOString(), endedBy: ctx.person.userId })
      .where('id', '=', id)
      .execute()
    const before = { absentId, substituteId, toOn }
    await recordAuditEvent(tx, ctx, { action: 'substitution.ended', entity: 'substitution', entityId: id, before })
    return { ended: true }
  })
}
