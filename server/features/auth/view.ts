import { type Kysely, sql } from 'kysely'
import type { listViews, takeView as takeContract } from '#contract/auth.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { searchText } from '#rules/search-text.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { joinedLately } from '#server/domain/joined-lately.ts'
import { visibleStaff } from '#server/domain/visibility.ts'

const most = 50

const isDirection = sql<boolean>`exists (
  select from registry.own_people() p where p.cvl = e.cvl and p.role = 'direction' and p.ended_at is null)`

/**
 * Staff who work here today and whom the permission holds; never oneself. Who came into one's team within a day isn't there yet, and
 * whoever is of direction is there for direction and administrators only: a move of staff opens nobody's view at once.
 */
const choices = (ctx: Ctx, now: number) =>
  visibleStaff(ctx)
    .$if(
      ctx.reaches.some(({ all }) => !all),
      (staff) =>
        staff.where((eb) =>
          eb.not(joinedLately({ employeeId: sql`e.id`, headId: sql`${ctx.person.employeeId}::bigint` }, now)),
        ),
    )
    .$if(ctx.person.role !== 'direction' && ctx.person.role !== 'admin', (staff) =>
      staff.where((eb) => eb.not(isDirection)),
    )
    .innerJoin('office', 'office.id', 'e.officeId')
    .where((eb) => eb.or([eb('e.terminatedOn', 'is', null), eb('e.terminatedOn', '>=', ctx.businessDate)]))
    .where('e.cvl', 'is distinct from', ctx.person.cvl)
    .select([
      'e.cvl',
      fullName('e').as('name'),
      sql<string>`e.position::text`.as('position'),
      'office.name as officeName',
    ])

/** By words of the name or the CVL; hundreds of people at most, so they are compared as they are read. */
export const findViews = async (
  ctx: Ctx,
  { query: { search } }: Parsed<typeof listViews>,
  { serving }: Raw,
): Promise<Answer<typeof listViews>> => {
  const words = searchText(search ?? '')
    .split(' ')
    .filter(Boolean)
  const found = await choices(ctx, serving.clock()).orderBy('e.id').execute()
  const views = found
    .filter(({ name, cvl }) => words.every((word) => searchText(`${name} ${cvl}`).includes(word)))
    .sort((a, b) => (searchText(a.name) < searchText(b.name) ? -1 : 1))
  return { views: views.slice(0, most), more: views.length > most }
}

const setView = (tx: Kysely<DB>, { person }: Ctx, cvl: string | null) =>
  sql`select registry.set_acting_cvl(${person.sessionId}, ${cvl})`.execute(tx)

/** Throws `cvl.notYours` for whoever is out of reach, has left, or is oneself: the same for all, so that nobody's absence is told. */
export const takeView = async (ctx: Ctx, { body: { cvl } }: Parsed<typeof takeContract>, { serving }: Raw) =>
  ctx.db.transaction().execute(async (tx) => {
    const found = await choices({ ...ctx, db: tx }, serving.clock())
      .select('e.id')
      .where('e.cvl', '=', cvl.toUpperCase())
      .executeTakeFirst()
    if (!found) throw refuse('cvl.notYours')
    await setView(tx, ctx, found.cvl)
    const before = { actingCvl: ctx.person.actingCvl }
    await audit(tx, ctx, {
      action: 'view.taken',
      entity: 'employee',
      entityId: found.id,
      before,
      after: { actingCvl: found.cvl },
    })
    return { actingCvl: found.cvl }
  })

/** Back to the own view; where that is already so, nothing happens. */
export const leaveView = async (ctx: Ctx) =>
  ctx.db.transaction().execute(async (tx) => {
    const { actingCvl, seat } = ctx.person
    if (actingCvl === null) return { actingCvl: null }
    await setView(tx, ctx, null)
    await audit(tx, ctx, {
      action: 'view.left',
      entity: 'employee',
      entityId: seat.employeeId ?? undefined,
      before: { actingCvl },
      after: { actingCvl: null },
    })
    return { actingCvl: null }
  })
