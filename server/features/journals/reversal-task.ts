import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { centsOf, moneyOf } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Task } from '#server/core/task.ts'
import { lockAccounts, lockedAccounts } from '#server/domain/lock-account.ts'
import { postJournal, refreshClients } from '#server/domain/post-journal.ts'
import { refuseTakingUnconfirmed } from '#server/domain/unconfirmed-money.ts'

/** The journal's lines with the opposite sign, and the accounts they are on. */
const findOpposite = async (tx: Kysely<DB>, journalId: string) => {
  const lines = await tx
    .selectFrom('posting')
    .where('journalId', '=', journalId)
    .select(['ledger', 'accountId', 'amount'])
    .orderBy('line')
    .execute()
  return {
    lines: lines.map((line) => ({ ...line, amount: moneyOf(-centsOf(line.amount)) })),
    accountIds: [...new Set(lines.flatMap(({ accountId }) => accountId ?? []))],
  }
}

type Opposite = Awaited<ReturnType<typeof findOpposite>>['lines'][number]

/** What it said of each holder's tax, or of a return, is taken back with it, on the day on which that happens. */
const undoParts = async (
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
const refuseWhereOver = async (tx: Kysely<DB>, accountIds: readonly string[]): Promise<void> => {
  const over = await tx
    .selectFrom('account')
    .where('id', '=', sql<string>`any(${accountIds}::bigint[])`)
    .where('status', '<>', 'active')
    .select('id')
    .executeTakeFirst()
  if (over) throw refuse('account.notActive')
}

/**
 * What was confirmed and has left since isn't taken out once more in the place of what nothing has confirmed. Asked once the reversal is posted: where it
 * takes back the unconfirmed money itself, there is none any more.
 */
const refuseUnconfirmed = async (tx: Kysely<DB>, lines: readonly Opposite[]): Promise<void> => {
  const takenFrom = (ledger: number) =>
    new Set(
      lines.flatMap((line) => (line.ledger === ledger && centsOf(line.amount) > 0n ? (line.accountId ?? []) : [])),
    )
  const [capital, payable] = [takenFrom(ledgers.capital), takenFrom(ledgers.payable)]
  const accountIds = [...new Set([...capital, ...payable])]
  const accounts = await lockedAccounts(tx, accountIds)
  await refuseTakingUnconfirmed(
    tx,
    accounts.map(({ id, principal }) => ({
      accountId: id,
      principalLeft: centsOf(principal),
      takesPayable: payable.has(id),
    })),
  )
}

/**
 * Takes a journal back: booked today, on its lines with the opposite sign, from its own value date, so that interest is as if it had never
 * been. Refused by the database where the money is gone, or held for somebody, or the month is closed.
 */
export const reversalTask: Task<'reversal', { journalId: string; key: string }> = {
  name: 'reversal',
  module: 'bt_Contabilidad',
  secondFactor: true,
  carryOut: async (tx, doer, { payload: { journalId, key }, approvalId }) => {
    const { lines, accountIds } = await findOpposite(tx, journalId)
    await lockAccounts(tx, accountIds)
    const journal = await tx
      .selectFrom('journal as j')
      .leftJoin('journal as r', 'r.reversesId', 'j.id')
      .where('j.id', '=', journalId)
      .select(['j.kind', 'j.valueDate', 'r.id as reversedById'])
      .executeTakeFirstOrThrow()
    if (journal.reversedById) throw refuse('ledger.reversed')
    const posted = await postJournal(tx, doer, {
      kind: journal.kind,
      bookingDate: doer.businessDate,
      valueDate: journal.valueDate,
      lines,
      key,
      source: 'reversal',
      reverses: journalId,
    })
    await undoParts(tx, { journalId, undoneBy: posted.journalId, on: doer.businessDate })
    await refuseWhereOver(tx, accountIds)
    await refuseUnconfirmed(tx, lines)
    const clients = await tx
      .selectFrom('account')
      .where('id', '=', sql<string>`any(${accountIds}::bigint[])`)
      .select('clientId')
      .execute()
    await refreshClients(
      tx,
      clients.map(({ clientId }) => clientId),
    )
    await audit(tx, doer, {
      action: 'journal.reversed',
      entity: 'journal',
      entityId: journalId,
      after: { reversedBy: posted.journalId, ...(approvalId && { approval: approvalId }) },
    })
  },
}
