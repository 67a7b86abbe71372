import type { Client } from 'pg'
import { berkaFormats } from './berka-formats.ts'
import type { RefusalList } from './refusals.ts'
import { refuseDuplicateLines, refuseStagedLines } from './stage-file.ts'

const { loan, card, order } = berkaFormats

/** Loans and orders need their account, cards their disposition. */
export const validateBerkaPositions = async (db: Client, refusals: RefusalList): Promise<void> => {
  for (const form of [loan, card, order]) await refuseDuplicateLines(db, form, refusals)
  for (const { table } of [loan, order])
    await refuseStagedLines(
      db,
      table,
      `'account ' || t.account_id || ' is unknown'`,
      'not exists (select from berka_account a where a.id = t.account_id)',
      refusals,
    )
  await refuseStagedLines(
    db,
    card.table,
    `'disposition ' || t.disposition_id || ' is unknown'`,
    'not exists (select from berka_disposition d where d.id = t.disposition_id)',
    refusals,
  )
}

const bankName = 'Banco Berka'

/** Loans and cards become positions at the other bank, under whom they belong to; orders become scheduled payments. */
export const insertBerkaPositions = async (db: Client): Promise<{ loans: number; cards: number; orders: number }> => {
  const loans = await db.query(
    `insert into external_position (client_id, account_id, kind, institution, description, amount, instalment, months, since, status, external_ref,
       closed_on, closing_reason)
     select a.client_id, a.id, 'loan', $1, 'Préstamo', l.amount, l.instalment, l.months, l.since, l.state, 'berka:loan:' || l.id,
            case when l.state = 'repaid' then l.since + make_interval(months => l.months) end, case when l.state = 'repaid' then 'repaid' end
       from berka_loan l join account a on a.external_ref = 'berka:account:' || l.account_id
      order by l.id on conflict (external_ref) do nothing`,
    [bankName],
  )
  const cards = await db.query(
    `insert into external_position (client_id, account_id, kind, institution, description, since, external_ref)
     select coalesce(k.merged_into_id, k.id), a.id, 'card', $1, c.description, c.since, 'berka:card:' || c.id
       from berka_card c
       join berka_disposition d on d.id = c.disposition_id
       join client k on k.external_ref = 'berka:client:' || d.client_id
       join account a on a.external_ref = 'berka:account:' || d.account_id
      order by c.id on conflict (external_ref) do nothing`,
    [bankName],
  )
  const orders = await db.query(
    `insert into scheduled_payment (account_id, amount, purpose, counterparty_bank, counterparty, external_ref)
     select a.id, o.amount, o.purpose, o.bank, o.partner, 'berka:order:' || o.id
       from berka_order o join account a on a.external_ref = 'berka:account:' || o.account_id
      order by o.id on conflict (external_ref) do nothing`,
  )
  return { loans: loans.rowCount ?? 0, cards: cards.rowCount ?? 0, orders: orders.rowCount ?? 0 }
}
