import type { ClientBase } from 'pg'
import { journalCount, ledgers } from '#rules/ledgers.ts'
import { accountBalanceSumsSql, paymentOrderSumsSql } from './balance-sums-sql.ts'
import { dayTotalsCheckSqls } from './day-totals-check.ts'
import { teamClientCheckSql, teamTotalsChecks } from './team-totals-check.ts'

/** Something kept that the postings don't bear out: what it is, of which record, what is stored and what comes out. */
export type LedgerDifference = { what: string; id: string; stored: string; recomputed: string }

/** How many differences are told one by one; beyond, they are only counted. */
const maxListedDifferences = 1000

const journalCheckSql = `
  select 'journal lines' as what, coalesce(j.id, p.journal_id)::text as id, j.lines || ' lines, sum 0.00, on ' || j.booking_date as stored,
         coalesce(p.lines, 0) || ' lines, sum ' || coalesce(p.total, 0) || ', on '
           || coalesce(p.first_day::text, 'no day') || case when p.last_day > p.first_day then ' to ' || p.last_day else '' end as recomputed
    from journal j
    full join (
      select journal_id, count(*) as lines, max(line) as last, sum(amount) as total, min(booking_date) as first_day, max(booking_date) as last_day
        from posting group by journal_id) p on p.journal_id = j.id
   where p.journal_id is null or j.id is null or p.total <> 0 or p.lines <> j.lines or p.last <> j.lines
      or p.first_day <> j.booking_date or p.last_day <> j.booking_date`

/** One row for each account and part of its balance; accounts without a balance row count as 0. */
const accountBalanceCheckSql = `
  select 'account balance: ' || v.part as what, a.id::text as id, v.stored::text as stored, v.recomputed::numeric(18,2)::text as recomputed
    from account a
    left join account_balance b on b.account_id = a.id
    left join (${accountBalanceSumsSql}) s on s.account_id = a.id
   cross join lateral (values
     ('principal', b.principal, coalesce(s.principal, 0)),
     ('interest', b.interest, coalesce(s.interest, 0)),
     ('payable', b.payable, coalesce(s.payable, 0))) as v (part, stored, recomputed)
   where v.stored is distinct from v.recomputed`

/** What was paid, wherever it went. */
const postedInterestCheckSql = `
  select 'account balance: ' || v.part as what, b.account_id::text as id, v.stored::text as stored, v.recomputed::numeric(18,2)::text as recomputed
    from account_balance b
    left join (select account_id, sum(amount + payable) filter (where kind = 'interest') as interest,
                      sum(amount + payable) filter (where kind = 'bonus') as bonus
                 from seen_account group by account_id) s on s.account_id = b.account_id
   cross join lateral (values ('interest posted', b.interest_posted, coalesce(s.interest, 0)), ('bonus posted', b.bonus_posted, coalesce(s.bonus, 0)))
     as v (part, stored, recomputed)
   where v.stored <> v.recomputed`

/** What each opened account has earned up to the last day on which its capital changed, whatever the rate; not yet opened, nothing is kept. */
const earnedPartsCheckSql = `
  select 'account balance: earned' as what, e.id::text as id, e.parts || ' through ' || e.through as stored,
         coalesce(e.seen_parts || ' through ' || e.seen_through, 'nothing') as recomputed
    from (
      select a.id, b.earned_parts as parts, b.earned_through as through, case when a.opened_on is not null then coalesce(s.through, a.opened_on) end as seen_through,
             case when a.opened_on is not null then coalesce(s.parts, 0)::numeric(38, 0) end as seen_parts
        from account a
        join account_balance b on b.account_id = a.id
        left join (
          select c.account_id, max(c.day) as through,
                 sum(100 * greatest(c.capital, 0) * (day_count_position(t.day_count, c.until) - day_count_position(t.day_count, c.day))) as parts
            from (
              select account_id, day, sum(sum(amount)) over (partition by account_id order by day) as capital, lead(day) over (partition by account_id order by day) as until
                from (
                  select p.account_id, greatest(j.value_date, a.opened_on) as day, -p.amount as amount
                    from posting p join journal j on j.id = p.journal_id join account a on a.id = p.account_id
                   where p.ledger = ${ledgers.capital} and a.opened_on is not null) m
               group by account_id, day) c
            join account_terms t on t.account_id = c.account_id
           group by c.account_id) s on s.account_id = a.id) e
   where (e.parts, e.through) is distinct from (e.seen_parts, e.seen_through)`

