import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { buildPayoutJournals } from '#rules/interest-payouts.ts'
import { type JournalLine, ledgers } from '#rules/ledgers.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { createPaymentOrder, updateOrderState } from '#server/domain/payment-orders.ts'
import { postJournal } from '#server/domain/post-journal.ts'
import type { DividedAccount, EstateRecipientRow } from './estate-division.ts'

const journalSource = 'estate'

export type EstateClosing = { estateId: string; approvalId: string | null; at: string; closeReason: string }

/** What was ordered for the deceased and has not left is part of what is divided: those orders are over. */
export const cancelEstateOrders = async (
  tx: Kysely<DB>,
  actor: Actor,
  accountIds: readonly string[],
  { at, closeReason }: EstateClosing,
): Promise<void> => {
  const orders = await tx
    .selectFrom('paymentOrder')
    .where('accountId', '=', sql<string>`any(${[...accountIds]}::bigint[])`)
    .where('kind', '<>', 'withdrawal')
    .where('state', '=', 'approved')
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id } of orders)
    await updateOrderState(tx, id, { state: 'canceled', at, userId: actor.person.userId, reason: closeReason })
}

/** The last interest with its tax, into the account: what stands there then is divided. */
const postEstateInterest = async (
  tx: Kysely<DB>,
  actor: Actor,
  { account, division }: DividedAccount,
  { estateId }: EstateClosing,
): Promise<void> => {
  const { interest, bonus, withheld } = division
  const on = actor.businessDate
  const total = withheld.reduce((sum, { amount }) => sum + amount, 0n)
  let taxJournalId: string | null = null
  for (const { kind, lines } of buildPayoutJournals(account.id, true, {
    on,
    interest,
    bonus,
    withheld: { total, parts: withheld },
  })) {
    const key = `${journalSource}:${estateId}:${account.id}:${kind}`
    const { journalId } = await postJournal(tx, actor, {
      kind,
      lines,
      bookingDate: on,
      valueDate: on,
      source: journalSource,
      key,
    })
    if (kind === 'withholding') taxJournalId = journalId
  }
  const parts = withheld.filter(({ base, amount }) => base !== 0n || amount !== 0n)
  if (parts.length === 0) return
  await tx
    .insertInto('withholdingPart')
    .values(
      parts.map(({ base, amount, ...part }) => ({
        ...part,
        accountId: account.id,
        journalId: taxJournalId,
        bookedOn: on,
        base: centsToAmount(base),
        amount: centsToAmount(amount),
      })),
    )
    .execute()
}

type RecipientMoney = { recipient: EstateRecipientRow; capital: bigint; payable: bigint; withheld: bigint }

/** The parts of an account, first out of what was owed already, then out of what stands there. */
const takeFromPots = ({ account, division, payees }: DividedAccount, payable: bigint): RecipientMoney[] => {
  let left = payable
  return division.parts
    .map(({ recipientId, net, withheld }) => {
      const owed = net < left ? net : left
      left -= owed
      const recipient = payees.find(({ id }) => id === recipientId)
      if (!recipient) throw new Error(`estate: nobody is paid part ${recipientId} of account ${account.id}`)
      return { recipient, payable: owed, capital: net - owed, withheld }
    })
    .filter(({ payable: owed, capital }) => owed + capital > 0n)
}

const buildRecipientLines = (accountId: string, { recipient, capital, payable }: RecipientMoney): JournalLine[] => {
  const target =
    recipient.accountId === null
      ? { ledger: ledgers.payable, accountId }
      : { ledger: ledgers.capital, accountId: recipient.accountId }
  const lines = [
    { ledger: ledgers.capital, accountId, amount: capital },
    { ledger: ledgers.payable, accountId, amount: payable },
    { ...target, amount: -(capital + payable) },
  ]
  return lines
    .filter(({ amount }) => amount !== 0n)
    .map(({ amount, ...line }) => ({ ...line, amount: centsToAmount(amount) }))
}

/** Moves one part into an account of its recipient, or orders it to be paid. Each part once: its key says of what it is. */
const payRecipient = async (
  tx: Kysely<DB>,
  actor: Actor,
  accountId: string,
  money: RecipientMoney,
  { estateId, approvalId, at }: EstateClosing,
): Promise<void> => {
  const { recipient, capital, payable, withheld } = money
  const amount = centsToAmount(capital + payable)
  const on = actor.businessDate
  const { journalId } = await postJournal(tx, actor, {
    kind: recipient.accountId === null ? 'cancellation' : 'transfer',
    lines: buildRecipientLines(accountId, money),
    bookingDate: on,
    valueDate: on,
    source: journalSource,
    key: `${journalSource}:${estateId}:${accountId}:recipient:${recipient.id}`,
  })
  const { clientId, bankAccountId } = recipient
  if (bankAccountId !== null)
    await createPaymentOrder(
      tx,
      { accountId, amount, kind: 'inheritance', journalId, approvalId, clientId, bankAccountId },
      at,
    )
  const order = await tx.selectFrom('paymentOrder').where('journalId', '=', journalId).select('id').executeTakeFirst()
  await tx
    .insertInto('estatePayment')
    .values({
      estateId,
      accountId,
      recipientId: recipient.id,
      clientId,
      amount,
      withheld: centsToAmount(withheld),
      journalId,
      orderId: order?.id ?? null,
      targetAccountId: recipient.accountId,
    })
    .execute()
}

const closeEstateAccount = async (
  tx: Kysely<DB>,
  { businessDate }: Actor,
  { account }: DividedAccount,
  { at, closeReason }: EstateClosing,
): Promise<void> => {
  if (account.status === 'active')
    await tx
      .updateTable('account')
      .set({
        status: 'canceled',
        closedOn: businessDate,
        closeReason,
        contributionPlan: false,
        version: sql`version + 1`,
      })
      .where('id', '=', account.id)
      .execute()
  await tx
    .updateTable('maturity')
    .set({ releasedAt: at })
    .where('accountId', '=', account.id)
    .where('releasedAt', 'is', null)
    .execute()
}

/** Posts the last interest of an account, gives each their part, and ends it. The account is locked, and so are those of the recipients. */
export const postEstateAccount = async (
  tx: Kysely<DB>,
  actor: Actor,
  divided: DividedAccount,
  release: EstateClosing,
): Promise<void> => {
  await postEstateInterest(tx, actor, divided, release)
  const { account } = divided
  const payable = toCents(account.payable)
  for (const money of takeFromPots(divided, payable)) await payRecipient(tx, actor, account.id, money, release)
  await closeEstateAccount(tx, actor, divided, release)
}
