import { type Kysely, type SqlBool, sql } from 'kysely'
import type {
  declareRelative as declareContract,
  endRelative as endContract,
  listRelatives,
  Relation,
  Relative,
} from '#contract/approvals/relatives.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { limitCalls } from '#server/domain/limit-calls.ts'
import { notifyEmployee } from '#server/domain/notify-employee.ts'

/** More than a family needs in a while, fewer than somebody would want who tries numbers. */
const limits = [
  { most: 10, seconds: 3600 },
  { most: 30, seconds: 7 * 86_400 },
]

/** Colleagues who have declared the member of staff, and whom that one hasn't declared. */
const findDeclarers = (db: Kysely<DB>, employeeId: string) =>
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
      sql<string>`trim(e.name || ' ' || e.surname)`.as('name'),
      sql<Relation>`r.relation`.as('relation'),
      'r.declaredAt',
    ])
    .orderBy('r.declaredAt', 'desc')
    .orderBy('r.id', 'desc')
    .execute()

const relativesPath = '/crm/areapersonal?part=relatives'

export const findRelatives = async ({ db, person }: Ctx): Promise<Answer<typeof listRelatives>> => {
  const { employeeId } = person
  if (employeeId === null) return { relatives: [], declarers: [], mayDeclare: false }
  const relatives = await db
    .selectFrom('declaredRelative as r')
    .leftJoin('employee as e', 'e.id', 'r.relativeEmployeeId')
    .leftJoin('client as c', 'c.id', 'r.relativeClientId')
    .where('r.employeeId', '=', employeeId)
    .select([
      'r.id',
      sql<Relative['kind']>`case when e.id is null then 'client' else 'employee' end`.as('kind'),
      sql<string>`coalesce(e.cvl, c.cvl)`.as('cvl'),
      sql<string | null>`trim(e.name || ' ' || e.surname)`.as('name'),
      sql<Relative['relation']>`r.relation`.as('relation'),
      'r.declaredAt',
      'r.endedAt',
    ])
    .orderBy(sql`r.ended_at is not null`)
    .orderBy('r.declaredAt', 'desc')
    .orderBy('r.id', 'desc')
    .execute()
  return { relatives, declarers: await findDeclarers(db, employeeId), mayDeclare: true }
}

/** Whoever has the CVL, colleague or client. */
const findByCvl = async (db: Kysely<DB>, cvl: string) => {
  const { rows } = await sql<{ relativeEmployeeId: string | null; relativeClientId: string | null }>`
    select (select id from employee where cvl = ${cvl}) as "relativeEmployeeId", (select id from client where cvl = ${cvl}) as "relativeClientId"`.execute(
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
  { body: { cvl, relation } }: Parsed<typeof declareContract>,
  { serving }: Raw,
): Promise<Answer<typeof declareContract>> => {
  const { employeeId, userId } = ctx.person
  if (employeeId === null) throw refuse('relative.notStaff')
  await limitCalls(serving, `relative:${ctx.prefix}:${userId}`, limits)
  const whom = await findByCvl(ctx.db, cvl)
  if (!whom) {
    await audit(ctx.db, ctx, { action: 'relative.unknown', entity: 'relative', after: { cvl, relation } })
    throw refuse('notFound')
  }
  if (whom.relativeEmployeeId === employeeId) throw refuse('relative.notStaff')
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
    if (declared) throw refuse('relative.declared')
    const declaredAt = new Date(serving.clock()).toISOString()
    const { id } = await tx
      .insertInto('declaredRelative')
      .values({ employeeId, ...whom, relation, declaredAt, declaredBy: userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(tx, ctx, {
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

export const endRelative = async (
  ctx: Ctx,
  { params: { relativeId } }: Parsed<typeof endContract>,
  { serving }: Raw,
): Promise<Answer<typeof endContract>> => {
  const { employeeId } = ctx.person
  return ctx.db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('declaredRelative')
      .set({ endedAt: new Date(serving.clock()).toISOString() })
      .where('id', '=', relativeId)
      .where('employeeId', '=', employeeId)
      .where('endedAt', 'is', null)
      .returning(['relation'])
      .executeTakeFirst()
    if (!ended) throw refuse('notFound')
    await audit(tx, ctx, {
      action: 'relative.ended',
      entity: 'relative',
      entityId: relativeId,
      before: { employeeId, relation: ended.relation },
    })
    return { ended: true }
  })
}