const accountFactsCheckSql = `
  select 'account balance: owner, product or limit' as what, a.id::text as id,
         concat_ws(', ', b.client_id, b.product_id, b.may_be_negative) as stored,
         concat_ws(', ', a.client_id, a.product_id, p.may_be_negative) as recomputed
    from account a join product p on p.id = a.product_id join account_balance b on b.account_id = a.id
   where (b.client_id, b.product_id, b.may_be_negative) is distinct from (a.client_id, a.product_id, p.may_be_negative)`

/** What open orders to pay hold of each account. */
const reservedAmountCheckSql = `
  select 'account balance: ' || v.part as what, b.account_id::text as id, v.stored::text as stored, v.recomputed::numeric(18,2)::text as recomputed
    from account_balance b
    left join (${paymentOrderSumsSql}) o on o.account_id = b.account_id
   cross join lateral (values ('reserved', b.reserved, coalesce(o.reserved, 0)), ('ordered', b.ordered, coalesce(o.ordered, 0)))
     as v (part, stored, recomputed)
   where v.stored <> v.recomputed`

/** What a journal by hand has said of returns, beside what it moved on the tax account. */
const taxLineCheckSql = `
  select 'tax lines' as what, t.journal_id::text as id, t.amount::text as stored, coalesce(p.amount, 0)::numeric(18,2)::text as recomputed
    from (select journal_id, sum(amount) as amount from tax_line group by journal_id) t
    left join lateral (select -sum(p.amount) as amount from posting p where p.journal_id = t.journal_id and p.ledger = ${ledgers.taxPayable}) p on true
   where t.amount is distinct from coalesce(p.amount, 0)`

/** An order that left in a batch has one journal for that, one that came back another, and no other order has any. */
const paymentCheckSql = `
  select 'payment' as what, o.id::text as id, o.state || ' ' || o.amount as stored,
         coalesce(s.amount, 0) || ' out, ' || coalesce(r.amount, 0) || ' back' as recomputed
    from payment_order o
    left join lateral (select -sum(p.amount) as amount from journal j join posting p on p.journal_id = j.id and p.ledger = ${ledgers.bank}
                        where j.idempotency_key = 'payment:' || o.id || ':sent') s on true
    left join lateral (select sum(p.amount) as amount from journal j join posting p on p.journal_id = j.id and p.ledger = ${ledgers.bank}
                        where j.idempotency_key = 'payment:' || o.id || ':returned') r on true
   where (o.batch_id is not null or s.amount is not null or r.amount is not null)
     and (coalesce(s.amount, 0), coalesce(r.amount, 0)) is distinct from
         (case when o.state in ('sent', 'paid', 'returned') then o.amount else 0 end, case when o.state = 'returned' then o.amount else 0 end)`

const overdrawnCheckSql = `
  select 'account below 0' as what, a.id::text as id, '0.00 or more' as stored, s.balance::text as recomputed
    from (select account_id, sum(amount) as balance from seen_account group by account_id having sum(amount) < 0) s
    join account a on a.id = s.account_id
    join product p on p.id = a.product_id
   where not p.may_be_negative`

/** Rows that wait to be recomputed are no difference. */
const clientListCheckSql = `
  select 'client list: ' || v.part as what, c.id::text as id, v.stored::text as stored, v.recomputed::numeric(18,2)::text as recomputed
    from client c
    left join client_list l on l.client_id = c.id
    left join (
      select a.client_id, sum(s.amount) filter (where is_principal(s.kind)) as capital, sum(s.amount) as balance
        from account a join seen_account s on s.account_id = a.id where a.status = 'active' group by a.client_id) m on m.client_id = c.id
   cross join lateral (values ('capital', l.capital, coalesce(m.capital, 0)), ('balance', l.balance, coalesce(m.balance, 0)))
     as v (part, stored, recomputed)
   where c.merged_into_id is null and v.stored is distinct from v.recomputed and not exists (select from total_delta d where d.client_id = c.id)
     and not exists (select from client_list_due d where d.client_id = c.id)`

const clientListGroupColumns = `zone_id, country, kyc_status, address_status, is_company, is_alliance, is_joint, smart_contributions, smart_movements, has_pending,
  has_expired, has_canceled, form_status`

