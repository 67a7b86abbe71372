import { type Kysely, sql } from 'kysely'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { DB } from '#db/types.ts'
import type { Doer } from '#server/core/task.ts'
import { contribute, valueFor } from '#server/domain/contribute.ts'
import { linkJournals } from '#server/domain/link-journals.ts'
import { lockedAccounts } from '#server/domain/lock-account.ts'
import { bookLines, findBookingDay } from './bank-journals.ts'
import type { Fresh } from './insert-statements.ts'
import { barOfContribution, findVerdicts, type Verdicts } from './plan-contributions.ts'
import type { PlannedLine, Step } from './plan-lines.ts'

type Of<K extends Step['kind']> = { line: Fresh; step: Extract<Step, { kind: K }>; bar: ErrorCode | null }

/** Those of these lines that have such a step. */
export const linesOf = <K extends Step['kind']>(planned: readonly PlannedLine[], ...kinds: K[]): Of<K>[] =>
  planned.filter((one): one is PlannedLine & Of<K> => (kinds as Step['kind'][]).includes(one.step.kind))

/** How a line stands once nothing else has become of it: whose it is, or may be, and why it isn't booked. */
const noteProposals = async (tx: Kysely<DB>, planned: readonly PlannedLine[]): Promise<void> => {
  const rows = planned.flatMap(({ line: { id }, step, bar }) => {
    const waiting = { id, state: null, account_id: null, proposed_order_id: null, bar }
    if (step.kind === 'confirms')
      return { ...waiting, state: 'noted', account_id: step.accountId, proposed_account_id: null, proposed_by: null }
    if (step.kind === 'proposed') return { ...waiting, proposed_account_id: step.accountId, proposed_by: step.by }
    if (step.kind === 'contribution')
      return { ...waiting, proposed_account_id: step.accountId, proposed_by: 'reference' }
    if (step.kind === 'probableReturn') {
      const { accountId, orderId } = step
      return { ...waiting, proposed_account_id: accountId, proposed_by: 'return', proposed_order_id: orderId }
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

type Named = { line: Fresh; accountId: string; bookedOn: string; verdicts: Verdicts }

/** Whose account the payer named, that is where it goes; answers the client whose list row has changed, or what stands against it by now. */
const contributeNamed = async (
  tx: Kysely<DB>,
  doer: Doer,
  { line, accountId, bookedOn, verdicts }: Named,
): Promise<{ bar: ErrorCode } | { clientId: string }> => {
  const [account] = await lockedAccounts(tx, [accountId])
  const bar = barOfContribution(account, verdicts, line, doer.businessDate)
  if (bar || !account) return { bar: bar ?? 'account.notActive' }
  const { journalId } = await contribute(tx, doer, account, {
    ...{ amount: line.amount, valueDate: valueFor(account, line.valueDate, doer.businessDate) },
    ...{ bookingDate: bookedOn, from: 'unidentified' },
    ...{ key: `bank-entry:${line.id}:named`, source: 'statement', description: line.remittance.slice(0, 500) },
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
const contributeAll = async (
  tx: Kysely<DB>,
  doer: Doer,
  named: readonly { line: Fresh; step: { accountId: string } }[],
): Promise<string[]> => {
  const dayOf = await findBookingDay(tx, doer.businessDate)
  const accountIds = [...new Set(named.map(({ step }) => step.accountId))]
  const verdicts = await findVerdicts(tx, accountIds, doer.businessDate)
  const changed: string[] = []
  for (const { line, step } of named) {
    const bookedOn = dayOf(line.bookingDate)
    const came = await contributeNamed(tx, doer, { line, accountId: step.accountId, bookedOn, verdicts })
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
export const placeIncoming = async (tx: Kysely<DB>, doer: Doer, planned: readonly PlannedLine[]): Promise<string[]> => {
  // What speaks against a line is there before its journal is: that is what confirms money by hand.
  await noteProposals(tx, planned)
  await linkJournals(
    tx,
    linesOf(planned, 'confirms').map(({ line, step }) => ({ journalId: step.journalId, entryId: line.id })),
  )
  const booked = linesOf(planned, 'contribution', 'proposed', 'unidentified')
  await bookLines(
    tx,
    booked.map(({ line }) => line),
    doer.businessDate,
  )
  return contributeAll(tx, doer, linesOf(planned, 'contribution'))
}
