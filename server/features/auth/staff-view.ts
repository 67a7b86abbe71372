import { type Kysely, sql } from 'kysely'
import type * as contract from '#contract/auth/staff-view.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { toSearchText } from '#rules/search-text.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { isRecentSupervisor } from '#server/domain/recent-supervisor.ts'
import { selectVisibleStaff } from '#server/domain/visibility.ts'

const maxListedStaffViews = 50

const isDirectionSql = sql<boolean>`exists (
  select from registry.own_people() p where p.cvl = e.cvl and p.role = 'direction' and p.ended_at is null)`

/**
 * Staff who work here today and whom the permission holds; never oneself. Who came into one's team within a day isn't there yet, and
 * whoever is of direction is there for direction and administrators only: a move of staff opens nobody's view at once.
 */
const queryStaffViews = (ctx: Ctx, now: number) =>
  selectVisibleStaff(ctx)
    .$if(
      ctx.scopes.some(({ all }) => !all),
      (staff) =>
        staff.where((eb) =>
          eb.not(isRecentSupervisor({ employeeId: sql`e.id`, headId: sql`${ctx.person.employeeId}::bigint` }, now)),
        ),
    )
    .$if(ctx.person.role !== 'direction' && ctx.person.role !== 'admin', (staff) =>
      staff.where((eb) => eb.not(isDirectionSql)),
    )
    .innerJoin('office', 'office.id', 'e.officeId')
    .where((eb) => eb.or([eb('e.terminatedOn', 'is', null), eb('e.terminatedOn', '>=', ctx.businessDate)]))
    .where('e.cvl', 'is distinct from', ctx.person.cvl)
    .select([
      'e.cvl',
      fullNameSql('e').as('name'),
      sql<string>`e.position::text`.as('position'),
      'office.name as officeName',
    ])

/** By words of the name or the CVL; hundreds of people at most, so they are compared as they are read. */
export const findStaffViews = async (
  ctx: Ctx,
  { query: { search } }: ParsedRequest<typeof contract.listStaffViews>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.listStaffViews>> => {
  const words = toSearchText(search ?? '')
    .split(' ')
    .filter(Boolean)
  const found = await queryStaffViews(ctx, deps.clock()).orderBy('e.id').execute()
  const views = found
    .filter(({ name, cvl }) => words.every((word) => toSearchText(`${name} ${cvl}`).includes(word)))
    .sort((a, b) => (toSearchText(a.name) < toSearchText(b.name) ? -1 : 1))
  return { views: views.slice(0, maxListedStaffViews), more: views.length > maxListedStaffViews }
}

const setStaffView = (tx: Kysely<DB>, { person }: Ctx, cvl: string | null) =>
  sql`select registry.set_acting_cvl(${person.sessionId}, ${cvl})`.execute(tx)

/** Throws `cvl.notYours` for whoever is out of reach, has left, or is oneself: the same for all, so that nobody's absence is told. */
export const enterStaffView = async (
  ctx: Ctx,
  { body: { cvl } }: ParsedRequest<typeof contract.enterStaffView>,
  { deps }: HttpContext,
) =>
  ctx.db.transaction().execute(async (tx) => {
    const found = await queryStaffViews({ ...ctx, db: tx }, deps.clock())
      .select('e.id')
      .where('e.cvl', '=', cvl.toUpperCase())
      .executeTakeFirst()
    if (!found) throw buildRefusal('cvl.notYours')
    await setStaffView(tx, ctx, found.cvl)
    const before = { actingCvl: ctx.person.actingCvl }
    await recordAuditEvent(tx, ctx, {
      action: 'view.taken',
      entity: 'employee',
      entityId: found.id,
      before,
      after: { actingCvl: found.cvl },
    })
    return { actingCvl: found.cvl }
  })

/** Back to the own view; where that is already so, nothing happens. */
export const leaveStaffView = async (ctx: Ctx) =>
  ctx.db.transaction().execute(async (tx) => {
    const { actingCvl, membership } = ctx.person
    if (actingCvl === null) return { actingCvl: null }
    await setStaffView(tx, ctx, null)
    await recordAuditEvent(tx, ctx, {
      action: 'view.left',
      entity: 'employee',
      entityId: membership.employeeId ?? undefined,
      before: { actingCvl },
      after: { actingCvl: null },
    })
    return { actingCvl: null }
  })