/** The sums that the list answers from, beside the list's own rows. */
const clientListSumsCheckSql = `
  select 'client list sums' as what, concat_ws(' ', ${clientListGroupColumns}, active) as id,
         sum(clients) || ' clients, capital ' || round(sum(capital) / 100, 2) || ', balance ' || round(sum(balance) / 100, 2) as stored,
         sum(seen) || ' clients, capital ' || round(sum(seen_capital) / 100, 2) || ', balance ' || round(sum(seen_balance) / 100, 2) as recomputed
    from (
      select ${clientListGroupColumns}, active_accounts > 0 as active, clients, capital_cents as capital, balance_cents as balance, 0 as seen, 0 as seen_capital, 0 as seen_balance
        from client_list_sum
      union all
      select ${clientListGroupColumns}, active_accounts > 0, 0, 0, 0, 1, capital_cents, balance_cents from client_list
    ) s
   group by ${clientListGroupColumns}, active
  having (sum(clients), sum(capital), sum(balance)) <> (sum(seen), sum(seen_capital), sum(seen_balance))`

/**
 * A table of totals with the deltas that wait for it, beside the same from the postings. Of the managers' table only the sum over
 * all of them can come from postings, but for captation: whose client it was when a movement was booked is kept with no other.
 */
const buildTotalsCheckSql = (what: string, stored: string, period: string): string => `
  select '${what}' as what, concat_ws(' ', t.period, 'product ' || t.product_id, t.kind) as id,
         sum(t.stored)::numeric(18,2) || ' in ' || sum(t.stored_movements) as stored,
         sum(t.seen)::numeric(18,2) || ' in ' || sum(t.seen_movements) as recomputed
    from (
      select ${stored} as period, product_id, kind, amount as stored, movements as stored_movements, 0 as seen, 0 as seen_movements
        from ${what}
      union all
      select ${period.replaceAll('@', 'booking_date')}, product_id, kind, amount, movements, 0, 0 from total_delta
      union all
      select ${period.replaceAll('@', 'day')}, product_id, kind, 0, 0, amount, movements from seen_day
    ) t
   group by t.period, t.product_id, t.kind
  having sum(t.stored) <> sum(t.seen) or sum(t.stored_movements) <> sum(t.seen_movements)`

/** The captation of each manager beside the journals of what were their clients then. */
const captationCheckSql = `
  select 'captation' as what, concat_ws(' ', t.month, 'employee ' || t.manager_id, t.kind) as id, sum(t.stored)::numeric(18,2)::text as stored,
         sum(t.seen)::numeric(18,2)::text as recomputed
    from (
      select month, manager_id, kind, amount as stored, 0 as seen from total_month_manager where is_captation(kind)
      union all
      select date_trunc('month', booking_date)::date, manager_id, kind, amount, 0 from total_delta where is_captation(kind)
      union all
      select date_trunc('month', j.booking_date)::date, coalesce(j.credited_to, 0), j.kind, 0, -p.amount
        from journal j join posting p on p.journal_id = j.id where is_captation(j.kind) and p.ledger = ${ledgers.capital}
    ) t
   group by t.month, t.manager_id, t.kind
  having sum(t.stored) <> sum(t.seen)`

/** The parts of each journal that captation counts, which add up to it. */
const captationPartsCheckSql = `
  select 'captation parts' as what, concat_ws(' ', 'journal ' || coalesce(t.journal_id, s.journal_id), 'account ' || coalesce(t.account_id, s.account_id)) as id,
         coalesce(t.amount, 0)::numeric(18,2) || ' in ' || coalesce(t.share, 0) || ' %' as stored, coalesce(s.amount, 0)::numeric(18,2) || ' in 100.00 %' as recomputed
    from (select journal_id, account_id, sum(amount) as amount, sum(share) as share from captation group by journal_id, account_id) t
    full join (select p.journal_id, p.account_id, -sum(p.amount) as amount
                 from journal j join posting p on p.journal_id = j.id
                where is_captation(j.kind) and p.ledger = ${ledgers.capital} group by p.journal_id, p.account_id) s
      on s.journal_id = t.journal_id and s.account_id = t.account_id
   where t.amount is distinct from s.amount or t.share <> 100`

