import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { centsOf, moneyOf } from '#rules/cents.ts'
import { journalsOf } from '#rules/interest-payouts.ts'
import { type JournalLine, ledgers } from '#rules/ledgers.ts'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer, Task } from '#server/core/task.ts'
import { findAccountsCanOperate, refuseUnlessAllowed } from '#server/domain/can-operate.ts'
import { assertWithinLimit } from '#server/domain/decider-limit.ts'
import { orderPayment } from '#server/domain/payment-orders.ts'
import { type Journal, postJournal, refreshClients } from '#server/domain/post-journal.ts'
import { type LockedQuote, lockQuote, type TaxPart } from './live-quote.ts'

const source = 'cancellation'

type Wanted = Pick<Journal, 'kind' | 'lines'>

/** The last interest with its tax, as a quote says: too much that was paid out before is taken from the capital, as there is no next time. */
const interestOf = (quote: LockedQuote): Wanted[] => {
  const interest = centsOf(quote.interest) - centsOf(quote.postedInterest)
  const bonus = centsOf(quote.bonus) - centsOf(quote.postedBonus)
  const stays = quote.capitalised || interest + bonus < 0n
  const withheld = { total: centsOf(quote.withheld), parts: [] }
  return journalsOf(quote.accountId, stays, { on: quote.quotedOn, interest, bonus, withheld })
}

/** What these journals leave in the account's capital, on top of what stood there. */
const capitalAfter = (quote: LockedQuote, journals: readonly Wanted[]): bigint =>
  journals
    .flatMap(({ lines }) => lines)
    .filter(({ ledger }) => ledger === ledgers.capital)
    .reduce((sum, { amount }) => sum - centsOf(amount), centsOf(quote.capital))

/** Of the capital as far as it goes; the rest of interest that was just paid out. */
const penaltyOf = ({ accountId, penalty }: LockedQuote, capital: bigint): Wanted[] => {
  const cents = centsOf(penalty)
  if (cents === 0n) return []
  const fromCapital = cents < capital ? cents : capital
  const lines: JournalLine[] = [
    { ledger: ledgers.capital, accountId, amount: moneyOf(fromCapital) },
    { ledger: ledgers.payable, accountId, amount: moneyOf(cents - fromCapital) },
    { ledger: ledgers.penaltyIncome, accountId: null, amount: moneyOf(-cents) },
  ]
  return [{ kind: 'penalty', lines: lines.filter(({ amount }) => centsOf(amount) !== 0n) }]
}

/** All that still stands in the account leaves for the payable. */
const releaseOf = ({ accountId }: LockedQuote, capital: bigint): Wanted[] =>
  capital === 0n
    ? []
    : [
        {
          kind: 'cancellation',
          lines: [
            { ledger: ledgers.capital, accountId, amount: moneyOf(capital) },
            { ledger: ledgers.payable, accountId, amount: moneyOf(-capital) },
          ],
        },
      ]

/** The journals of a quote, in their order: together they leave its net in the payable and nothing in the account. */
const journalsOfQuote = (quote: LockedQuote): Wanted[] => {
  const earned = interestOf(quote)
  const charged = [...earned, ...penaltyOf(quote, capitalAfter(quote, earned))]
  return [...charged, ...releaseOf(quote, capitalAfter(quote, charged))]
}

const post = async (tx: Kysely<DB>, doer: Doer, quote: LockedQuote): Promise<Map<string, string>> => {
  const posted = new Map<string, string>()
  for (const { kind, lines } of journalsOfQuote(quote)) {
    const { journalId } = await postJournal(tx, doer, {
      ...{ kind, lines, bookingDate: quote.quotedOn, valueDate: quote.quotedOn, source },
      key: `${source}:${quote.id}:${kind}`,
    })
    posted.set(kind, journalId)
  }
  return posted
}

