import type { Client } from 'pg'
import type { ProgressReporter } from '#db/progress.ts'
import { ledgers } from '#rules/ledgers.ts'
import { berkaFormats } from './berka-formats.ts'
import { ImportInputError } from './import-session.ts'
import type { RefusalList } from './refusals.ts'
import { refuseDuplicateLines, refuseStagedLines } from './stage-file.ts'

/** As many as one statement posts quickest; their arrays take a few megabytes. */
const batchSize = 20_000

/** A movement needs a known account, content that agrees with what was imported before, and an open month. */
export const validateBerkaMovements = async (
  db: Client,
  refusals: RefusalList,
  progress: ProgressReporter,
): Promise<void> => {
  progress('check movements')
  await refuseDuplicateLines(db, berkaFormats.trans, refusals)
  const refuse = (reason: string, condition: string) =>
    refuseStagedLines(db, berkaFormats.trans.table, reason, condition, refusals)
  await refuse(
    `'account ' || t.account_id || ' is unknown'`,
    `not exists (select from account a where a.external_ref = 'berka:account:' || t.account_id)`,
  )
  await db.query(
    `create temporary table berka_known on commit drop as
     select m.id, j.request_hash = m.hash as same from berka_movement m join journal j on j.idempotency_key = 'berka:trans:' || m.id`,
  )
  await db.query('analyze berka_known')
  await refuse(
    `'id ' || t.id || ' was imported before with other content'`,
    'exists (select from berka_known k where k.id = t.id and not k.same)',
  )
  await refuse(
    `'the books are closed through ' || (select closed_through from ledger_period)`,
    't.day <= (select closed_through from ledger_period) and not exists (select from berka_known k where k.id = t.id)',
  )
}

/** Amounts and their sums are kept as numeric(18,2): below this. */
const maxLedgerAmount = '1e16'

/**
 * Refuses what no sum of the books could hold: an account's balance and the totals of all. Counted without signs, so that the order of
 * the movements doesn't matter; the totals are folded after the commit, where a refusal would come too late.
 */
const validateAmountSums = async (db: Client): Promise<void> => {
  await db.query(
    `create temporary table berka_moved on commit drop as select account_id, sum(abs(signed)) as moved from berka_ready group by account_id`,
  )
  await db.query('analyze berka_moved')
  const accounts = await db.query<{ account: string }>(
    `select split_part(a.external_ref, ':', 3) as account
       from berka_moved r
       join account_balance b using (account_id)
       join account a on a.id = r.account_id
      where r.moved + abs(b.principal) + abs(b.interest) >= ${maxLedgerAmount} order by a.id limit 1`,
  )
  const tooMuch = 'come to more than the books can hold (amounts below 10,000,000,000,000,000); nothing was written'
  if (accounts.rows[0]) throw new ImportInputError(`The movements of account ${accounts.rows[0].account} ${tooMuch}`)
  const all = await db.query<{ files: string }>(
    `select (select string_agg(distinct file, ', ') from berka_movement) as files
      where exists (select from berka_moved)
        and (select coalesce(sum(moved), 0) from berka_moved)
          + (select coalesce(sum(abs(amount)), 0) from total_month_product)
          + (select coalesce(sum(abs(amount)), 0) from total_delta) >= ${maxLedgerAmount}`,
  )
  if (all.rows[0]) throw new ImportInputError(`All movements of ${all.rows[0].files} together ${tooMuch}`)
}

/**
 * Posts the staged movements that aren't in the books yet, ordered by account: locks are taken in id order over the whole import,
 * and an account's lines come to lie together. Answers how many were posted, and how many of 0 there were, which move nothing.
 */
export const postBerkaMovements = async (
  db: Client,
  progress: ProgressReporter,
): Promise<{ posted: number; zero: number }> => {
  await db.query(
    `create temporary table berka_ready on commit drop as
     select row_number() over (order by a.id, m.day, m.file, m.line)::integer as n, a.id as account_id, m.kind, m.signed, m.day,
            'berka:trans:' || m.id as key, m.hash, m.description
       from berka_movement m
       join account a on a.external_ref = 'berka:account:' || m.account_id
      where m.signed <> 0 and not exists (select from berka_known k where k.id = m.id)`,
  )
  await db.query('create unique index on berka_ready (n); analyze berka_ready')
  await validateAmountSums(db)
  const counts = await db.query<{ ready: number; zero: number }>(
    `select (select count(*)::integer from berka_ready) as ready, (select count(*)::integer from berka_movement where signed = 0) as zero`,
  )
  const { ready, zero } = counts.rows[0]!
  let posted = 0
  for (let from = 1; from <= ready; from += batchSize) {
    progress('post movements', from - 1, ready)
    const { rows } = await db.query<{ posted: number }>({
      name: 'post berka movements',
      text: `select p.posted from (
          select array_agg(account_id order by n) as accounts, array_agg(kind order by n) as kinds, array_agg(signed order by n) as amounts,
                 array_agg(day order by n) as days, array_agg(key order by n) as keys, array_agg(hash order by n) as hashes,
                 array_agg(description order by n) as descriptions
            from berka_ready where n between $1 and $2
        ) b, lateral post_movements(b.accounts, b.kinds, b.amounts, b.days, b.days, b.keys, b.hashes, b.descriptions, 'berka') p`,
      values: [from, from + batchSize - 1],
    })
    posted += rows[0]!.posted
  }
  progress('post movements', ready, ready)
  return { posted, zero }
}

/** Recomputes the list rows of whoever's account moved. */
export const refreshClientRows = async (db: Client, progress: ProgressReporter): Promise<void> => {
  const { rows } = await db.query<{ id: string }>(
    'select distinct a.client_id as id from account a join berka_moved m on m.account_id = a.id order by 1',
  )
  const ids = rows.map(({ id }) => id)
  for (let from = 0; from < ids.length; from += batchSize) {
    progress('refresh the client list', from, ids.length)
    await db.query('select refresh_client_list($1)', [ids.slice(from, from + batchSize)])
  }
  if (ids.length > 0) progress('refresh the client list', ids.length, ids.length)
}

export type BankComparison = {
  balances: string
  ledger: string
  difference: string
  accounts: number
  beyondRounding: number
}

/**
 * The bank's last balance of each account in the files beside ours at the end of that day. The bank rounds to 0.10 at each step,
 * and its order within a day is not told: of the day's balances the one nearest to ours is its last.
 */
export const compareWithBank = async (db: Client): Promise<BankComparison> => {
  const { rows } = await db.query<BankComparison>(
    `with last as (
       select account_id, max(day) as day, count(*) as movements from berka_movement group by account_id
     ), ours as (
       select l.account_id, l.day, l.movements, -sum(p.amount) as balance
         from last l
         join account a on a.external_ref = 'berka:account:' || l.account_id
         join posting p on p.account_id = a.id and p.ledger = ${ledgers.capital} and p.booking_date <= l.day
        group by 1, 2, 3
     ), bank as (
       select distinct on (o.account_id) o.account_id, o.movements, o.balance as ours, m.balance
         from ours o join berka_movement m using (account_id, day)
        order by o.account_id, abs(m.balance - o.balance)
     )
     select round(coalesce(sum(balance), 0), 2)::text as balances, round(coalesce(sum(ours), 0), 2)::text as ledger,
            round(coalesce(sum(ours - balance), 0), 2)::text as difference, count(*)::integer as accounts,
            count(*) filter (where abs(ours - balance) > 0.10 * movements)::integer as "beyondRounding"
       from bank`,
  )
  return rows[0]!
}
