import { type RawBuilder, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/handovers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findDisabledTasks } from '#server/domain/approvals.ts'
import { canReleaseClients, findVisibilityGrantors } from './handover-release.ts'
import { buildSelectedClientsSql, countNamedClients } from './handover-selection.ts'
import { countGiverContacts } from './move-contacts.ts'
import { findReceiver } from './receiver.ts'

type PreviewBody = ParsedRequest<typeof contract.previewHandover>['body']
type Giver = contract.HandoverPreview['givers'][number] & { id: string | null; fate: string }

/** More people aren't named: above somebody stand a few. */
const maxNamedPeople = 50

/** Each giver with what would go from them, or would not. Capital and accounts are those under the primary holder. */
const findGiverSummaries = async ({ db }: Ctx, chosen: RawBuilder<unknown>): Promise<Giver[]> => {
  const { rows } = await sql<Giver>`
    with chosen as materialized (${chosen})
    select c.fate, c.from_id::text as id, e.cvl, case when e.id is not null then ${fullNameSql('e')} end as name,
           count(*)::int as clients, sum(c.capital)::numeric(18, 2)::text as capital, null as credited,
           (select count(*)::int from account a join chosen x on x.client_id = a.client_id
             where a.status = 'active' and x.fate = c.fate and x.from_id is not distinct from c.from_id) as accounts
      from chosen c left join employee e on e.id = c.from_id
     group by c.fate, c.from_id, e.id order by sum(c.capital) desc, c.from_id`.execute(db)
  return rows
}

/** What new money was credited to each since the year began: it is theirs for good. */
const findCreditedThisYear = async (
  { db, businessDate }: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const year = `${businessDate.slice(0, 4)}-01-01`
  const { rows } = await sql<{ id: string; amount: string }>`
    select g.id::text as id, coalesce(sum(t.amount), 0)::numeric(18, 2)::text as amount
      from unnest(${[...ids]}::bigint[]) as g (id)
      left join (
        select employee_id, amount from total_month_captation where month >= ${year}::date and is_new
        union all select employee_id, amount from captation_delta where booking_date >= ${year}::date and is_new
      ) t on t.employee_id = g.id
     group by g.id`.execute(db)
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}

/** Who would come to see how many of the moving clients by somebody's link, their own or their team's, and who would see them no more. */
const findVisibilityChanges = async (
  { db, businessDate }: Ctx,
  chosen: RawBuilder<unknown>,
  { role, toId }: PreviewBody,
) => {
  const place = { manager: 1, partner: 2, advisor: 3, banker: 4 }[role]
  const { rows } = await sql<{ gains: boolean; name: string; cvl: string; clients: number }>`
    with kinds as materialized (
      select c.from_id, c.links, c.links[:${place - 1}] || ${toId}::bigint || c.links[${place + 1}:] as links_after, count(*) as clients
        from (${chosen}) c where c.fate = 'moving' group by 1, 2, 3
    ), seen as (
      select true as gains, t.supervisor_id as id, k.clients from kinds k join employee_team t on t.employee_id = ${toId}
       where not exists (select from employee_team o where o.supervisor_id = t.supervisor_id and o.employee_id = any(k.links))
      union all
      select false, t.supervisor_id, k.clients from kinds k join employee_team t on t.employee_id = k.from_id
       where not exists (select from employee_team o where o.supervisor_id = t.supervisor_id and o.employee_id = any(k.links_after))
    )
    select s.gains, ${fullNameSql('e')} as name, e.cvl, sum(s.clients)::int as clients
      from seen s join employee e on e.id = s.id
     where e.terminated_on is null or e.terminated_on >= ${businessDate}
     group by s.gains, e.id order by clients desc, name, e.id limit ${2 * maxNamedPeople}`.execute(db)
  const filterPeople = (gains: boolean) =>
    rows.filter((row) => row.gains === gains).map(({ gains, ...person }) => person)
  return { gaining: filterPeople(true), losing: filterPeople(false) }
}

/** Throws `request.invalid` for a day before the business date. */
export const assertNotPastDate = ({ businessDate }: Ctx, effectiveOn: string): void => {
  if (effectiveOn < businessDate) throw buildRefusal('request.invalid', { fields: { effectiveOn: 'past' } })
}

/** What would move and what would stay, without a trace. Clients that are named and not visible are as if they weren't there: 404. */
export const previewHandover = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.previewHandover>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.previewHandover>> => {
  assertNotPastDate(ctx, body.effectiveOn)
  const chosen = buildSelectedClientsSql(ctx, body)
  const found = await findGiverSummaries(ctx, chosen)
  const countOf = (...fates: string[]) =>
    found.reduce((sum, { fate, clients }) => (fates.includes(fate) ? sum + clients : sum), 0)
  const named = countNamedClients(body)
  if (named !== null && countOf('moving', 'alreadyThere', 'heldByOther') !== named) throw buildRefusal('notFound')
  if (!(await findReceiver(ctx.db, { toId: body.toId, role: body.role }))) throw buildRefusal('handover.notReceiver')
  const moving = found.filter(({ fate }) => fate === 'moving')
  const fromIds = moving.flatMap(({ id }) => id ?? [])
  const credited = body.role === 'manager' ? await findCreditedThisYear(ctx, fromIds) : undefined
  const { rows } = await sql<{ capital: string }>`
    select coalesce(sum(u), 0)::numeric(18, 2)::text as capital from unnest(${moving.map(({ capital }) => capital)}::numeric[]) as u`.execute(
    ctx.db,
  )
  const off = await findDisabledTasks(ctx.db)
  const shownBy = await findVisibilityGrantors(
    ctx.db,
    sql`select m.client_id, m.from_id from (${chosen}) m where m.fate = 'moving'`,
    body,
  )
  return {
    needsApproval: !off.includes('handover'),
    needsRelease:
      !off.includes('handoverRelease') &&
      !(await canReleaseClients(ctx.db, ctx.person, { fromIds, toId: body.toId, shownBy }, deps.clock())),
    clients: countOf('moving'),
    contacts: body.choice.by === 'giver' ? await countGiverContacts(ctx, body.choice.giverId) : 0,
    accounts: moving.reduce((sum, { accounts }) => sum + accounts, 0),
    capital: rows[0]!.capital,
    givers: moving.map(({ id, fate, ...giver }) => ({
      ...giver,
      credited: (id !== null && credited?.get(id)) || null,
    })),
    alreadyThere: countOf('alreadyThere'),
    heldByOther: countOf('heldByOther'),
    ...(await findVisibilityChanges(ctx, chosen, body)),
  }
}
