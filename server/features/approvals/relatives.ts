import { type Kysely, type SqlBool, sql } from 'kysely'
import type * as relativesContract from '#contract/approvals/relatives.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { notifyEmployee } from '#server/domain/notify-employee.ts'
import { assertWithinRateLimit } from '#server/domain/rate-limit.ts'

/** More than a family needs in a while, fewer than somebody would want who tries numbers. */
const declarationRateLimits = [
  { maxCalls: 10, seconds: 3600 },
  { maxCalls: 30, seconds: 7 * 86_400 },
]

/** Colleagues who have declared the member of staff, and whom that one hasn't declared. */
const queryDeclaredRelatives = (db: Kysely<DB>, employeeId: string) =>
  db
    .selectFrom('declaredRelative as r')
    .innerJoin('employee as e', 'e.id', 'r.employeeId')
    .where('r.relativeEmployeeId', '=', employeeId)
    .where('r.endedAt', 'is', null)
    .where(sql<SqlBool>`not exists (select from declared_relative o
      where o.employee_id = ${employeeId} and o.relative_employee_id = r.employee_id and o.ended_at is null)`)
    .select([
      'r.id',
      'e.cvl',
      sql<string>`${naturalNameSql('e')}`.as('name'),
      sql<relativesContract.FamilyRelation>`r.relation`.as('relation'),
      'r.declaredAt',
    ])
    .orderBy('r.declaredAt', 'desc')
    .orderBy('r.id', 'desc')
    .execute()

const relativesPath = '/crm/areapersonal?part=relatives'

export const findDeclaredRelatives = async ({
  db,
  person,
}: Ctx): Promise<ResponseBody<typeof relativesContract.listRelatives>> => {
  const { employeeId } = person
  if (employeeId === null) return { relatives: [], declarers: [], mayDeclare: false }
  const relatives = await db
    .selectFrom('declaredRelative as r')
    .leftJoin('employee as e', 'e.id', 'r.relativeEmployeeId')
    .leftJoin('client as c', 'c.id', 'r.relativeClientId')
    .where('r.employeeId', '=', employeeId)
    .select([
      'r.id',
      sql<relativesContract.Relative['kind']>`case when e.id is null then 'client' else 'employee' end`.as('kind'),
      sql<string>`coalesce(e.cvl, c.cvl)`.as('cvl'),
      sql<string | null>`${naturalNameSql('e')}`.as('name'),
      sql<relativesContract.Relative['relation']>`r.relation`.as('relation'),
      'r.declaredAt',
      'r.endedAt',
    ])
    .orderBy(sql`r.ended_at is not null`)
    .orderBy('r.declaredAt', 'desc')
    .orderBy('r.id', 'desc')
    .execute()
  return { relatives, declarers: await queryDeclaredRelatives(db, employeeId), mayDeclare: true }
}

/** Whoever has the CVL, colleague or client. */
const findRelativeByCvl = async (db: Kysely<DB>, cvl: string) => {
  const { rows } = await sql<{ relativeEmployeeId: string | null; relativeClientId: string | null }>`
    select (select id from employee where cvl = ${cvl}) as "relativeEmployeeId", (select coalesce(merged_into_id, id) from client where cvl = ${cvl}) as "relativeClientId"`.execute(
    db,
  )
  const { relativeEmployeeId, relativeClientId } = rows[0]!
  if (relativeEmployeeId !== null) return { relativeEmployeeId, relativeClientId: null }
  return relativeClientId === null ? null : { relativeEmployeeId: null, relativeClientId }
}

/**
 * Declares a colleague or a client as a relative. That a CVL is somebody's is all that it tells, to somebody who may not see them: calls
 * are limited, and those that find nobody are audited too.
 */
export const declareRelative = async (
  ctx: Ctx,
  { body: { cvl, relation } }: ParsedRequest<typeof relativesContract.declareRelative>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof relativesContract.declareRelative>> => {
  const { employeeId, userId } = ctx.person
  if (employeeId === null) throw buildRefusal('relative.notStaff')
  await assertWithinRateLimit(deps, `relative:${ctx.prefix}:${userId}`, declarationRateLimits)
  const whom = await findRelativeByCvl(ctx.db, cvl)
  if (!whom) {
    await recordAuditEvent(ctx.db, ctx, { action: 'relative.unknown', entity: 'relative', after: { cvl, relation } })
    throw buildRefusal('notFound')
  }
  if (whom.relativeEmployeeId === employeeId) throw buildRefusal('relative.notStaff')
  return ctx.db.transaction().execute(async (tx) => {
    await tx.selectFrom('employee').select('id').where('id', '=', employeeId).forUpdate().execute()
    const declared = await tx
      .selectFrom('declaredRelative')
      .select('id')
      .where('employeeId', '=', employeeId)
      .where('endedAt', 'is', null)
      .where('relativeEmployeeId', 'is not distinct from', whom.relativeEmployeeId)
      .where('relativeClientId', 'is not distinct from', whom.relativeClientId)
      .executeTakeFirst()
    if (declared) throw buildRefusal('relative.declared')
    const declaredAt = new Date(deps.clock()).toISOString()
    const { id } = await tx
      .insertInto('declaredRelative')
      .values({ employeeId, ...whom, relation, declaredAt, declaredBy: userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAuditEvent(tx, ctx, {
      action: 'relative.declared',
      entity: 'relative',
      entityId: id,
      after: { employeeId, cvl, relation },
    })
    // It counts for them once they declare it too.
    if (whom.relativeEmployeeId !== null)
      await notifyEmployee(tx, whom.relativeEmployeeId, {
        kind: 'relative.declared',
        params: { who: ctx.person.fullName },
        link: relativesPath,
      })
    return { id }
  })
}

export const endDeclaredRelative = async (
  ctx: Ctx,
  { params: { relativeId } }: ParsedRequest<typeof relativesContract.endRelative>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof relativesContract.endRelative>> => {
  const { employeeId } = ctx.person
  return ctx.db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('declaredRelative')
      .set({ endedAt: new Date(deps.clock()).toISOString() })
      .where('id', '=', relativeId)
      .where('employeeId', '=', employeeId)
      .where('endedAt', 'is', null)
      .returning(['relation'])
      .executeTakeFirst()
    if (!ended) throw buildRefusal('notFound')
    await recordAuditEvent(tx, ctx, {
      action: 'relative.ended',
      entity: 'relative',
      entityId: relativeId,
      before: { employeeId, relation: ended.relation },
    })
    return { ended: true }
  })
}
