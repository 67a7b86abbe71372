import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import { type FigureKey, type FigurePart, figureParts, figures, outflowParts } from '#contract/figures/keys.ts'
import {
  type DayRow,
  type DaySection,
  daySections,
  type getDailySummary,
  maxDayRows,
} from '#contract/figures/summaries.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { isClientInScope } from '#server/domain/account-number-access.ts'
import { selectFigureRows } from '#server/domain/figure-rows.ts'
import { type FigurePeople, findFigureScope, resolvePeople, withFigureScope } from '#server/domain/figure-scope.ts'
import { isOwnerVisibleSql } from '#server/domain/visibility.ts'

type Filters = { range: 'custom'; from: string; to: string } & Pick<
  ParsedRequest<typeof getDailySummary>['query'],
  'of' | 'view'
>

/** Which rows of which figure sections show; null: all of them. A figure is read once, however many it gives. */
const figureSections = [
  { figure: 'flows', sections: { in: ['contribution'], out: outflowParts } },
  { figure: 'expirations', sections: { expirations: null } },
  { figure: 'birthdayClients', sections: { birthdays: null } },
] as const satisfies readonly {
  figure: FigureKey
  sections: Partial<Record<DaySection['key'], readonly FigurePart[] | null>>
}[]

type RankedRow = {
  key: DaySection['key']
  total: number
  sum: string
  id: string
  clientId: string | null
  clientName: string
  managerName: string | null
  part: FigurePart
  amount: string | null
}

/** Empty of data that the caller may not see. */
const findFigureSections = async (
  ctx: Ctx,
  { figure, sections }: (typeof figureSections)[number],
  filters: Filters,
): Promise<DaySection[]> => {
  if (!withFigureScope(ctx, figure)) return []
  const rows = await selectFigureRows(ctx, filters, { params: { figure } })
  const keys = Object.entries(sections) as [DaySection['key'], readonly FigurePart[] | null][]
  const partsOf = keys.flatMap(([key, parts]) => (parts ?? figureParts[figure]).map((part) => ({ key, part })))
  const ranked = await ctx.db
    .selectFrom(
      sql<RankedRow & { place: number }>`(
        select f.*, s.key, (count(*) over own)::int as total, coalesce(sum(f.amount) over own, 0)::numeric(18, 2) as sum,
               row_number() over (partition by s.key order by abs(f.amount) desc, f.id) as place
          from (${rows}) f
          join jsonb_to_recordset(${JSON.stringify(partsOf)}::jsonb) s(key text, part text) on s.part = f.part
        window own as (partition by s.key))`.as('d'),
    )
    .where('d.place', '<=', maxDayRows)
    .select(['d.key', 'd.total', 'd.sum', 'd.id', 'd.clientId', 'd.clientName', 'd.managerName', 'd.part', 'd.amount'])
    .orderBy('d.place')
    .execute()
  return keys.map(([key]) => {
    const own = ranked.filter((row) => row.key === key)
    return {
      key,
      count: own[0]?.total ?? 0,
      amount: figures[figure].isMoney ? (own[0]?.sum ?? '0.00') : null,
      rows: own.map(({ id, clientName, clientId, part, managerName, amount }) => ({
        id,
        name: clientName,
        clientId,
        word: part,
        at: null,
        ownerName: managerName,
        amount,
      })),
    }
  })
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
  const [scope, calls, meetings, ...found] = await Promise.all([
    findFigureScope(ctx, whose),
    seesAgenda ? findCalls(ctx, people, day) : null,
    seesAgenda ? findMeetings(ctx, people, day) : null,
    ...figureSections.map((one) => findFigureSections(ctx, one, filters)),
  ])
  const byKey = new Map(
    [...found.flat(), calls, meetings].flatMap((section) => (section ? [[section.key, section]] : [])),
  )
  return { scope, day, sections: daySections.flatMap((key) => byKey.get(key) ?? []) }
}
