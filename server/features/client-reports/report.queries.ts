import { sql } from 'kysely'
import { maxReportMovements, type ReportSection } from '#contract/client-reports.ts'
import type { MovementRow } from '#contract/clients/client.ts'
import type { ExternalKind } from '#contract/external-positions/kinds.ts'
import type { StreetType } from '#db/types.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { isClientInScope } from '#server/domain/account-number-access.ts'
import { findClientPositions, type PositionAccount } from '#server/domain/client-positions.ts'
import { externalInstitutionSql, externalKindSql, toSignedAmountSql } from '#server/domain/external-positions.ts'
import { trendDaysSql } from '#server/domain/trend.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'

/** What a report is of. `to` is not after `on`. */
export type ReportTerms = { on: string; from: string; to: string; sections: ReadonlySet<ReportSection> }

export type ReportClient = {
  id: string
  cvl: string
  kind: 'person' | 'company'
  /** 'Nombre Apellidos'. */
  name: string
  idioma: string
  email: string | null
  phone: string | null
  identityNumber: string | null
  birthDate: string | null
  country: string
  streetType: StreetType | null
  street: string | null
  streetNumber: string | null
  floor: string | null
  door: string | null
  postalCode: string | null
  city: string | null
  province: string | null
  registeredOn: string
  managerName: string | null
  /** Whether the caller may see what the client has elsewhere. */
  isElsewhereSeen: boolean
}

export type ReportMovement = Omit<MovementRow, 'id'> & { clientId: string; accountId: string }
export type ReportGrowthPoint = { clientId: string; through: string; capital: string; balance: string }
export type ReportExternalPosition = {
  clientId: string
  kind: ExternalKind
  institution: string
  productName: string | null
  description: string
  /** Negative for what is owed; null where nobody had said by then. */
  amount: string | null
  valuedOn: string | null
}

/** All that the report of one client is made of. */
export type ClientReport = {
  client: ReportClient
  accounts: readonly PositionAccount[]
  growth: readonly ReportGrowthPoint[]
  /** Null where there are more than a paper holds. */
  movements: readonly ReportMovement[] | null
  movementCount: number
  /** Null where the caller may not see them. */
  externalPositions: readonly ReportExternalPosition[] | null
}

const toIdList = (clientIds: readonly string[]) => sql`${[...clientIds]}::bigint[]`

/** The visible ones of these clients, as their record is today. */
const findReportClients = async (ctx: Ctx, clientIds: readonly string[]): Promise<ReportClient[]> =>
  selectVisibleClients(ctx)
    .innerJoin('client', 'client.id', 'c.clientId')
    .leftJoin('employee as m', 'm.id', 'c.managerId')
    .where('c.clientId', '=', sql<string>`any(${toIdList(clientIds)})`)
    .select([
      'client.id',
      'client.cvl',
      'client.kind',
      naturalNameSql('client').as('name'),
      'client.idioma',
      'client.email',
      'client.phone',
      'client.identityNumber',
      'client.birthDate',
      'client.country',
      'client.streetType',
      'client.street',
      'client.streetNumber',
      'client.floor',
      'client.door',
      'client.postalCode',
      'client.city',
      'client.province',
      'client.registeredOn',
      naturalNameSql<string | null>('m').as('managerName'),
      isClientInScope(ctx, ['bt_Productos_Externos', 'view'], sql<string>`client.id`).as('isElsewhereSeen'),
    ])
    .execute()

/**
 * Capital and balance of the accounts that each client held first and that were open, at the end of each of the twelve months before and on the day;
 * none where nothing was ever booked.
 */
