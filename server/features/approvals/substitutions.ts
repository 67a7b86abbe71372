import { sql } from 'kysely'
import type {
  endSubstitution as endContract,
  listSubstitutions,
  Substitution,
  substitutionChoices,
} from '#contract/approvals.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { visibleStaff } from '#server/domain/visibility.ts'
import { refuseInView } from './refuse-in-view.ts'
import { signsIn, worksHere } from './substitution-task.ts'

const mostListed = 200
const nameOf = (table: 'e' | 's') =>
  sql<string>`trim(${sql.ref(`${table}.name`)} || ' ' || ${sql.ref(`${table}.surname`)})`

const stateOn = (today: string) => sql<Substitution['state']>`case
  when r.ended_at is not null or r.to_on < ${today} then 'over' when r.from_on > ${today} then 'coming' else 'current' end`

/** Those that concern the staff within reach, and those in which one stands in: what is on first, then what was, the newest first. */
export const findSubstitutions = async (ctx: Ctx): Promise<Answer<typeof listSubstitutions>> => {
  const { seat, rights, actingCvl } = ctx.person
  const reached = visibleStaff(ctx).select('e.id')
  const mayEnd = visibleStaff({ db: ctx.db, reaches: rights.reachOf('bt_Aprobaciones', 'create') }).select('e.id')
  const substitutions = await ctx.db
    .selectFrom('substitution as r')
    .innerJoin('employee as e', 'e.id', 'r.absentId')
    .innerJoin('employee as s', 's.id', 'r.substituteId')
    .where((eb) => eb.or([eb('r.absentId', 'in', reached), eb('r.substituteId', '=', seat.employeeId)]))
    .select([
      'r.id',
      nameOf('e').as('absentName'),
      nameOf('s').as('substituteName'),
      'r.fromOn',
      'r.toOn',
      'r.reason',
      'r.endedAt',
      stateOn(ctx.businessDate).as('state'),
      sql<boolean>`${actingCvl === null} and ${stateOn(ctx.businessDate)} <> 'over' and r.absent_id in (${mayEnd})`.as(
        'mayEnd',
      ),
    ])
    .orderBy(sql`${stateOn(ctx.businessDate)} = 'over'`)
    .orderBy('r.fromOn', 'desc')
    .orderBy('r.id', 'desc')
    .limit(mostListed)
    .execute()
  return { substitutions }
}

export const findChoices = async (ctx: Ctx): Promise<Answer<typeof substitutionChoices>> => {
  const shown = ['e.id', nameOf('e').as('name'), 'e.cvl'] as const
  const [absent, substitutes] = await Promise.all([
    visibleStaff(ctx)
      .where(worksHere(ctx.businessDate))
      .where(signsIn)
      .select(shown)
      .orderBy('name')
      .orderBy('e.id')
      .execute(),
    ctx.db
      .selectFrom('employee as e')
      .where(worksHere(ctx.businessDate))
      .where(signsIn)
      .select(shown)
      .orderBy('name')
      .orderBy('e.id')
      .execute(),
  ])
  return { absent, substitutes, ownId: ctx.person.seat.employeeId }
}

/** Ends it at once: from then on the substitute decides nothing more in the other's place. */
export const endSubstitution = async (
  ctx: Ctx,
  { params: { substitutionId } }: Parsed<typeof endContract>,
  { serving }: Raw,
): Promise<Answer<typeof endContract>> => {
  refuseInView(ctx)
  return ctx.db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('substitution')
      .select(['id', 'absentId', 'substituteId', 'toOn', 'endedAt'])
      .where('id', '=', substitutionId)
      .where('absentId', 'in', visibleStaff({ ...ctx, db: tx }).select('e.id'))
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw refuse('notFound')
    if (found.endedAt !== null || found.toOn < ctx.businessDate) throw refuse('conflict.changed')
    const { id, absentId, substituteId, toOn } = found
    await tx
      .updateTable('substitution')
      .set({ endedAt: new Date(serving.clock()).toISOString(), endedBy: ctx.person.userId })
      .where('id', '=', id)
      .execute()
    const before = { absentId, substituteId, toOn }
    await audit(tx, ctx, { action: 'substitution.ended', entity: 'substitution', entityId: id, before })
    return { ended: true }
  })
}
