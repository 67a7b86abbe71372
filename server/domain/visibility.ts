import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'

type Listed = ExpressionBuilder<DB & { c: DB['clientList'] }, 'c'>

/** Clients with a current staff link, of any role, to one of these employees. Needs the narrow list row as `c`. */
export const lookedAfterBy = (eb: Listed, staffIds: readonly string[]): Expression<SqlBool> => {
  if (staffIds.length === 0) return eb.lit(false)
  const anyOfThem = sql<string>`any(${[...staffIds]}::bigint[])`
  return eb.or([
    eb('c.managerId', '=', anyOfThem),
    eb('c.partnerId', '=', anyOfThem),
    eb('c.advisorId', '=', anyOfThem),
    eb('c.bankerId', '=', anyOfThem),
  ])
}

/**
 * The clients that the caller may see, as the narrow list row `c`: own and team by staff links, zone by the client's zone,
 * all without limit. Every read of client-owned data starts here; what it leaves out answers 404, as if it were not there.
 */
export const visibleClients = (ctx: Ctx) => {
  const { scope, staffIds, zoneId } = ctx.person
  const clients = ctx.db.selectFrom('clientList as c')
  if (scope === 'all') return clients
  if (scope === 'zone') return clients.where((eb) => (zoneId === null ? eb.lit(false) : eb('c.zoneId', '=', zoneId)))
  return clients.where((eb) => lookedAfterBy(eb, staffIds))
}

/** The same as a condition on the zone alone, of rows that stand for many clients; undefined where people decide. */
export const visibleZones = ({ person: { scope, zoneId } }: Ctx): RawBuilder<SqlBool> | undefined => {
  if (scope === 'all') return sql`true`
  return scope === 'zone' ? sql`c.zone_id = ${zoneId}` : undefined
}

/** A scope of so many clients is read whole in a few milliseconds. */
const fewClients = 5000
const links = ['manager_id', 'partner_id', 'advisor_id', 'banker_id']
const countLinks = `select count(*) <= ${fewClients} as few from (
  ${links.map((link) => `select from client_list where ${link} = any($1::bigint[])`).join(' union all ')} limit ${fewClients + 1}) links`

/** Whether the caller sees so few clients that looking at each is quicker than choosing among all. Counted in the indexes of the links. */
export const seesFew = async ({ person, tenant }: Ctx): Promise<boolean> => {
  if (person.scope === 'all' || person.scope === 'zone') return false
  const [counted] = await tenant.fixed<{ few: boolean }>('sees few', countLinks, [person.staffIds])
  return counted!.few
}
