import { type Kysely, sql } from 'kysely'
import type { OperationBlockReason } from '#contract/clients/operation-eligibility.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { RenewalObstacle } from '#contract/maturities.ts'
import type { DB, MaturityInstruction } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { getAccrualEndDate } from '#rules/interest.ts'
import { ledgers } from '#rules/ledgers.ts'
import { findMaturitySettlement } from '#rules/maturity-settlement.ts'
import type { WithholdingLaw } from '#rules/withholding.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { findAccountsEligibility } from '#server/domain/client-eligibility.ts'
import { createPaymentOrder } from '#server/domain/payment-orders.ts'
import { postJournal, refreshClientList } from '#server/domain/post-journal.ts'
import type { RunSums } from '#server/domain/posting-runs.ts'
import { findRenewalOffer, maturityJournalSource, openRenewedAccount } from '#server/domain/renewal.ts'
import { postLastInterest } from './post-last-interest.ts'

export type MaturityRunContext = { law: WithholdingLaw; prefix: Prefix; runId: string; day: string; at: string }

const lockMaturingAccount = async (tx: Kysely<DB>, id: string) => {
  await sql`select from account where id = ${id} for no key update`.execute(tx)
  return tx
    .selectFrom('account as a')
    .innerJoin('accountTerms as t', 't.accountId', 'a.id')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .where('a.id', '=', id)
    .where('a.status', '=', 'active')
    .select(['a.id', 'a.number', 'a.clientId', 'a.productId', 'a.expiresOn', 'a.zoneId', 'a.officeId', 'a.termMonths'])
    .select(['a.transferProductId', 'a.signature', 't.earnsUntilPaid'])
    .select(sql<MaturityInstruction>`coalesce(a.instruction, p.default_instruction)`.as('instruction'))
    .executeTakeFirst()
}
type MaturingAccount = NonNullable<Awaited<ReturnType<typeof lockMaturingAccount>>>

/** What stands in the account, without what its withdrawals under way hold: that stays for them. In cents. */
const findAccountBalances = async (tx: Kysely<DB>, accountId: string) => {
  const { principal, balance, reserved } = await tx
    .selectFrom('accountBalance')
    .select(['principal', 'balance', 'reserved'])
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return { principal: toCents(principal), free: toCents(balance) - toCents(reserved), reserved }
}

type RenewalShares = { capital: bigint; interest: bigint }

/** What is renewed: of the capital, and of interest that was just paid out. */
const calculateRenewalShares = (
  { instruction }: MaturingAccount,
  principal: bigint,
  free: bigint,
  interest: bigint,
): RenewalShares => {
  if (instruction === 'pay_out') return { capital: 0n, interest: 0n }
  if (instruction === 'renew_principal') return { capital: principal < free ? principal : free, interest: 0n }
  return { capital: free, interest: instruction === 'renew_all' ? interest : 0n }
}

type RenewalResult = { renewedId: string; journals: number } | { obstacle: RenewalObstacle }

/** Moves the money into the account that follows, as of the day on which it was due, however late the run. */
const renewAccount = async (
  tx: Kysely<DB>,
  account: MaturingAccount,
  { capital, interest }: RenewalShares,
  { prefix, day, due }: MaturityRunContext & { due: string },
): Promise<RenewalResult> => {
  const cents = capital + interest
  const offer = await findRenewalOffer(tx, account, cents, due)
  if (typeof offer === 'string') return { obstacle: offer }
  const renewedId = await openRenewedAccount(tx, account, { cents, offer, prefix, day: due })
  await postJournal(tx, null, {
    kind: 'transfer',
    bookingDate: day,
    valueDate: due,
    key: `${maturityJournalSource}:${account.id}:transfer`,
    source: maturityJournalSource,
    lines: [
      { ledger: ledgers.capital, accountId: account.id, amount: centsToAmount(capital) },
      { ledger: ledgers.payable, accountId: account.id, amount: centsToAmount(interest) },
      { ledger: ledgers.capital, accountId: renewedId, amount: centsToAmount(-cents) },
    ].filter(({ amount }) => toCents(amount) !== 0n),
  })
  return { renewedId, journals: 1 }
}

/**
 * Moves what is left of the capital to the payable, from the day on which it earns no more; answers its journal.
 * See docs/decisions/0073-suspended-maturities.md
 */
export const moveToPayable = async (
  tx: Kysely<DB>,
  accountId: string,
  cents: bigint,
  { valueDate, day, key }: { valueDate: string; day: string; key: string },
): Promise<string | null> => {
  if (cents <= 0n) return null
  const { journalId } = await postJournal(tx, null, {
    kind: 'maturity',
    bookingDate: day,
    valueDate,
    key: `${maturityJournalSource}:${accountId}:${key}`,
    source: maturityJournalSource,
    lines: [
      { ledger: ledgers.capital, accountId, amount: centsToAmount(cents) },
      { ledger: ledgers.payable, accountId, amount: centsToAmount(-cents) },
    ],
  })
  return journalId
}

