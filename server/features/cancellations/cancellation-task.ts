import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { buildPayoutJournals } from '#rules/interest-payouts.ts'
import { type JournalLine, ledgers } from '#rules/ledgers.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { readStoredJson } from '#server/core/stored-json.ts'
import { assertWithinApproverLimit } from '#server/domain/approver-limit.ts'
import { assertOperationAllowed, findAccountsEligibility } from '#server/domain/client-eligibility.ts'
import { createPaymentOrder } from '#server/domain/payment-orders.ts'
import { type JournalInput, postJournal, refreshClientList } from '#server/domain/post-journal.ts'
import { type LockedQuote, lockQuote, type QuotedTaxPart } from './lock-quote.ts'

const journalSource = 'cancellation'

type JournalDraft = Pick<JournalInput, 'kind' | 'lines'>

/** The last interest with its tax, as a quote says: too much that was paid out before is taken from the capital, as there is no next time. */
const buildInterestJournals = (quote: LockedQuote): JournalDraft[] => {
  const interest = toCents(quote.interest) - toCents(quote.postedInterest)
  const bonus = toCents(quote.bonus) - toCents(quote.postedBonus)
  const stays = quote.capitalised || interest + bonus < 0n
  const withheld = { total: toCents(quote.withheld), parts: [] }
  return buildPayoutJournals(quote.accountId, stays, { on: quote.quotedOn, interest, bonus, withheld })
}

/** What these journals leave in the account's capital, on top of what stood there. */
const calculateCapitalAfter = (quote: LockedQuote, journals: readonly JournalDraft[]): bigint =>
  journals
    .flatMap(({ lines }) => lines)
    .filter(({ ledger }) => ledger === ledgers.capital)
    .reduce((sum, { amount }) => sum - toCents(amount), toCents(quote.capital))

/** Of the capital as far as it goes; the rest of interest that was just paid out. */
const buildPenaltyJournals = ({ accountId, penalty }: LockedQuote, capital: bigint): JournalDraft[] => {
  const cents = toCents(penalty)
  if (cents === 0n) return []
  const fromCapital = cents < capital ? cents : capital
  const lines: JournalLine[] = [
    { ledger: ledgers.capital, accountId, amount: centsToAmount(fromCapital) },
    { ledger: ledgers.payable, accountId, amount: centsToAmount(cents - fromCapital) },
    { ledger: ledgers.penaltyIncome, accountId: null, amount: centsToAmount(-cents) },
  ]
  return [{ kind: 'penalty', lines: lines.filter(({ amount }) => toCents(amount) !== 0n) }]
}

/** All that still stands in the account leaves for the payable. */
const buildReleaseJournals = ({ accountId }: LockedQuote, capital: bigint): JournalDraft[] =>
  capital === 0n
    ? []
    : [
        {
          kind: 'cancellation',
          lines: [
            { ledger: ledgers.capital, accountId, amount: centsToAmount(capital) },
            { ledger: ledgers.payable, accountId, amount: centsToAmount(-capital) },
          ],
        },
      ]

/** The journals of a quote, in their order: together they leave its net in the payable and nothing in the account. */
const buildQuoteJournals = (quote: LockedQuote): JournalDraft[] => {
  const earned = buildInterestJournals(quote)
  const charged = [...earned, ...buildPenaltyJournals(quote, calculateCapitalAfter(quote, earned))]
  return [...charged, ...buildReleaseJournals(quote, calculateCapitalAfter(quote, charged))]
}

const postQuoteJournals = async (tx: Kysely<DB>, actor: Actor, quote: LockedQuote): Promise<Map<string, string>> => {
  const posted = new Map<string, string>()
  for (const { kind, lines } of buildQuoteJournals(quote)) {
    const { journalId } = await postJournal(tx, actor, {
      kind,
      lines,
      bookingDate: quote.quotedOn,
      valueDate: quote.quotedOn,
      source: journalSource,
      key: `${journalSource}:${quote.id}:${kind}`,
    })
    posted.set(kind, journalId)
  }
  return posted
}

const insertWithholdingParts = async (tx: Kysely<DB>, quote: LockedQuote, journalId: string | null): Promise<void> => {
  const parts = readStoredJson<QuotedTaxPart[]>(quote.taxParts).filter(
    ({ base, amount }) => toCents(base) !== 0n || toCents(amount) !== 0n,
  )
  if (parts.length === 0) return
  await tx
    .insertInto('withholdingPart')
    .values(parts.map((part) => ({ ...part, accountId: quote.accountId, journalId, bookedOn: quote.quotedOn })))
    .execute()
}

