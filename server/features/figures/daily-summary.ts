import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { FigureKey, FigurePart } from '#contract/figures/keys.ts'
import { type DayRow, type DaySection, type getDailySummary, maxDayRows } from '#contract/figures/summaries.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { isClientInScope } from '#server/domain/account-number-access.ts'
import { resolveRequest, selectFigureRows, sumFigureParts } from '#server/domain/figure-rows.ts'
import { type FigurePeople, findFigureScope, resolvePeople, withFigureScope } from '#server/domain/figure-scope.ts'
import { isOwnerVisibleSql } from '#server/domain/visibility.ts'

type Filters = { range: 'custom'; from: string; to: string } & Pick<
  ParsedRequest<typeof getDailySummary>['query'],
  'of' | 'view'
>

/** Which rows of which figure a section shows. */
const figureSections = {
  in: { figure: 'flows', parts: ['contribution'] },
  out: { figure: 'flows', parts: ['withdrawal', 'cancellation', 'maturity'] },
  expirations: { figure: 'expirations', parts: null },
  birthdays: { figure: 'birthdayClients', parts: null },
} as const satisfies Partial<Record<DaySection['key'], { figure: FigureKey; parts: readonly FigurePart[] | null }>>

/** Null of data that the caller may not see. */
const findFigureSection = async (
  ctx: Ctx,
  key: keyof typeof figureSections,
  filters: Filters,
): Promise<DaySection | null> => {
  const { figure, parts }: { figure: FigureKey; parts: readonly FigurePart[] | null } = figureSections[key]
  if (!withFigureScope(ctx, figure)) return null
  const rows = await selectFigureRows(ctx, filters, { params: { figure } })
  const [sums, shown] = await Promise.all([
    resolveRequest(ctx, figure, filters).then((request) => sumFigureParts(figure, request)),
    rows
      .$if(parts !== null, (some) => some.where('r.part', 'in', [...(parts ?? [])]))
      .orderBy('r.amount', 'desc')
      .orderBy('r.id')
      .limit(maxDayRows)
      .execute(),
  ])
  const own = sums.filter(({ part }) => parts === null || parts.includes(part))
  return {
    key,
    count: own.reduce((sum, { count }) => sum + count, 0),
    amount: key === 'birthdays' ? null : centsToAmount(own.reduce((sum, { amount }) => sum + toCents(amount), 0n)),
    rows: shown.map(({ id, clientName, clientId, part, managerName, amount }) => ({
      id,
      name: clientName,
      clientId,
      word: part,
      at: null,
      ownerName: managerName,
      amount,
    })),
  }
}

/** Whether what belongs to that member of staff is in reach of the summary and of the agenda, and of whom was chosen. */
const isOwnedInReach = (ctx: Ctx, people: FigurePeople, owner: RawBuilder<unknown>): RawBuilder<SqlBool> => {
  const scopes = [...ctx.scopes, ...ctx.person.rights.getScopes('bt_AgendaComercial', 'view')]
  const inReach = isOwnerVisibleSql({ scopes }, owner)
  return people === null ? inReach : sql<SqlBool>`(${inReach} and ${owner} = any(${[...people]}::bigint[]))`
}

type AgendaRows = { rows: (DayRow & { total: number })[] }

const toAgendaSection = (key: 'calls' | 'meetings', { rows }: AgendaRows): DaySection => ({
  key,
  count: rows[0]?.total ?? 0,
  amount: null,
  rows: rows.map(({ total, ...row }) => row),
})

const findCalls = async (ctx: Ctx, people: FigurePeople, day: string): Promise<DaySection> => {
  const mayOpen = isClientInScope(ctx, ['bt_Clientes', 'view'], sql<string>`k.id`)
  return toAgendaSection(
    'calls',
    await sql<DayRow & { total: number }>`
      select l.id, coalesce(${fullNameSql('k')}, ${fullNameSql('x')}) as name, case when ${mayOpen} then k.id end as "clientId", l.outcome as word,
             to_char(l.called_time, 'HH24:MI') as at, ${fullNameSql('e')} as "ownerName", null as amount, (count(*) over ())::int as total
        from call l
        left join client k on k.id = l.client_id
        left join contact x on x.id = l.contact_id
        left join employee e on e.id = l.employee_id
       where l.called_at >= ${day}::date and l.called_at < ${day}::date + 1 and l.deactivated_at is null
         and ${isOwnedInReach(ctx, people, sql`l.employee_id`)}
       order by l.called_time, l.id limit ${maxDayRows}`.execute(ctx.db),
  )
}

const findMeetings = async (ctx: Ctx, people: FigurePeople, day: string): Promise<DaySection> => {
  const mayOpen = isClientInScope(ctx, ['bt_Clientes', 'view'], sql<string>`k.id`)
  const zone = tenantFacts[ctx.prefix].timeZone
  return toAgendaSection(
    'meetings',
    await sql<DayRow & { total: number }>`
      select m.id, coalesce(${fullNameSql('k')}, ${fullNameSql('x')}, m.subject) as name, case when ${mayOpen} then k.id end as "clientId",
             m.state::text as word, to_char(m.starts_at at time zone ${zone}, 'HH24:MI') as at, ${fullNameSql('e')} as "ownerName",
             null as amount, (count(*) over ())::int as total
        from meeting m
        left join client k on k.id = m.client_id
        left join contact x on x.id = m.contact_id
        join employee e on e.id = m.employee_id
       where m.starts_at >= ${day}::date::timestamp at time zone ${zone} and m.starts_at < (${day}::date + 1)::timestamp at time zone ${zone}
         and m.state <> 'canceled' and ${isOwnedInReach(ctx, people, sql`m.employee_id`)}
       order by m.starts_at, m.id limit ${maxDayRows}`.execute(ctx.db),
  )
}

/** Those of the sections that the caller may see. Throws 404 for whom they don't see. */
export const findDailySummary = async (
  ctx: Ctx,
  { query }: Pick<ParsedRequest<typeof getDailySummary>, 'query'>,
): Promise<ResponseBody<typeof getDailySummary>> => {
  const { day = ctx.businessDate, ...whose } = query
  const filters = { range: 'custom', from: day, to: day, ...whose } as const
  const people = await resolvePeople(ctx, whose)
  const seesAgenda = ctx.person.rights.may('bt_AgendaComercial', 'view')
  const [scope, ...sections] = await Promise.all([
    findFigureScope(ctx, whose),
    findFigureSection(ctx, 'in', filters),
    findFigureSection(ctx, 'out', filters),
    seesAgenda ? findCalls(ctx, people, day) : null,
    seesAgenda ? findMeetings(ctx, people, day) : null,
    findFigureSection(ctx, 'expirations', filters),
    findFigureSection(ctx, 'birthdays', filters),
  ])
  return { scope, day, sections: sections.filter((section) => section !== null) }
}
