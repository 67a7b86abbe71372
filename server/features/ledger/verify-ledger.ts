import type { Client, ClientBase } from 'pg'
import { ledgers } from '#rules/ledgers.ts'
import {
  findDifferencesByCheck,
  joinDifferences,
  type LedgerDifference,
  listDifferenceChecks,
} from './ledger-differences.ts'
import { type LedgerConnection, withLedgerSession } from './ledger-session.ts'
import { dayChecksumSql, gatherTeamsSql } from './team-totals-check.ts'

type LedgerReport = {
  prefix: string
  /** Only in answer to a question about a day. */
  asOf?: string
  accounts: number
  clients: number
  journals: number
  /** What came in, what went out, and what stands in all accounts: moneyIn − moneyOut = net. */
  moneyIn: string
  moneyOut: string
  net: string
  /** Amounts in the kind's own direction: a penalty of 75.00 took 75.00. Transfers and adjustments have none and keep their sign. */
  byKind: Record<string, { count: number; amount: string }>
  byZone: Record<string, { accounts: number; net: string }>
  /** 0 when all is right. */
  differences: number
  differenceList: LedgerDifference[]
}

/** One pass over the books feeds everything else. A movement is one journal on one account, whatever its lines there. */
export const createMovementsTable = async (db: ClientBase, asOf: string | null): Promise<void> => {
  // A reversal stands on its original's side with the opposite sign; so money in stays what came in, less what was undone.
  await db.query(
    `create temporary table seen on commit drop as
     select m.account_id, m.booking_date as day, a.product_id, j.kind, (m.amount > 0) <> (j.reverses_id is not null) as inward,
            coalesce(sum(m.amount), 0) as amount, coalesce(sum(m.payable), 0) as payable, count(m.amount) as movements,
            coalesce(sum(m.amount) filter (where $1::date is null or m.booking_date <= $1), 0) as dated_amount,
            count(m.amount) filter (where $1::date is null or m.booking_date <= $1) as dated_movements,
            coalesce(sum(m.amount * ${dayChecksumSql('m.booking_date')}), 0) as weighed_amount,
            coalesce(sum(${dayChecksumSql('m.booking_date')}) filter (where m.amount is not null), 0) as weighed_movements, min(m.booking_date) as first_day
       from (
         select account_id, booking_date, journal_id, -sum(amount) filter (where ledger = ${ledgers.capital}) as amount,
                -sum(amount) filter (where ledger = ${ledgers.payable}) as payable
           from posting where account_id is not null group by account_id, booking_date, journal_id
       ) m
       join journal j on j.id = m.journal_id
       join account a on a.id = m.account_id
      group by grouping sets ((m.account_id, j.kind, inward), (m.booking_date, a.product_id, j.kind))`,
    [asOf],
  )
  await db.query(
    `create temporary view seen_account as
       select account_id, kind, inward, amount, payable, movements, dated_amount, dated_movements, weighed_amount, weighed_movements, first_day
         from seen where account_id is not null;
     create temporary view seen_day as select day, product_id, kind, amount, movements from seen where account_id is null;
     create temporary table seen_idle on commit drop as
     select s.* from (select array_agg(id) as ids, array_agg(client_id) as clients, array_agg(product_id) as products,
                             array_agg(stock_begins(status, opened_on, closed_on)) as begins, array_agg(closed_on) as closed from account) a,
            lateral stock_changes(a.ids, a.clients, a.products, a.begins, a.closed) s;
     analyze seen, seen_idle;
     ${gatherTeamsSql}`,
  )
}

const outwardKinds = ['withdrawal', 'withholding', 'maturity', 'cancellation', 'penalty', 'fee']

const findLedgerFigures = async (db: Client, asOf: string | null) => {
  const totals = await db.query<{
    accounts: number
    clients: number
    journals: number
    in: string
    out: string
    net: string
  }>(
    `select (select count(*)::integer from account where $1::date is null or opened_on <= $1) as accounts,
            (select count(*)::integer from client where merged_into_id is null and ($1::date is null or registered_on <= $1)) as clients,
            (select count(*)::integer from journal where $1::date is null or booking_date <= $1) as journals,
            coalesce(sum(dated_amount) filter (where inward), 0)::numeric(30,2)::text as in,
            coalesce(-sum(dated_amount) filter (where not inward), 0)::numeric(30,2)::text as out,
            coalesce(sum(dated_amount), 0)::numeric(30,2)::text as net
       from seen_account`,
    [asOf],
  )
  const kinds = await db.query<{ kind: string; count: number; amount: string }>(
    `select kind, sum(dated_movements)::integer as count,
            (sum(dated_amount) * case when kind::text = any($1) then -1 else 1 end)::numeric(30,2)::text as amount
       from seen_account group by kind having sum(dated_movements) > 0 order by kind`,
    [outwardKinds],
  )
  const zones = await db.query<{ name: string; accounts: number; net: string }>(
    `select z.name, count(a.id) filter (where $1::date is null or a.opened_on <= $1)::integer as accounts,
            coalesce(sum(s.amount), 0)::numeric(30,2)::text as net
       from zone z
       left join account a on a.zone_id = z.id
       left join (select account_id, sum(dated_amount) as amount from seen_account group by account_id) s on s.account_id = a.id
      group by z.id, z.name order by z.name`,
    [asOf],
  )
  return { totals: totals.rows[0]!, kinds: kinds.rows, zones: zones.rows }
}

/** What is told from the postings once they are gathered; then whatever looks of `others` nobody has taken yet. */
const findGathered = async (db: Client, asOf: string | null, others: number[]) => {
  await createMovementsTable(db, asOf)
  const figures = await findLedgerFigures(db, asOf)
  const differences = await findDifferencesByCheck(db, listDifferenceChecks('gathered'))
  return { ...figures, differences: [...differences, ...(await findDifferencesByCheck(db, others))] }
}

/**
 * Recomputes from the postings everything that is kept beside them, in one snapshot, and says where they differ. Two sessions share
 * the work. `asOf` limits the figures to what was booked by then; the differences are always those of the whole books, as they are kept now.
 */
export const verifyLedger = (source: LedgerConnection, asOf: string | undefined): Promise<LedgerReport> =>
  withLedgerSession(source, async (db) => {
    const { rows } = await db.query<{ id: string }>('select pg_export_snapshot() as id')
    const checks = listDifferenceChecks('tables')
    const [gathered, tables] = await Promise.all([
      findGathered(db, asOf ?? null, checks),
      withLedgerSession(source, (other) => findDifferencesByCheck(other, checks), rows[0]!.id),
    ])
    const { totals, kinds, zones } = gathered
    const differences = joinDifferences([...gathered.differences, ...tables])
    return {
      prefix: source.prefix,
      ...(asOf === undefined ? {} : { asOf }),
      accounts: totals.accounts,
      clients: totals.clients,
      journals: totals.journals,
      moneyIn: totals.in,
      moneyOut: totals.out,
      net: totals.net,
      byKind: Object.fromEntries(kinds.map(({ kind, ...figure }) => [kind, figure])),
      byZone: Object.fromEntries(zones.map(({ name, ...figure }) => [name, figure])),
      differences: differences.count,
      differenceList: differences.list,
    }
  })
