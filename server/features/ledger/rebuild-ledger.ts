import { Client } from 'pg'
import { ledgers } from '#rules/ledgers.ts'
import { accountBalanceSumsSql, paymentOrderSumsSql } from './balance-sums-sql.ts'
import { findLedgerDifferences, type LedgerDifference } from './ledger-differences.ts'
import type { LedgerConnection } from './ledger-session.ts'
import { gatherTeamsSql } from './team-totals-check.ts'
import { createMovementsTable } from './verify-ledger.ts'

type RebuildReport = {
  prefix: string
  /** What differed and is mended; 0 when all was right. */
  mended: number
  mendedList: LedgerDifference[]
  /** What no recomputing mends: the postings themselves are wrong. Nothing is written then. */
  left: number
  leftList: LedgerDifference[]
}

/** Nobody posts meanwhile, and nobody folds. */
const lockLedgerSql = `
  select pg_advisory_xact_lock(hashtext('fold_totals'), hashtext(current_schema()));
  select pg_advisory_xact_lock(hashtext('fold_ledger'), hashtext(current_schema()));
  lock table journal, payment_order, account_balance, total_delta, total_month_product, total_month_manager, total_day_product,
    captation, captation_delta, total_month_captation, total_month_credit, total_day_captation,
    stock_delta, total_day_stock, account_matured, team_client, team_client_due, team_delta, team_fact_delta, total_team_flow, total_day_team_stock, total_team_fact in share row exclusive mode`

const rebuildBalancesSql = `
  insert into account_balance (account_id, client_id, product_id, may_be_negative)
  select a.id, a.client_id, a.product_id, p.may_be_negative from account a join product p on p.id = a.product_id
  on conflict (account_id) do nothing;
  update account_balance b
     set client_id = a.client_id, product_id = a.product_id, may_be_negative = p.may_be_negative, principal = coalesce(s.principal, 0),
         interest = coalesce(s.interest, 0), payable = coalesce(s.payable, 0), reserved = coalesce(o.reserved, 0), ordered = coalesce(o.ordered, 0)
    from account a
    join product p on p.id = a.product_id
    left join (${accountBalanceSumsSql}) s on s.account_id = a.id
    left join (${paymentOrderSumsSql}) o on o.account_id = a.id
   where b.account_id = a.id
     and (b.client_id, b.product_id, b.may_be_negative, b.principal, b.interest, b.payable, b.reserved, b.ordered) is distinct from
         (a.client_id, a.product_id, p.may_be_negative, coalesce(s.principal, 0), coalesce(s.interest, 0), coalesce(s.payable, 0),
          coalesce(o.reserved, 0), coalesce(o.ordered, 0))`

/**
 * By product: from the postings. By manager: captation from the journals, which say to whom it is credited; of the other kinds whose client
 * it was is kept in the totals alone, so these keep their rows, and what they lack or have too much is nobody's.
 */
const rebuildTotalsSql = `
  delete from total_month_product;
  insert into total_month_product (month, product_id, kind, amount, movements)
  select date_trunc('month', day)::date, product_id, kind, sum(amount), sum(movements) from seen_day group by 1, 2, 3 having sum(movements) > 0;
  delete from total_day_product;
  insert into total_day_product (day, product_id, kind, amount, movements)
  select day, product_id, kind, sum(amount), sum(movements) from seen_day group by 1, 2, 3 having sum(movements) > 0;
  insert into total_month_manager as t (month, manager_id, product_id, kind, amount, movements)
  select date_trunc('month', booking_date)::date, manager_id, product_id, kind, sum(amount), sum(movements) from total_delta
   where not is_captation(kind) group by 1, 2, 3, 4
  on conflict (manager_id, month, product_id, kind) do update set amount = t.amount + excluded.amount, movements = t.movements + excluded.movements;
  delete from total_delta;
  delete from total_month_manager where is_captation(kind);
  insert into total_month_manager (month, manager_id, product_id, kind, amount, movements)
  select date_trunc('month', j.booking_date)::date, coalesce(j.credited_to, 0), a.product_id, j.kind, -sum(p.amount), count(distinct (j.id, a.id))
    from journal j join posting p on p.journal_id = j.id and p.ledger = ${ledgers.capital} join account a on a.id = p.account_id
   where is_captation(j.kind) group by 1, 2, 3, 4;
  insert into total_month_manager as t (month, manager_id, product_id, kind, amount, movements)
  select month, 0, product_id, kind, sum(amount), sum(movements) from (
    select month, product_id, kind, amount, movements from total_month_product where not is_captation(kind)
    union all
    select month, product_id, kind, -amount, -movements from total_month_manager where not is_captation(kind)) d
   group by month, product_id, kind having sum(amount) <> 0 or sum(movements) <> 0
  on conflict (manager_id, month, product_id, kind) do update set amount = t.amount + excluded.amount, movements = t.movements + excluded.movements`

/** Whoever reads adds up what isn't kept; a worker keeps it again. */
const resetLedgerDaysSql =
  'delete from ledger_day; delete from client_contribution; update ledger_fold set through = 0, reached = null, writers = null'

/**
 * Makes everything that is kept beside the postings anew from them, in one transaction of the owner: balances, what is held, totals, the
 * rows and sums of the client list. The postings are never touched; where they themselves don't hold, nothing is written.
 */
export const rebuildLedger = async ({
  ownerUrl,
  prefix,
}: Pick<LedgerConnection, 'ownerUrl' | 'prefix'>): Promise<RebuildReport> => {
  const db = new Client({ connectionString: ownerUrl, application_name: 'atalaya ledger rebuild' })
  await db.connect()
  try {
    await db.query(`begin; set local search_path = ${db.escapeIdentifier(prefix)}, pg_temp; ${lockLedgerSql}`)
    await createMovementsTable(db, null)
    const before = await findLedgerDifferences(db)
    if (before.count > 0)
      await db.query(
        `${rebuildBalancesSql}; select keep_all_earnings(); ${rebuildTotalsSql}; select write_all_captation(); select rebuild_stock(); select write_matured(); ${resetLedgerDaysSql}; select refresh_client_list(null); select rebuild_days(); ${gatherTeamsSql}`,
      )
    const after = await findLedgerDifferences(db)
    if (before.count > 0 && after.count === 0)
      await db.query(
        `insert into audit_event (action, entity, after) values ('ledger.rebuilt', 'ledger', jsonb_build_object('differences', $1::integer))`,
        [before.count],
      )
    await db.query(after.count === 0 ? 'commit' : 'rollback')
    const mended = after.count === 0 ? before : { count: 0, list: [] }
    return { prefix, mended: mended.count, mendedList: mended.list, left: after.count, leftList: after.list }
  } finally {
    await db.end()
  }
}
