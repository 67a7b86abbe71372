import type { Client } from 'pg'
import { toIsoDate } from '#rules/calendar.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { SeedFirm } from './firm.ts'

type StatementLine = {
  text: string
  name: string
  cents: number
  number?: string
  /** The account that it became a contribution of, or that is proposed for it. */
  account?: string
  proposed?: string
}

/** What the two statements say besides the transfers of known clients: somebody who forgot the account's number, a fee of the bank. */
const unmatchedLines = {
  ES: { payer: 'Construcciones Ribera Alta SL', text: 'Factura 2231', fee: 'Comisión de mantenimiento' },
  PT: { payer: 'Construções Ribeira Alta Lda', text: 'Fatura 2231', fee: 'Comissão de manutenção' },
  MX: { payer: 'Construcciones Ribera Alta SA', text: 'Factura 2231', fee: 'Comisión por manejo de cuenta' },
}

/** Accounts whose clients may bring money, each of another client, with a bank account of theirs. */
const findPayers = async (owner: Client, before: string) => {
  const { rows } = await owner.query<{ id: string; number: string; name: string; iban: string }>(
    `select distinct on (c.id) a.id, a.number, concat_ws(' ', c.name, c.surname) as name, k.number as iban
       from account a join client c on c.id = a.client_id and c.block_kind is null and c.lopd_status = 'signed'
       join client_bank_account k on k.client_id = c.id
       join product p on p.id = a.product_id and p.maximum is null
      where a.status = 'active' and a.opened_on < $1
        and (select count(*) from account o where o.client_id = c.id and o.status in ('active', 'pending')) = 1
      order by c.id, a.id limit 4`,
    [before],
  )
  return rows
}

const insertStatementSql = `insert into bank_statement (bank_account_id, sha256, position, format, file_name, reference, from_date, to_date, opening, closing,
    uploaded_at)
  values ($1, sha256(convert_to($2, 'utf8')), 1, $3::text::statement_format, $2, $4, $5::date, $5::date, $6::numeric / 100, $7::numeric / 100,
    $5::date + interval '1 day 8 hours') returning id`

/** What the books moved on that day by themselves: contributions that were noted by hand, payments. The bank shows all of it. */
const bookedMovementsSql = `with moved as (
    select j.id, j.kind, j.value_date, j.description, sum(p.amount) as amount, (select min(o.account_id) from posting o where o.journal_id = j.id) as account_id
      from journal j join posting p on p.journal_id = j.id and p.ledger = ${ledgers.bank} where j.booking_date = $2::date
       and j.source <> 'statement' group by j.id having sum(p.amount) <> 0),
  made as (
    insert into bank_entry (bank_account_id, booking_date, value_date, amount, reference, occurrence, counterparty_name, remittance, state, account_id)
    select $1::bigint, $2::date, m.value_date, m.amount, 'J' || m.id, 1,
           (select concat_ws(' ', c.name, nullif(c.surname, '')) from account a join client c on c.id = a.client_id where a.id = m.account_id),
           coalesce(m.description, ''),
           case when m.amount > 0 and m.kind = 'contribution' then 'noted' else 'settled' end::entry_state,
           case when m.amount > 0 and m.kind = 'contribution' then m.account_id end
      from moved m order by m.id returning id, reference),
  linked as (insert into bank_entry_journal (journal_id, entry_id) select substr(reference, 2)::bigint, id from made)
  insert into bank_statement_line (statement_id, line, entry_id, known)
  select $3::bigint, 100 + row_number() over (order by id), id, false from made`

const insertBankEntrySql = `insert into bank_entry (bank_account_id, booking_date, value_date, amount, reference, occurrence, counterparty_name,
    counterparty_number, remittance, state, proposed_account_id, proposed_by)
  values ($1, $2, $2, $3::numeric / 100, $4, 1, $5, $6, $7, $8::text::entry_state, $9, $10) returning id`

/** Money that the bank shows, in the books on its day: bank against unidentified receipts. */
const postReceiptSql = `insert into bank_entry_journal (journal_id, entry_id)
  select journal_id, $1::bigint from post_journal('transfer', $2::date, $2::date, array[${ledgers.bank}, ${ledgers.unidentified}]::smallint[], array[null, null]::bigint[],
    array[$3::numeric / 100, -$3::numeric / 100], 'bank-entry:' || $1::bigint, 'seed', 'statement', $4::text)`