/** What posts without the account's lock may have come in between: then the figures are not those of this account any more. */
const assertAmountsAsQuoted = async (
  tx: Kysely<DB>,
  quote: LockedQuote,
  posted: ReadonlyMap<string, string>,
): Promise<void> => {
  const { rows } = await sql<{ moved: boolean }>`
    select b.balance <> 0 or b.reserved <> 0 or exists (
             select from posting l where l.account_id = b.account_id and l.journal_id > ${quote.lastJournal}
                and l.journal_id <> all(${[...posted.values()]}::bigint[])) as moved
      from account_balance b where b.account_id = ${quote.accountId}`.execute(tx)
  if (rows[0]!.moved) throw buildRefusal('cancellation.over')
}

const closeQuotedAccount = async (tx: Kysely<DB>, actor: Actor, quote: LockedQuote, at: string): Promise<void> => {
  await tx
    .updateTable('account')
    .set({
      status: 'canceled',
      closedOn: quote.quotedOn,
      closeReason: quote.reasonName,
      contributionPlan: false,
      version: sql`version + 1`,
    })
    .where('id', '=', quote.accountId)
    .execute()
  await tx
    .updateTable('cancellationQuote')
    .set({ state: 'executed', executedAt: at, executedBy: actor.person.userId })
    .where('id', '=', quote.id)
    .execute()
  const holders = await tx
    .selectFrom('accountHolder')
    .where('accountId', '=', quote.accountId)
    .select('clientId')
    .execute()
  await refreshClientList(
    tx,
    holders.map(({ clientId }) => clientId),
  )
}

/** Cancels an account as quoted, to the cent, and orders its money to be paid. */
export const cancellationTask: ApprovalTask<'cancellation', { quoteId: string; accountId: string }> = {
  name: 'cancellation',
  module: 'bt_Cancelaciones',
  secondFactor: true,
  getRecordPath: (quoteId) => quoteId && `/crm/Cancelaciones/${quoteId}`,
  carryOut: async (tx, actor, { payload: { quoteId, accountId }, approvalId, now }) => {
    const quote = await lockQuote(tx, quoteId, accountId, actor.businessDate)
    if (quote.standing !== 'open' || quote.status !== 'active') throw buildRefusal('approval.changedSince')
    const verdicts = await findAccountsEligibility(tx, [accountId], actor.businessDate)
    assertOperationAllowed(verdicts.get(accountId)!.out)
    await assertWithinApproverLimit(tx, actor, approvalId, { accountId, amount: quote.net })
    const at = new Date(now).toISOString()
    const posted = await postQuoteJournals(tx, actor, quote)
    await assertAmountsAsQuoted(tx, quote, posted)
    await insertWithholdingParts(tx, quote, posted.get('withholding') ?? null)
    const journalId = posted.get('cancellation') ?? posted.get('interest') ?? posted.get('bonus')
    if (journalId && toCents(quote.net) > 0n)
      await createPaymentOrder(tx, { accountId, amount: quote.net, kind: 'cancellation', journalId }, at)
    await closeQuotedAccount(tx, actor, quote, at)
    const { capital, penalty, withheld, net } = quote
    await recordAuditEvent(tx, actor, {
      action: 'cancellation.executed',
      entity: 'cancellation',
      entityId: quoteId,
      before: { status: 'active' },
      after: { status: 'canceled', account: quote.number, capital, penalty, withheld, net },
    })
  },
  discardChange: async (tx, { payload: { quoteId }, approvalId }) => {
    await tx
      .updateTable('cancellationQuote')
      .set({ approvalId: null, executionKey: null })
      .where('id', '=', quoteId)
      .where('approvalId', '=', approvalId)
      .execute()
  },
  // Under the account's lock: of this and a new quote, the second sees what the first has done.
  restoreChange: async (tx, actor, { payload: { quoteId, accountId }, approvalId }) => {
    const quote = await lockQuote(tx, quoteId, accountId, actor.businessDate)
    const isFree = quote.approvalId === null && quote.executionKey === null
    if (quote.standing !== 'open' || quote.status !== 'active' || !isFree) throw buildRefusal('approval.rejectionFinal')
    await tx.updateTable('cancellationQuote').set({ approvalId }).where('id', '=', quoteId).execute()
  },
}
