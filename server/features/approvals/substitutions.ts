import { type Kysely, type SqlBool, sql } from 'kysely'
import {
  type createSubstitution as createContract,
  type endSubstitution as endContract,
  type listSubstitutions,
  longestSubstitution,
  type Substitution,
  type substitutionChoices,
} from '#contract/approvals.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { visibleStaff } from '#server/domain/visibility.ts'
import { refuseInView } from './refuse-in-view.ts'

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

const worksHere = (today: string) => sql<SqlBool>`(e.terminated_on is null or e.terminated_on >= ${today})`
/** Somebody without access could decide nothing. */
const signsIn = sql<SqlBool>`e.cvl in (select p.cvl from registry.own_people() p where p.ended_at is null and not p.disabled)`

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

type Body = Parsed<typeof createContract>['body']

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000

const refuseDates = ({ businessDate }: Ctx, { fromOn, toOn }: Body): void => {
  if (fromOn < businessDate) throw refuse('request.invalid', { fields: { fromOn: 'past' } })
  if (toOn < fromOn) throw refuse('request.invalid', { fields: { toOn: 'beforeStart' } })
  if (dayOf(toOn) - dayOf(fromOn) >= longestSubstitution)
    throw refuse('request.invalid', { fields: { toOn: 'too_big' } })
}

/** The absent one, locked so that of two absences told at once the second sees the first; out of reach is as if not there. */
const lockAbsent = async (tx: Kysely<DB>, ctx: Ctx, absentId: string): Promise<void> => {
  const found = await visibleStaff({ ...ctx, db: tx })
    .where(worksHere(ctx.businessDate))
    .select('e.id')
    .where('e.id', '=', absentId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw refuse('notFound')
}

const overlaps = async (tx: Kysely<DB>, { absentId, fromOn, toOn }: Body): Promise<boolean> =>
  (await tx
    .selectFrom('substitution')
    .select('id')
    .where('absentId', '=', absentId)
    .where('endedAt', 'is', null)
    .where('fromOn', '<=', toOn)
    .where('toOn', '>=', fromOn)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Tells whoever stands in, and whoever is stood in for where somebody else said so. */
const tellBoth = async (
  tx: Kysely<DB>,
  { person }: Ctx,
  { absentId, substituteId, fromOn, toOn }: Body,
): Promise<void> => {
  await sql`
    select registry.notify_user(p.user_id, case when e.id = ${substituteId} then 'substitution.named' else 'substitution.set' end,
             jsonb_build_object('name', (select trim(o.name || ' ' || o.surname) from employee o
                                          where o.id in (${absentId}, ${substituteId}) and o.id <> e.id),
                                'from', ${fromOn}::text, 'to', ${toOn}::text), '/crm/Aprobaciones/suplencias')
      from employee e join registry.own_people() p on p.cvl = e.cvl and p.ended_at is null
     where e.id in (${absentId}, ${substituteId}) and p.user_id <> ${person.userId}`.execute(tx)
}

/**
 * Names who decides for somebody who is away: oneself, or somebody within reach. Nobody names themselves, or they would decide what they
 * may not. Throws `substitution.overlaps` where somebody stands in on one of the days already.
 */
export const createSubstitution = async (
  ctx: Ctx,
  { body }: Parsed<typeof createContract>,
  { serving }: Raw,
): Promise<Answer<typeof createContract>> => {
  refuseInView(ctx)
  const { absentId, substituteId, fromOn, toOn, reason } = body
  refuseDates(ctx, body)
  return ctx.db.transaction().execute(async (tx) => {
    await lockAbsent(tx, ctx, absentId)
    const substitute = await tx
      .selectFrom('employee as e')
      .select('e.id')
      .where('e.id', '=', substituteId)
      .where(worksHere(ctx.businessDate))
      .where(signsIn)
      .executeTakeFirst()
    if (!substitute) throw refuse('notFound')
    if (substituteId === absentId || substituteId === ctx.person.employeeId) throw refuse('substitution.yourself')
    if (await overlaps(tx, body)) throw refuse('substitution.overlaps')
    const createdAt = new Date(serving.clock()).toISOString()
    const { id } = await tx
      .insertInto('substitution')
      .values({ absentId, substituteId, fromOn, toOn, reason, createdAt, createdBy: ctx.person.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    const after = { absentId, substituteId, fromOn, toOn, reason }
    await audit(tx, ctx, { action: 'substitution.created', entity: 'substitution', entityId: id, after })
    await tellBoth(tx, ctx, body)
    return { id }
  })
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