/** What of the holders keeps the instruction from being followed today. */
const findObstacleReasons = async (
  tx: Kysely<DB>,
  { id, instruction }: MaturingAccount,
  day: string,
): Promise<readonly OperationBlockReason[]> => {
  const verdict = (await findAccountsEligibility(tx, [id], day)).get(id)!
  if (instruction !== 'pay_out') return verdict.renew.allowed ? [] : verdict.renew.reasons
  return verdict.out.allowed && !verdict.out.withApproval ? [] : verdict.out.reasons
}

type InstructionResult = { renewedId: string | null; renewed: bigint; interest: bigint; reasons: readonly string[] }
const emptyRenewal = { renewedId: null, renewed: 0n, interest: 0n }

/** Follows the instruction as far as it can be; what can't be renewed, and why, stays where it is. */
const applyMaturityInstruction = async (
  tx: Kysely<DB>,
  account: MaturingAccount,
  shares: RenewalShares,
  run: MaturityRunContext & { due: string },
): Promise<InstructionResult> => {
  const reasons = await findObstacleReasons(tx, account, run.day)
  const renewed = shares.capital + shares.interest
  if (reasons.length > 0 || renewed <= 0n) return { ...emptyRenewal, reasons }
  const renewal = await renewAccount(tx, account, shares, run)
  if ('obstacle' in renewal) return { ...emptyRenewal, reasons: [renewal.obstacle] }
  return { renewedId: renewal.renewedId, renewed, interest: shares.interest, reasons: [] }
}

const toMaturityOutcome = ({ instruction }: MaturingAccount, renewedId: string | null, waits: boolean) => {
  if (renewedId !== null) return instruction === 'transfer' ? 'transferred' : 'renewed'
  return waits ? 'parked' : 'paid'
}

type DuePayment = { amount: bigint; kind: 'maturity' | 'interest'; journalId: string | null }

const createPaymentOrders = async (
  tx: Kysely<DB>,
  accountId: string,
  dues: readonly DuePayment[],
  at: string,
): Promise<void> => {
  for (const { amount, kind, journalId } of dues)
    if (amount > 0n && journalId !== null)
      await createPaymentOrder(tx, { accountId, amount: centsToAmount(amount), kind, journalId }, at)
}

/** The rows of its holders in the list of clients. */
export const refreshHolderRows = async (tx: Kysely<DB>, accountId: string): Promise<void> => {
  const holders = await tx.selectFrom('accountHolder').select('clientId').where('accountId', '=', accountId).execute()
  await refreshClientList(
    tx,
    holders.map(({ clientId }) => clientId),
  )
}

/**
 * The term of an account is over: the last interest trued up, then the money is renewed by its instruction, or leaves for the payable and is
 * ordered to be paid. Where the instruction can't be carried out the account ends all the same: its money waits in the payable, with the
 * reasons. What withdrawals under way hold stays for them. Null where there is nothing to do any more.
 */
export const matureAccount = async (tx: Kysely<DB>, run: MaturityRunContext, id: string): Promise<RunSums | null> => {
  const { law, day, at, runId } = run
  const account = await lockMaturingAccount(tx, id)
  if (!account?.expiresOn) return null
  const { settlesOn: due } = findMaturitySettlement(law.country, account.expiresOn)
  if (due > day) return null
  const until = getAccrualEndDate(account, law.country)!
  const last = await postLastInterest(tx, law, { id, until, day, at })
  const { principal, free, reserved } = await findAccountBalances(tx, id)
  const shares = calculateRenewalShares(account, principal, free, last.payable)
  const { renewedId, renewed, interest, reasons } = await applyMaturityInstruction(tx, account, shares, { ...run, due })
  const rest = renewedId === null ? free : free - (renewed - interest)
  const journalId = await moveToPayable(tx, id, rest, { valueDate: until, day, key: 'maturity' })
  const owed = last.payable - interest
  const payable = (rest > 0n ? rest : 0n) + owed
  const waits = reasons.length > 0 && payable > 0n
  if (!waits)
    await createPaymentOrders(
      tx,
      id,
      [
        { amount: rest, kind: 'maturity', journalId },
        { amount: owed, kind: 'interest', journalId: last.journalId },
      ],
      at,
    )
  await tx.updateTable('account').set({ status: 'expired', closedOn: day }).where('id', '=', id).execute()
  const outcome = toMaturityOutcome(account, renewedId, waits)
  const sums = { renewed: centsToAmount(renewed), payable: centsToAmount(payable), reserved }
  await tx
    .insertInto('maturity')
    .values({
      accountId: id,
      runId,
      maturedOn: day,
      outcome,
      renewedId,
      ...sums,
      journalId: journalId ?? last.journalId,
      reasons: waits ? [...reasons] : [],
    })
    .execute()
  const after = { outcome, renewedId, ...sums }
  await recordAuditEvent(tx, null, { action: 'account.matured', entity: 'account', entityId: id, after })
  await refreshHolderRows(tx, id)
  const journals = last.sums.journals + (renewedId ? 1 : 0) + (journalId ? 1 : 0)
  return { ...last.sums, accounts: 1, journals }
}
