import { type Kysely, sql } from 'kysely'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { DB } from '#db/types.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { linkJournals } from '#server/domain/link-journals.ts'
import { lockAndReadAccounts } from '#server/domain/lock-account.ts'
import { clampValueDate, postContribution } from '#server/domain/post-contribution.ts'
import { bookBankEntries, createBookingDayResolver } from './bank-journals.ts'
import type { NewBankEntry } from './insert-statements.ts'
import { type EligibilityByAccount, findAccountEligibility, getContributionObstacle } from './plan-contributions.ts'
import type { BookingStep, PlannedLine } from './plan-lines.ts'

type LineWithStep<K extends BookingStep['kind']> = {
  line: NewBankEntry
  step: Extract<BookingStep, { kind: K }>
  bar: ErrorCode | null
}

/** Those of these lines that have such a step. */
export const filterLinesByStep = <K extends BookingStep['kind']>(
  planned: readonly PlannedLine[],
  ...kinds: K[]
): LineWithStep<K>[] =>
  planned.filter((one): one is PlannedLine & LineWithStep<K> =>
    (kinds as BookingStep['kind'][]).includes(one.step.kind),
  )

/** How a line stands once nothing else has become of it: whose it is, or may be, and why it isn't booked. */
const recordProposals = async (tx: Kysely<DB>, planned: readonly PlannedLine[]): Promise<void> => {
  const rows = planned.flatMap(({ line: { id }, step, bar: obstacle }) => {
    const waitingRow = { id, state: null, account_id: null, proposed_order_id: null, bar: obstacle }
    if (step.kind === 'confirms')
      return { ...waitingRow, state: 'noted', account_id: step.accountId, proposed_account_id: null, proposed_by: null }
    if (step.kind === 'proposed') return { ...waitingRow, proposed_account_id: step.accountId, proposed_by: step.by }
    if (step.kind === 'contribution')
      return { ...waitingRow, proposed_account_id: step.accountId, proposed_by: 'reference' }
    if (step.kind === 'probableReturn') {
      const { accountId, orderId } = step
      return { ...waitingRow, proposed_account_id: accountId, proposed_by: 'return', proposed_order_id: orderId }
    }
    return []
  })
  await sql`
    update bank_entry e
       set state = coalesce(g.state::entry_state, e.state), account_id = g.account_id, proposed_account_id = g.proposed_account_id,
           proposed_by = g.proposed_by, proposed_order_id = g.proposed_order_id, bar = g.bar
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g (id bigint, state text, account_id bigint, proposed_account_id bigint, proposed_by text, proposed_order_id bigint, bar text)
     where e.id = g.id`.execute(tx)
}

type NamedContribution = { line: NewBankEntry; accountId: string; bookedOn: string; verdicts: EligibilityByAccount }

/** Whose account the payer named, that is where it goes; answers the client whose list row has changed, or what stands against it by now. */
const bookNamedContribution = async (
  tx: Kysely<DB>,
  actor: Actor,
  { line, accountId, bookedOn, verdicts }: NamedContribution,
): Promise<{ bar: ErrorCode } | { clientId: string }> => {
  const [account] = await lockAndReadAccounts(tx, [accountId])
  const obstacle = getContributionObstacle(account, verdicts, line, actor.businessDate)
  if (obstacle || !account) return { bar: obstacle ?? 'account.notActive' }
  const { journalId } = await postContribution(tx, actor, account, {
    amount: line.amount,
    valueDate: clampValueDate(account, line.valueDate, actor.businessDate),
    bookingDate: bookedOn,
    from: 'unidentified',
    key: `bank-entry:${line.id}:named`,
    source: 'statement',
    description: line.remittance.slice(0, 500),
    bankDay: line.bookingDate,
  })
  await tx
    .updateTable('bankEntry')
    .set({ state: 'posted', assignedJournalId: journalId, accountId, bar: null })
    .where('id', '=', line.id)
    .execute()
  return { clientId: account.clientId }
}

/** What the payers named, into their accounts: what the lines before have made impossible is left waiting, and says why. Answers whose list rows have changed. */
const bookNamedContributions = async (
  tx: Kysely<DB>,
  actor: Actor,
  namedLines: readonly { line: NewBankEntry; step: { accountId: string } }[],
): Promise<string[]> => {
  const dayOf = await createBookingDayResolver(tx, actor.businessDate)
  const accountIds = [...new Set(namedLines.map(({ step }) => step.accountId))]
  const verdicts = await findAccountEligibility(tx, accountIds, actor.businessDate)
  const changed: string[] = []
  for (const { line, step } of namedLines) {
    const bookedOn = dayOf(line.bookingDate)
    const came = await bookNamedContribution(tx, actor, { line, accountId: step.accountId, bookedOn, verdicts })
    if ('clientId' in came) changed.push(came.clientId)
    else await tx.updateTable('bankEntry').set({ bar: came.bar }).where('id', '=', line.id).execute()
  }
  return changed
}

/**
 * Books what came in: on the bank's ledger and in unidentified receipts on its day, but what somebody had noted by hand and what seems to be a payment
 * that comes back; and from there into the account that the payer named, where it may come. The accounts are locked since it was planned.
 * Answers whose list rows have changed.
 */
export const bookIncomingLines = async (
  tx: Kysely<DB>,
  actor: Actor,
  planned: readonly PlannedLine[],
): Promise<string[]> => {
  // What speaks against a line is there before its journal is: that is what confirms money by hand.
  await recordProposals(tx, planned)
  await linkJournals(
    tx,
    filterLinesByStep(planned, 'confirms').map(({ line, step }) => ({ journalId: step.journalId, entryId: line.id })),
  )
  const booked = filterLinesByStep(planned, 'contribution', 'proposed', 'unidentified')
  await bookBankEntries(
    tx,
    booked.map(({ line }) => line),
    actor.businessDate,
  )
  return bookNamedContributions(tx, actor, filterLinesByStep(planned, 'contribution'))
}