const keepTaxes = async (tx: Kysely<DB>, quote: LockedQuote, journalId: string | null): Promise<void> => {
  const parts = (quote.taxParts as unknown as TaxPart[]).filter(
    ({ base, amount }) => centsOf(base) !== 0n || centsOf(amount) !== 0n,
  )
  if (parts.length === 0) return
  await tx
    .insertInto('withholdingPart')
    .values(parts.map((part) => ({ ...part, accountId: quote.accountId, journalId, bookedOn: quote.quotedOn })))
    .execute()
}

/** What posts without the account's lock may have come in between: then the figures are not those of this account any more. */
const refuseIfMoved = async (
  tx: Kysely<DB>,
  quote: LockedQuote,
  posted: ReadonlyMap<string, string>,
): Promise<void> => {
  const { rows } = await sql<{ moved: boolean }>`
    select b.balance <> 0 or b.reserved <> 0 or exists (
             select from posting l where l.account_id = b.account_id and l.journal_id > ${quote.lastJournal}
                and l.journal_id <> all(${[...posted.values()]}::bigint[])) as moved
      from account_balance b where b.account_id = ${quote.accountId}`.execute(tx)
  if (rows[0]!.moved) throw refuse('cancellation.over')
}

const close = async (tx: Kysely<DB>, doer: Doer, quote: LockedQuote, at: string): Promise<void> => {
  await tx
    .updateTable('account')
    .set({
      ...{ status: 'canceled', closedOn: quote.quotedOn, closeReason: quote.reasonName, contributionPlan: false },
      version: sql`version + 1`,
    })
    .where('id', '=', quote.accountId)
    .execute()
  await tx
    .updateTable('cancellationQuote')
    .set({ state: 'executed', executedAt: at, executedBy: doer.person.userId })
    .where('id', '=', quote.id)
    .execute()
  const holders = await tx
    .selectFrom('accountHolder')
    .where('accountId', '=', quote.accountId)
    .select('clientId')
    .execute()
  await refreshClients(
    tx,
    holders.map(({ clientId }) => clientId),
  )
}

/** Cancels an account as quoted, to the cent, and orders its money to be paid. */
export const cancellationTask: Task<'cancellation', { quoteId: string; accountId: string }> = {
  name: 'cancellation',
  module: 'bt_Cancelaciones',
  secondFactor: true,
  pageOf: (quoteId) => quoteId && `/crm/Cancelaciones/${quoteId}`,
  carryOut: async (tx, doer, { payload: { quoteId, accountId }, approvalId, now }) => {
    const quote = await lockQuote(tx, quoteId, accountId, doer.businessDate)
    if (quote.standing !== 'open' || quote.status !== 'active') throw refuse('approval.changedSince')
    const verdicts = await findAccountsCanOperate(tx, [accountId], doer.businessDate)
    refuseUnlessAllowed(verdicts.get(accountId)!.out)
    await assertWithinLimit(tx, doer, approvalId, { accountId, amount: quote.net })
    const at = new Date(now).toISOString()
    const posted = await post(tx, doer, quote)
    await refuseIfMoved(tx, quote, posted)
    await keepTaxes(tx, quote, posted.get('withholding') ?? null)
    const journalId = posted.get('cancellation') ?? posted.get('interest') ?? posted.get('bonus')
    if (journalId && centsOf(quote.net) > 0n)
      await orderPayment(tx, { accountId, amount: quote.net, kind: 'cancellation', journalId }, at)
    await close(tx, doer, quote, at)
    const { capital, penalty, withheld, net } = quote
    await audit(tx, doer, {
      action: 'cancellation.executed',
      entity: 'cancellation',
      entityId: quoteId,
      before: { status: 'active' },
      after: { status: 'canceled', account: quote.number, capital, penalty, withheld, net },
    })
  },
  drop: async (tx, { payload: { quoteId }, approvalId }) => {
    await tx
      .updateTable('cancellationQuote')
      .set({ approvalId: null, executionKey: null })
      .where('id', '=', quoteId)
      .where('approvalId', '=', approvalId)
      .execute()
  },
}