/** And from there into the account that its payer named. */
const assignContributionSql = `update bank_entry set state = 'posted', account_id = $2::bigint, assigned_journal_id = (
    select journal_id from post_journal('contribution', $3::date, $3::date, array[${ledgers.capital}, ${ledgers.unidentified}]::smallint[], array[$2::bigint, null],
      array[-$4::numeric / 100, $4::numeric / 100], 'bank-entry:' || $1::bigint || ':named', 'seed', 'statement', $5::text))
  where id = $1::bigint`

type StatementDay = { on: string; bankId: string; statementId: string }

const addStatementLine = async (
  owner: Client,
  { on, bankId, statementId }: StatementDay,
  statementLines: StatementLine,
  line: number,
): Promise<void> => {
  const { text, name, number, cents, account, proposed } = statementLines
  const { rows } = await owner.query<{ id: string }>(insertBankEntrySql, [
    bankId,
    on,
    cents,
    `${on.replaceAll('-', '')}${line}`,
    name || null,
    number ?? null,
    text,
    cents < 0 ? 'other' : 'waiting',
    account ?? proposed ?? null,
    account ? 'reference' : proposed ? 'iban' : null,
  ])
  const { id } = rows[0]!
  await owner.query(
    'insert into bank_statement_line (statement_id, line, entry_id, known) values ($1, $2, $3, false)',
    [statementId, line, id],
  )
  if (cents > 0) await owner.query(postReceiptSql, [id, on, cents, text || null])
  if (account) await owner.query(assignContributionSql, [id, account, on, cents, text])
}

/** The last two days before today on which banks work; days are counted from a Thursday. */
const listWorkingDays = (today: number): string[] =>
  [1, 2, 3, 4]
    .map((back) => today - back)
    .filter((day) => ![2, 3].includes(day % 7))
    .slice(0, 2)
    .reverse()
    .map(toIsoDate)

const bookedTotalsSql = `select (coalesce(sum(amount) filter (where booking_date < $1::date), 0) * 100)::bigint::text as before,
    (coalesce(sum(amount) filter (where booking_date = $1::date), 0) * 100)::bigint::text as on_day from posting where ledger = ${ledgers.bank}`

/**
 * Two statements of the last working days: all that the books moved then, transfers that name their account, one that only its payer's bank
 * account tells, one that nothing tells, and a fee that isn't booked. The first begins with what the books had. Answers how many journals that are.
 */
export const addStatements = async (owner: Client, { code, today }: SeedFirm): Promise<number> => {
  const [first, second, third, unnamed] = await findPayers(owner, toIsoDate(today - 60))
  if (!first || !second || !third || !unnamed) return 0
  const stray = unmatchedLines[code]
  const named = ({ id, number, name, iban }: typeof first, cents: number): StatementLine => ({
    text: number,
    name,
    number: iban,
    cents,
    account: id,
  })
  const statementLines: StatementLine[][] = [
    [named(first, 150_000), named(second, 62_550), { text: stray.text, name: stray.payer, cents: 240_000 }],
    [
      named(third, 300_000),
      { text: '', name: unnamed.name, number: unnamed.iban, cents: 50_000, proposed: unnamed.id },
      { text: stray.fee, name: '', cents: -1_815 },
    ],
  ]
  const { rows: banks } = await owner.query<{ id: string }>(
    `insert into bank_account (number, name) select value ->> 'number', value ->> 'name' from setting where key = 'payments.account' returning id`,
  )
  const bankId = banks[0]!.id
  let opening: bigint | undefined
  for (const [n, on] of listWorkingDays(today).entries()) {
    const { rows: sums } = await owner.query<{ before: string; on_day: string }>(bookedTotalsSql, [on])
    opening ??= BigInt(sums[0]!.before)
    const closing = statementLines[n]!.reduce(
      (sum, { cents }) => sum + BigInt(cents),
      opening + BigInt(sums[0]!.on_day),
    )
    const [format, ending] = n === 0 ? ['camt053', 'xml'] : ['norma43', 'n43']
    const { rows } = await owner.query<{ id: string }>(insertStatementSql, [
      bankId,
      `extracto-${on}.${ending}`,
      format,
      on.replaceAll('-', ''),
      on,
      opening.toString(),
      closing.toString(),
    ])
    const statementId = rows[0]!.id
    await owner.query(bookedMovementsSql, [bankId, on, statementId])
    for (const [line, one] of statementLines[n]!.entries())
      await addStatementLine(owner, { on, bankId, statementId }, one, line + 1)
    opening = closing
  }
  await owner.query('select fold_totals()')
  const { rows: made } = await owner.query<{ n: number }>(
    `select count(*)::integer as n from journal where source = 'statement'`,
  )
  return made[0]!.n
}
