import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { lockAccounts, lockAndReadAccounts } from '#server/domain/lock-account.ts'
import { postJournal, refreshClientList } from '#server/domain/post-journal.ts'
import { assertUnconfirmedMoneyStays } from '#server/domain/unconfirmed-money.ts'

/** The journal's lines with the opposite sign, and the accounts they are on. */
const buildReversalLines = async (tx: Kysely<DB>, journalId: string) => {
  const lines = await tx
    .selectFrom('posting')
    .where('journalId', '=', journalId)
    .select(['ledger', 'accountId', 'amount'])
    .orderBy('line')
    .execute()
  return {
    lines: lines.map((line) => ({ ...line, amount: centsToAmount(-toCents(line.amount)) })),
    accountIds: [...new Set(lines.flatMap(({ accountId }) => accountId ?? []))],
  }
}

type ReversalLine = Awaited<ReturnType<typeof buildReversalLines>>['lines'][number]

/** What it said of each holder's tax, or of a return, is taken back with it, on the day on which that happens. */
const reverseWithholdingParts = async (
  tx: Kysely<DB>,
  { journalId, undoneBy, on }: { journalId: string; undoneBy: string; on: string },
): Promise<void> => {
  await sql`
    insert into withholding_part (account_id, client_id, journal_id, booked_on, base, basis, rate, region, source, amount, country)
    select account_id, client_id, ${undoneBy}, ${on}, -base, basis, rate, region, source, -amount, country
      from withholding_part where journal_id = ${journalId}`.execute(tx)
  await sql`
    insert into tax_line (journal_id, form, month, booked_on, amount, payment)
    select ${undoneBy}, form, month, ${on}, -amount, payment from tax_line where journal_id = ${journalId}`.execute(tx)
}

/** What the accounts have to be for it: all active. */
const assertAccountsActive = async (tx: Kysely<DB>, accountIds: readonly string[]): Promise<void> => {
  const over = await tx
    .selectFrom('account')
    .where('id', '=', sql<string>`any(${accountIds}::bigint[])`)
    .where('status', '<>', 'active')
    .select('id')
    .executeTakeFirst()
  if (over) throw buildRefusal('account.notActive')
}

/**
 * What was confirmed and has left since isn't taken out once more in the place of what nothing has confirmed. Asked once the reversal is posted: where it
 * takes back the unconfirmed money itself, there is none any more.
 */
const assertConfirmedMoneyCovered = async (tx: Kysely<DB>, lines: readonly ReversalLine[]): Promise<void> => {
  const takenFrom = (ledger: number) =>
    new Set(
      lines.flatMap((line) => (line.ledger === ledger && toCents(line.amount) > 0n ? (line.accountId ?? []) : [])),
    )
  const capital = takenFrom(ledgers.capital)
  const payable = takenFrom(ledgers.payable)
  const accountIds = [...new Set([...capital, ...payable])]
  const accounts = await lockAndReadAccounts(tx, accountIds)
  await assertUnconfirmedMoneyStays(
    tx,
    accounts.map(({ id, principal }) => ({
      accountId: id,
      principalLeft: toCents(principal),
      takesPayable: payable.has(id),
    })),
  )
}

/**
 * Takes a journal back: booked today, on its lines with the opposite sign, from its own value date, so that interest is as if it had never
 * been. Refused by the database where the money is gone, or held for somebody, or the month is closed.
 */
export const reversalTask: ApprovalTask<'reversal', { journalId: string; key: string }> = {
  name: 'reversal',
  module: 'bt_Contabilidad',
  secondFactor: true,
  carryOut: async (tx, actor, { payload: { journalId, key }, approvalId }) => {
    const { lines, accountIds } = await buildReversalLines(tx, journalId)
    await lockAccounts(tx, accountIds)
    const journal = await tx
      .selectFrom('journal as j')
      .leftJoin('journal as r', 'r.reversesId', 'j.id')
      .where('j.id', '=', journalId)
      .select(['j.kind', 'j.valueDate', 'r.id as reversedById'])
      .executeTakeFirstOrThrow()
    if (journal.reversedById) throw buildRefusal('ledger.reversed')
    const posted = await postJournal(tx, actor, {
      kind: journal.kind,
      bookingDate: actor.businessDate,
      valueDate: journal.valueDate,
      lines,
      key,
      source: 'reversal',
      reverses: journalId,
    })
    await reverseWithholdingParts(tx, { journalId, undoneBy: posted.journalId, on: actor.businessDate })
    await assertAccountsActive(tx, accountIds)
    await assertConfirmedMoneyCovered(tx, lines)
    const clients = await tx
      .selectFrom('account')
      .where('id', '=', sql<string>`any(${accountIds}::bigint[])`)
      .select('clientId')
      .execute()
    await refreshClientList(
      tx,
      clients.map(({ clientId }) => clientId),
    )
    await recordAuditEvent(tx, actor, {
      action: 'journal.reversed',
      entity: 'journal',
      entityId: journalId,
      after: { reversedBy: posted.journalId, ...(approvalId && { approval: approvalId }) },
    })
  },
}