/** Kept totals of captation with the deltas that wait for them, beside its parts. */
const buildCaptationTotalsCheckSql = (what: string, period: string, person: string): string => `
  select '${what}' as what, concat_ws(' ', t.period, 'employee ' || t.employee_id, t.kind, t.type, case when t.is_new then 'new' end) as id,
         sum(t.stored)::numeric(18,2) || ' in ' || sum(t.stored_parts) as stored, sum(t.seen)::numeric(18,2) || ' in ' || sum(t.seen_parts) as recomputed
    from (
      select ${period} as period, ${person} as employee_id, kind, is_new, type, amount as stored, parts as stored_parts, 0 as seen, 0 as seen_parts
        from ${what} s
      union all
      select ${period}, ${person}, kind, is_new, type, amount, parts, 0, 0 from (select *, booking_date as day, date_trunc('month', booking_date)::date as month from captation_delta) s
      union all
      select ${period}, ${person}, kind, is_new, type, 0, 0, amount, 1
        from (select *, booking_date as day, date_trunc('month', booking_date)::date as month from captation) s
    ) t
   group by t.period, t.employee_id, t.kind, t.is_new, t.type
  having sum(t.stored) <> sum(t.seen) or sum(t.stored_parts) <> sum(t.seen_parts)`

/** Idle money and open accounts by day, beside accounts and postings. */
const stockCheckSql = `
  select 'total_day_stock' as what, concat_ws(' ', t.day, 'product ' || t.product_id) as id,
         sum(t.principal) || ' and ' || sum(t.balance) || ', accounts ' || sum(t.opened) as stored,
         sum(t.seen_principal) || ' and ' || sum(t.seen_balance) || ', accounts ' || sum(t.seen_opened) as recomputed
    from (
      select day, product_id, idle_principal as principal, idle_balance as balance, opened, 0 as seen_principal, 0 as seen_balance, 0 as seen_opened
        from total_day_stock
      union all
      select day, product_id, idle_principal, idle_balance, opened, 0, 0, 0 from stock_delta
      union all
      select day, product_id, 0, 0, 0, idle_principal, idle_balance, opened from seen_idle
    ) t
   group by t.day, t.product_id
  having (sum(t.principal), sum(t.balance), sum(t.opened)) <> (sum(t.seen_principal), sum(t.seen_balance), sum(t.seen_opened))`

/** What left accounts from the end of their term on, beside their postings. */
const maturedCheckSql = `
  select 'account_matured' as what, t.account_id::text as id, sum(t.stored)::numeric(18,2) || ' ' || bool_or(t.stored_moved) as stored,
         sum(t.seen)::numeric(18,2) || ' ' || bool_or(t.seen_moved) as recomputed
    from (
      select account_id, amount as stored, moved as stored_moved, 0 as seen, false as seen_moved from account_matured
      union all
      select a.id, 0, false, l.amount, j.kind = 'transfer'
        from account a
        join posting l on l.account_id = a.id and l.ledger = ${ledgers.capital} and l.amount > 0 and l.booking_date >= a.expires_on
        join journal j on j.id = l.journal_id and j.kind in ('transfer', 'maturity')
    ) t
   group by t.account_id
  having (sum(t.stored), bool_or(t.stored_moved)) <> (sum(t.seen), bool_or(t.seen_moved))`

/** What the books come to by month, as it is read, beside the postings. */
const ledgerSumsCheckSql = `
  select 'ledger sums' as what, concat_ws(' ', t.month, 'ledger ' || t.ledger, t.kind) as id,
         sum(t.debit) || ' and ' || sum(t.credit) || ' in ' || sum(t.counted) as stored,
         sum(t.seen_debit) || ' and ' || sum(t.seen_credit) || ' in ' || sum(t.seen) as recomputed
    from (
      select month, ledger, kind, is_reversal, debit, credit, case when ledger = ${journalCount} then journals else lines end as counted,
             0 as seen_debit, 0 as seen_credit, 0 as seen
        from ledger_sums('-infinity', 'infinity')
      union all
      select date_trunc('month', booking_date)::date, 0, kind, reverses_id is not null, 0, 0, 0, 0, 0, count(*) from journal group by 1, 3, 4
      union all
      select date_trunc('month', j.booking_date)::date, p.ledger, j.kind, j.reverses_id is not null, 0, 0, 0,
             coalesce(sum(p.amount) filter (where p.amount > 0), 0), coalesce(-sum(p.amount) filter (where p.amount < 0), 0), count(*)
        from journal j join posting p on p.journal_id = j.id group by 1, 2, 3, 4
    ) t
   group by t.month, t.ledger, t.kind, t.is_reversal
  having (sum(t.debit), sum(t.credit), sum(t.counted)) <> (sum(t.seen_debit), sum(t.seen_credit), sum(t.seen))`