const findGrowth = async ({ db }: Ctx, clientIds: readonly string[], on: string): Promise<ReportGrowthPoint[]> => {
  const { rows } = await sql<ReportGrowthPoint>`
    with monthly as (
      select a.client_id, a.opened_on, a.closed_on, date_trunc('month', p.booking_date)::date as month, -sum(p.amount) as balance,
             -sum(p.amount) filter (where is_principal(j.kind)) as capital
        from account a
        join posting p on p.account_id = a.id and p.ledger = ${sql.lit(ledgers.capital)} and p.booking_date <= ${on}
        join journal j on j.id = p.journal_id
       where a.client_id = any(${toIdList(clientIds)}) and a.status in ('active', 'expired', 'canceled')
       group by a.id, month)
    select m.client_id as "clientId", d.through, coalesce(sum(m.capital) filter (where o.is_open), 0)::numeric(18, 2)::text as capital,
           coalesce(sum(m.balance) filter (where o.is_open), 0)::numeric(18, 2)::text as balance
      from monthly m cross join (${trendDaysSql(on)}) d
     cross join lateral (select m.month <= d.through and m.opened_on <= d.through and (m.closed_on is null or m.closed_on > d.through) as is_open) o
     group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

type MovementDays = Pick<ReportTerms, 'from' | 'to'>

const countMovements = async ({ db }: Ctx, clientIds: readonly string[], { from, to }: MovementDays) => {
  const { rows } = await sql<{ clientId: string; total: number }>`
    select h.client_id as "clientId", count(*)::int as total
      from account_holder h join posting p on p.account_id = h.account_id and p.ledger = ${sql.lit(ledgers.capital)}
     where h.client_id = any(${toIdList(clientIds)}) and h.role <> 'authorised' and p.booking_date between ${from} and ${to}
     group by 1`.execute(db)
  return new Map(rows.map(({ clientId, total }) => [clientId, total]))
}

/** The movements of the days in all accounts that each client holds, oldest first, each with what stood in its account after it. */
const findMovements = async ({ db }: Ctx, clientIds: readonly string[], { from, to }: MovementDays) => {
  if (clientIds.length === 0) return []
  const { rows } = await sql<ReportMovement>`
    with line as (
      select h.client_id, p.account_id, p.journal_id, p.line, p.booking_date, -p.amount as amount,
             -sum(p.amount) over (partition by h.client_id, p.account_id order by p.booking_date, p.journal_id, p.line
                                  rows unbounded preceding) as balance_after
        from account_holder h join posting p on p.account_id = h.account_id and p.ledger = ${sql.lit(ledgers.capital)}
       where h.client_id = any(${toIdList(clientIds)}) and h.role <> 'authorised' and p.booking_date <= ${to})
    select l.client_id as "clientId", l.account_id as "accountId", l.booking_date as "bookingDate", j.value_date as "valueDate", j.kind,
           coalesce(j.description, r.description) as description, l.amount::text as amount, l.balance_after::text as "balanceAfter",
           case when j.reverses_id is not null then 'reversal'
                when (select u.id from journal u where u.reverses_id = j.id limit 1) is not null then 'reversed' end as correction
      from line l join journal j on j.id = l.journal_id left join journal r on r.id = j.reverses_id
     where l.booking_date >= ${from}
     order by l.client_id, l.booking_date, l.journal_id, l.line`.execute(db)
  return rows
}

/** What the clients had and owed elsewhere on a day, as it was valued by then. */
const findExternalPositions = async ({ db }: Ctx, clientIds: readonly string[], on: string) => {
  const { rows } = await sql<ReportExternalPosition>`
    select x.client_id as "clientId", ${externalKindSql} as kind, ${externalInstitutionSql} as institution, ep.name as "productName",
           x.description, (${toSignedAmountSql(sql`v.amount`)})::text as amount, v.as_of as "valuedOn"
      from external_position x
      left join external_product ep on ep.id = x.product_id
      left join lateral (select l.amount, l.as_of from external_position_value l where l.position_id = x.id and l.as_of <= ${on}
                          order by l.as_of desc limit 1) v on true
     where x.client_id = any(${toIdList(clientIds)}) and (x.closed_on is null or x.closed_on > ${on}) and (x.since is null or x.since <= ${on})
     order by x.client_id, x.id`.execute(db)
  return rows
}

const groupByClient = <Row extends { clientId: string }>(rows: readonly Row[]): Map<string, Row[]> => {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.clientId)
    if (group) group.push(row)
    else groups.set(row.clientId, [row])
  }
  return groups
}

/** What the reports of the visible ones of these clients are made of: each part is one statement for all of them. */
export const findClientReports = async (
  ctx: Ctx,
  clientIds: readonly string[],
  { on, from, to, sections }: ReportTerms,
): Promise<ReadonlyMap<string, ClientReport>> => {
  const clients = await findReportClients(ctx, clientIds)
  const seenIds = clients.map(({ id }) => id)
  const days = { from, to }
  const counts = sections.has('movements') ? await countMovements(ctx, seenIds, days) : new Map<string, number>()
  const isPrintable = (id: string): boolean => (counts.get(id) ?? 0) <= maxReportMovements
  const elsewhereIds = clients.flatMap(({ id, isElsewhereSeen }) => (isElsewhereSeen ? [id] : []))
  const [positions, growth, movements, external] = await Promise.all([
    findClientPositions(ctx, seenIds, on),
    sections.has('growth') ? findGrowth(ctx, seenIds, on).then(groupByClient) : undefined,
    sections.has('movements') ? findMovements(ctx, seenIds.filter(isPrintable), days).then(groupByClient) : undefined,
    sections.has('externalPositions') ? findExternalPositions(ctx, elsewhereIds, on).then(groupByClient) : undefined,
  ])
  return new Map(
    clients.map((client): [string, ClientReport] => [
      client.id,
      {
        client,
        accounts: positions.get(client.id) ?? [],
        growth: growth?.get(client.id) ?? [],
        movements: isPrintable(client.id) ? (movements?.get(client.id) ?? []) : null,
        movementCount: counts.get(client.id) ?? 0,
        externalPositions: client.isElsewhereSeen ? (external?.get(client.id) ?? []) : null,
      },
    ]),
  )
}
