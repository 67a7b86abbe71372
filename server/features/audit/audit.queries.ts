import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type {
  AuditEventRow,
  getAuditChainStatus,
  getAuditEvent,
  getAuditFilterOptions,
  getRecordHistory,
  listAuditEvents,
} from '#contract/audit.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ListPaging, ListSorting } from '#contract/core/list.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { isOneOfSql } from '#server/core/one-of.ts'
import { buildOrderBy, toPageWindow } from '#server/core/paging.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { isInRecordHistorySql } from '#server/domain/record-history.ts'

export type AuditFilters = ParsedRequest<typeof listAuditEvents.count>['query']

const auditSorts: Record<(typeof listAuditEvents.sortable)[number], string> = { at: 'e.at' }

/** What the audit calls a screen that somebody opened. */
const screenOpenedAction = sql.lit('navigation')

/**
 * The filters as conditions on `e`; each has an index in the order of the screen, but for the postings, of which there are some at any
 * time, and for what isn't a screen: the indexes by time and by person hold the action too, and skip the screens without reading their rows.
 */
const auditConditions = (ctx: Ctx, filters: AuditFilters): RawBuilder<SqlBool> => {
  const { from, to, person, action, entity, record, address, request, screens } = filters
  const { timeZone } = tenantFacts[ctx.prefix]
  const conditions = [
    ...(from ? [sql`e.at >= ${from}::date::timestamp at time zone ${timeZone}`] : []),
    ...(to ? [sql`e.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
    ...(person ? [isOneOfSql(sql`e.user_id`, person)] : []),
    ...(action ? [isOneOfSql(sql`e.action`, action)] : []),
    ...(entity ? [isOneOfSql(sql`e.entity`, entity)] : []),
    ...(record ? [sql`e.entity_id = ${record}`] : []),
    ...(address ? [sql`e.address = ${address}`] : []),
    ...(request ? [sql`e.request_id = ${request}`] : []),
    ...(screens ? [sql`e.action <> ${screenOpenedAction}`] : []),
  ]
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`
}

type ChosenEvent = { id: string; at: string }
type EventSeal = { eventId: string; position: string | null; sealedAt: string }

/** Whose names are asked for: those of a page one by one, those of all rows together. */
const userIdsSql = { one: sql`array[e.user_id]`, all: sql`null` }

/** An instant for those who show it; in a file, what the firm's clock showed. */
const eventTimeSql = {
  one: () => sql<string>`e.at`,
  all: (timeZone: string) => sql<string>`to_char(e.at at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`,
}

/** The place of each event in the chain: looked for in the seals that end at or behind it, or read out of all of them. */
const eventSealSql = {
  one: sql<EventSeal>`(select e.id as event_id, b.position - b.rows + array_position(b.event_ids, e.id) as position, b.sealed_at
     from (select * from audit_seal where (tx, event_id) >= (e.tx, e.id) order by tx, event_id limit 1) b where e.id = any(b.event_ids))`.as(
    's',
  ),
  all: sql<EventSeal>`(select unnest(b.event_ids) as event_id, null::bigint as position, b.sealed_at from audit_seal b)`.as(
    's',
  ),
}

/** The shown row of each chosen event, in the order of the sort. */
const selectAuditRows = (
  ctx: Ctx,
  chosenEvents: RawBuilder<unknown>,
  direction: 'asc' | 'desc',
  whose: keyof typeof userIdsSql = 'one',
) =>
  ctx.db
    .selectFrom(sql<ChosenEvent>`(${chosenEvents})`.as('c'))
    .innerJoin('auditEvent as e', 'e.id', 'c.id')
    .leftJoinLateral(eventSealSql[whose], (join) => join.on('s.eventId', '=', sql.ref('e.id')))
    .leftJoinLateral(
      sql<{
        fullName: string
      }>`(select n.full_name from registry.people_named(${userIdsSql[whose]}) n where n.user_id = e.user_id)`.as('p'),
      (join) => join.onTrue(),
    )
    .leftJoin('employee as m', 'm.cvl', 'e.actingCvl')
    .select([
      'e.id',
      eventTimeSql[whose](tenantFacts[ctx.prefix].timeZone).as('at'),
      'p.fullName as personName',
      sql<boolean>`e.user_id is not null`.as('byUser'),
      'e.cvl',
      'e.actingCvl',
      fullNameSql<string | null>('m').as('actingName'),
      'e.action',
      'e.entity',
      'e.entityId',
      'e.requestId',
      'e.address',
      sql<boolean>`s.event_id is not null`.as('sealed'),
    ])
    .orderBy(sql`c.at ${sql.raw(direction)}, c.id ${sql.raw(direction)}`)

/** One page: found in the index alone, the rows read for what is shown. */
export const findAuditRows = (ctx: Ctx, filters: AuditFilters, paging: ListPaging): Promise<AuditEventRow[]> => {
  const { offset, limit, backwards } = toPageWindow(paging)
  const inOrder = buildOrderBy(paging, auditSorts, 'e.id', backwards)
  const chosenEvents = sql`select e.id, e.at from audit_event e where ${auditConditions(ctx, filters)}
    order by ${inOrder} limit ${limit} offset ${offset}`
  return selectAuditRows(ctx, chosenEvents, paging.direction).execute()
}

/** Everything that matches, for the export. */
export const queryAllAuditRows = (ctx: Ctx, filters: AuditFilters, { direction }: ListSorting) =>
  selectAuditRows(
    ctx,
    sql`select e.id, e.at from audit_event e where ${auditConditions(ctx, filters)}`,
    direction,
    'all',
  )

/** Where the chain ends. What lies behind it is counted row by row, and is little. */
const chainEndSql = sql`(select coalesce(max(position), 0) as sealed from audit_seal)`
const countUnsealedSql = sql`(select count(*)::int from audit_event e left join (select tx, event_id from audit_seal order by position desc limit 1) s on true
   where s.tx is null or (e.tx, e.id) > (s.tx, s.event_id))`

const countScreensSql = sql`(select count(*)::int from audit_event e where e.action = ${screenOpenedAction})`

/** How many match. All of them is what the chain counts already, and what waits; all but the screens is that without them. */
export const countAuditRows = async (ctx: Ctx, { screens, ...filters }: AuditFilters) => {
  const filtered = Object.values(filters).some((value) => value !== undefined)
  const leftOut = screens ? countScreensSql : sql`0`
  const counted = filtered
    ? sql<{
        total: number
      }>`select count(*)::int as total from audit_event e where ${auditConditions(ctx, { ...filters, screens })}`
    : sql<{ total: number }>`select (c.sealed + ${countUnsealedSql} - ${leftOut})::int as total from ${chainEndSql} c`
  const { rows } = await counted.execute(ctx.db)
  return rows[0]!
}

export const findAuditChain = async ({ db }: Ctx): Promise<ResponseBody<typeof getAuditChainStatus>> => {
  const { rows } = await sql<ResponseBody<typeof getAuditChainStatus>>`
    select coalesce(s.position, 0)::int as sealed, ${countUnsealedSql} as waiting, e.at as "sealedUpTo", s.sealed_at as "sealedAt"
      from (values (1)) as one
      left join (select * from audit_seal order by position desc limit 1) s on true
      left join audit_event e on e.id = s.event_id`.execute(db)
  return rows[0]!
}

/** What the indexes over actions and entities leave out: there is one for each journal. */
const mostFrequentValues = { action: 'journal.posted', entity: 'journal' } as const

/** Each value once, by jumping from one to the next: what is read grows with the values, not with the rows. */
const distinctValuesSql = (column: keyof typeof mostFrequentValues) => {
  const name = sql.ref(column)
  const mass = sql.lit(mostFrequentValues[column])
  return sql<{ value: string }>`
    with recursive found (value) as (
      select min(${name}) from audit_event where ${name} <> ${mass}
      union all
      select (select min(e.${name}) from audit_event e where e.${name} <> ${mass} and e.${name} > f.value) from found f where f.value is not null
    ) select f.value::text as value from found f where f.value is not null
       union all select ${mass} where exists (select from audit_event where ${name} = ${mass}) order by 1`
}

export const findAuditFilterOptions = async ({ db }: Ctx): Promise<ResponseBody<typeof getAuditFilterOptions>> => {
  const [people, actions, entities] = await Promise.all([
    sql<{ id: string; name: string; acted: boolean }>`
      select p.user_id::text as id, p.full_name as name, exists (select from audit_event e where e.user_id = p.user_id) as acted
        from registry.people_named(null) p order by p.full_name, p.user_id`.execute(db),
    distinctValuesSql('action').execute(db),
    distinctValuesSql('entity').execute(db),
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

export const findAuditEvent = async (
  ctx: Ctx,
  { params: { eventId } }: ParsedRequest<typeof getAuditEvent>,
): Promise<ResponseBody<typeof getAuditEvent>> => {
  const chosenEvents = sql`select e.id, e.at from audit_event e where e.id = ${eventId}`
  const row = await selectAuditRows(ctx, chosenEvents, 'asc')
    .select(['e.before', 'e.after', 's.position', 's.sealedAt'])
    .executeTakeFirst()
  if (!row) throw buildRefusal('notFound')
  return row as ResponseBody<typeof getAuditEvent>
}

const maxRecordEvents = 100

export const findRecordHistory = async (
  ctx: Ctx,
  { params: { entity, recordId } }: ParsedRequest<typeof getRecordHistory>,
): Promise<ResponseBody<typeof getRecordHistory>> => {
  const chosenEvents = sql`select e.id, e.at from audit_event e where ${isInRecordHistorySql(entity, recordId)}
    order by e.at desc, e.id desc limit ${maxRecordEvents}`
  return { rows: await selectAuditRows(ctx, chosenEvents, 'desc').execute() }
}
