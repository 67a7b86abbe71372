import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type {
  AuditRow,
  auditFilterOptions,
  getAuditChain,
  getAuditEvent,
  getRecordHistory,
  listAudit,
} from '#contract/audit.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { Sorting } from '#contract/core/list.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { orderBy, windowOf } from '#server/core/paging.ts'
import { fullName } from '#server/domain/client-columns.ts'

type Query = Parsed<typeof listAudit.page>['query']
export type AuditFilters = Parsed<typeof listAudit.count>['query']

const sortColumns: Record<(typeof listAudit.sortable)[number], string> = { at: 'e.at' }

/** What the audit calls a screen that somebody opened. */
const screenOpened = sql.lit('navigation')

/**
 * The filters as conditions on `e`; each has an index in the order of the screen, but for the postings, of which there are some at any
 * time, and for what isn't a screen: the indexes by time and by person hold the action too, and skip the screens without reading their rows.
 */
const matches = (ctx: Ctx, filters: AuditFilters): RawBuilder<SqlBool> => {
  const { from, to, person, action, entity, record, address, request, screens } = filters
  const { timeZone } = tenantFacts[ctx.prefix]
  const conditions = [
    ...(from ? [sql`e.at >= ${from}::date::timestamp at time zone ${timeZone}`] : []),
    ...(to ? [sql`e.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
    ...(person ? [sql`e.user_id = ${person}`] : []),
    ...(action ? [sql`e.action = ${action}`] : []),
    ...(entity ? [sql`e.entity = ${entity}`] : []),
    ...(record ? [sql`e.entity_id = ${record}`] : []),
    ...(address ? [sql`e.address = ${address}`] : []),
    ...(request ? [sql`e.request_id = ${request}`] : []),
    ...(screens ? [sql`e.action <> ${screenOpened}`] : []),
  ]
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`
}

type Chosen = { id: string; at: string }
type Seal = { eventId: string; position: string | null; sealedAt: string }

/** Whose names are asked for: those of a page one by one, those of all rows together. */
const names = { one: sql`array[e.user_id]`, all: sql`null` }

/** An instant for those who show it; in a file, what the firm's clock showed. */
const momentOf = {
  one: () => sql<string>`e.at`,
  all: (timeZone: string) => sql<string>`to_char(e.at at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`,
}

/** The place of each event in the chain: looked for in the seals that end at or behind it, or read out of all of them. */
const sealOf = {
  one: sql<Seal>`(select e.id as event_id, b.position - b.rows + array_position(b.event_ids, e.id) as position, b.sealed_at
     from (select * from audit_seal where (tx, event_id) >= (e.tx, e.id) order by tx, event_id limit 1) b where e.id = any(b.event_ids))`.as(
    's',
  ),
  all: sql<Seal>`(select unnest(b.event_ids) as event_id, null::bigint as position, b.sealed_at from audit_seal b)`.as(
    's',
  ),
}

/** The shown row of each chosen event, in the order of the sort. */
const withRows = (
  ctx: Ctx,
  chosen: RawBuilder<unknown>,
  direction: 'asc' | 'desc',
  whose: keyof typeof names = 'one',
) =>
  ctx.db
    .selectFrom(sql<Chosen>`(${chosen})`.as('c'))
    .innerJoin('auditEvent as e', 'e.id', 'c.id')
    .leftJoinLateral(sealOf[whose], (join) => join.on('s.eventId', '=', sql.ref('e.id')))
    .leftJoinLateral(
      sql<{
        fullName: string
      }>`(select n.full_name from registry.people_named(${names[whose]}) n where n.user_id = e.user_id)`.as('p'),
      (join) => join.onTrue(),
    )
    .leftJoin('employee as m', 'm.cvl', 'e.actingCvl')
    .select([
      'e.id',
      momentOf[whose](tenantFacts[ctx.prefix].timeZone).as('at'),
      'p.fullName as personName',
      sql<boolean>`e.user_id is not null`.as('byUser'),
      'e.cvl',
      'e.actingCvl',
      fullName('m').as('actingName'),
      'e.action',
      'e.entity',
      'e.entityId',
      'e.requestId',
      'e.address',
      sql<boolean>`s.event_id is not null`.as('sealed'),
    ])
    .orderBy(sql`c.at ${sql.raw(direction)}, c.id ${sql.raw(direction)}`)

/** One page: found in the index alone, the rows read for what is shown. */
export const findAudit = async (ctx: Ctx, query: Query): Promise<{ rows: AuditRow[] }> => {
  const { page, pageSize, knownTotal, sort, direction, ...filters } = query
  const { offset, limit, backwards } = windowOf({ page, pageSize, knownTotal, sort, direction })
  const inOrder = orderBy({ sort, direction }, sortColumns, 'e.id', backwards)
  const chosen = sql`select e.id, e.at from audit_event e where ${matches(ctx, filters)}
    order by ${inOrder} limit ${limit} offset ${offset}`
  return { rows: await withRows(ctx, chosen, direction).execute() }
}

/** Everything that matches, for the export. */
export const allAudit = (ctx: Ctx, { direction, sort: _, ...filters }: AuditFilters & Sorting) =>
  withRows(ctx, sql`select e.id, e.at from audit_event e where ${matches(ctx, filters)}`, direction, 'all')

/** Where the chain ends. What lies behind it is counted row by row, and is little. */
const chainEnd = sql`(select coalesce(max(position), 0) as sealed from audit_seal)`
const countWaiting = sql`(select count(*)::int from audit_event e left join (select tx, event_id from audit_seal order by position desc limit 1) s on true
   where s.tx is null or (e.tx, e.id) > (s.tx, s.event_id))`

const countScreens = sql`(select count(*)::int from audit_event e where e.action = ${screenOpened})`

/** How many match. All of them is what the chain counts already, and what waits; all but the screens is that without them. */
export const countAudit = async (ctx: Ctx, { screens, ...filters }: AuditFilters) => {
  const filtered = Object.values(filters).some((value) => value !== undefined)
  const leftOut = screens ? countScreens : sql`0`
  const counted = filtered
    ? sql<{
        total: number
      }>`select count(*)::int as total from audit_event e where ${matches(ctx, { ...filters, screens })}`
    : sql<{ total: number }>`select (c.sealed + ${countWaiting} - ${leftOut})::int as total from ${chainEnd} c`
  const { rows } = await counted.execute(ctx.db)
  return { total: rows[0]!.total, totals: {} }
}

export const findChain = async ({ db }: Ctx): Promise<Answer<typeof getAuditChain>> => {
  const { rows } = await sql<Answer<typeof getAuditChain>>`
    select coalesce(s.position, 0)::int as sealed, ${countWaiting} as waiting, e.at as "sealedUpTo", s.sealed_at as "sealedAt"
      from (values (1)) as one
      left join (select * from audit_seal order by position desc limit 1) s on true
      left join audit_event e on e.id = s.event_id`.execute(db)
  return rows[0]!
}

/** What the indexes over actions and entities leave out: there is one for each journal. */
const massOf = { action: 'journal.posted', entity: 'journal' } as const

/** Each value once, by jumping from one to the next: what is read grows with the values, not with the rows. */
const distinct = (column: keyof typeof massOf) => {
  const [name, mass] = [sql.ref(column), sql.lit(massOf[column])]
  return sql<{ value: string }>`
    with recursive found (value) as (
      select min(${name}) from audit_event where ${name} <> ${mass}
      union all
      select (select min(e.${name}) from audit_event e where e.${name} <> ${mass} and e.${name} > f.value) from found f where f.value is not null
    ) select f.value::text as value from found f where f.value is not null
       union all select ${mass} where exists (select from audit_event where ${name} = ${mass}) order by 1`
}

export const findFilterOptions = async ({ db }: Ctx): Promise<Answer<typeof auditFilterOptions>> => {
  const [people, actions, entities] = await Promise.all([
    sql<{ id: string; name: string; acted: boolean }>`
      select p.user_id::text as id, p.full_name as name, exists (select from audit_event e where e.user_id = p.user_id) as acted
        from registry.people_named(null) p order by p.full_name, p.user_id`.execute(db),
    distinct('action').execute(db),
    distinct('entity').execute(db),
  ])
  const valuesOf = ({ rows }: { rows: { value: string }[] }) => rows.map(({ value }) => value)
  const everybody = people.rows.map(({ id, name }) => ({ id, name }))
  const acted = new Set(people.rows.filter((one) => one.acted).map(({ id }) => id))
  return {
    people: everybody.filter(({ id }) => acted.has(id)),
    everybody,
    actions: valuesOf(actions),
    entities: valuesOf(entities),
  }
}

export const findEvent = async (
  ctx: Ctx,
  { params: { eventId } }: Parsed<typeof getAuditEvent>,
): Promise<Answer<typeof getAuditEvent>> => {
  const chosen = sql`select e.id, e.at from audit_event e where e.id = ${eventId}`
  const row = await withRows(ctx, chosen, 'asc')
    .select(['e.before', 'e.after', 's.position', 's.sealedAt'])
    .executeTakeFirst()
  if (!row) throw refuse('notFound')
  return row as Answer<typeof getAuditEvent>
}

const mostOfRecord = 100

export const findRecordHistory = async (
  ctx: Ctx,
  { params: { entity, recordId } }: Parsed<typeof getRecordHistory>,
): Promise<Answer<typeof getRecordHistory>> => {
  const chosen = sql`select e.id, e.at from audit_event e where e.entity = ${entity} and e.entity_id = ${recordId}
    order by e.at desc, e.id desc limit ${mostOfRecord}`
  return { rows: await withRows(ctx, chosen, 'desc').execute() }
}