/** What came from each client, as it is read, beside the postings. */
const contributionsCheckSql = `
  select 'client contributions' as what, concat_ws(' ', 'client ' || t.client_id, t.source) as id,
         sum(t.amount)::numeric(18,2) || ' in ' || sum(t.lines) as stored, sum(t.seen)::numeric(18,2) || ' in ' || sum(t.seen_lines) as recomputed
    from (
      select client_id, source, amount, lines, 0 as seen, 0 as seen_lines from client_contribution
      union all
      select client_id, source, amount, lines, 0, 0 from contributions_since()
      union all
      select client_id, source, 0, 0, amount, lines from contributions_between(0, 9223372036854775807)
    ) t
   group by t.client_id, t.source
  having (sum(t.amount), sum(t.lines)) <> (sum(t.seen), sum(t.seen_lines))`

const monthSql = `date_trunc('month', @)::date`

/** Finds differences; where `hint` is given, only when that finds a row: it takes less time, and says less. */
type DifferenceCheck = { sql: string; hint?: string }

const differenceChecks: DifferenceCheck[] = [
  ...[
    journalCheckSql,
    accountBalanceCheckSql,
    postedInterestCheckSql,
    earnedPartsCheckSql,
    reservedAmountCheckSql,
    paymentCheckSql,
    taxLineCheckSql,
    accountFactsCheckSql,
    overdrawnCheckSql,
    clientListCheckSql,
    clientListSumsCheckSql,
    buildTotalsCheckSql('total_month_product', 'month', monthSql),
    buildTotalsCheckSql('total_month_manager', 'month', monthSql),
    captationCheckSql,
    captationPartsCheckSql,
    buildCaptationTotalsCheckSql('total_month_captation', 's.month', 'coalesce(s.employee_id, 0)'),
    buildCaptationTotalsCheckSql('total_day_captation', 's.day', 'null::bigint'),
    buildTotalsCheckSql('total_day_product', 'day', '@'),
    stockCheckSql,
    maturedCheckSql,
    teamClientCheckSql,
    ...dayTotalsCheckSqls,
    ledgerSumsCheckSql,
    contributionsCheckSql,
  ].map((sql) => ({ sql })),
  ...teamTotalsChecks,
]

/** How many looks it takes, beside the gathering. */
export const differenceCheckCount = differenceChecks.length

/** By their number in the order in which they are told. `gathered`: those that read what was gathered; the others read the tables alone. */
export const listDifferenceChecks = (part: 'gathered' | 'tables'): number[] =>
  [...differenceChecks.keys()].filter((check) => {
    const { sql, hint } = differenceChecks[check]!
    return (part === 'gathered') === /\bseen_(account|day|idle|whole|split)\b/.test(hint ?? sql)
  })

type FoundDifferences = { check: number; count: number; list: LedgerDifference[] }

/**
 * Holds what is kept against the postings, look by look, and takes each off `checks`, which other sessions of the same snapshot may share. What is read of the
 * postings often stands in `seen_account`, `seen_day`, `seen_idle` and the tables of teams, gathered before.
 */
export const findDifferencesByCheck = async (
  db: ClientBase,
  checks: number[],
  before?: (check: number) => Promise<void>,
): Promise<FoundDifferences[]> => {
  const found: FoundDifferences[] = []
  for (let check = checks.shift(); check !== undefined; check = checks.shift()) {
    const { sql, hint } = differenceChecks[check]!
    await before?.(check)
    if (hint && (await db.query(hint)).rows.length === 0) continue
    const { rows } = await db.query<LedgerDifference & { all: number }>(
      `select d.what, d.id, coalesce(d.stored, 'nothing') as stored, d.recomputed, count(*) over ()::integer as all
         from (${sql}) d order by d.id limit ${maxListedDifferences}`,
    )
    found.push({ check, count: rows[0]?.all ?? 0, list: rows.map(({ all, ...difference }) => difference) })
  }
  return found
}

/** All of them, in the order of the looks. */
export const joinDifferences = (found: readonly FoundDifferences[]): { count: number; list: LedgerDifference[] } => ({
  count: found.reduce((sum, { count }) => sum + count, 0),
  list: found
    .toSorted((a, b) => a.check - b.check)
    .flatMap(({ list }) => list)
    .slice(0, maxListedDifferences),
})

/** Holds everything kept against the postings, in one session. `before` is called before each look. */
export const findLedgerDifferences = async (db: ClientBase, before?: (check: number) => Promise<void>) =>
  joinDifferences(await findDifferencesByCheck(db, [...differenceChecks.keys()], before))
