import { type Kysely, sql } from 'kysely'
import type { Prefix } from '#contract/core/values.ts'
import { tenantFacts } from '#contract/tenants.ts'
import { addMonths, isoDay, parseDay } from '#db/calendar.ts'
import { nextBusinessDay } from '#db/holidays.ts'
import type { DB, MaturityInstruction } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import { findAccountsCanOperate } from '#server/domain/can-operate.ts'
import { centsOf, moneyOf } from '#server/domain/cents.ts'
import { earnsUntil } from '#server/domain/interest.ts'
import { orderPayment } from '#server/domain/payment-orders.ts'
import { ledgers, postJournal, refreshClients } from '#server/domain/post-journal.ts'
import type { Law } from '#server/domain/withholding.ts'
import { type LastInterest, postLastInterest } from './last-interest.ts'
import { noSums, type RunSums } from './run-record.ts'

export type MaturityRun = { law: Law; prefix: Prefix; runId: string; day: string; at: string }

const source = 'maturity'

const lockMaturing = async (tx: Kysely<DB>, id: string) => {
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
type Maturing = NonNullable<Awaited<ReturnType<typeof lockMaturing>>>

const findBalance = (tx: Kysely<DB>, accountId: string) =>
  tx
    .selectFrom('accountBalance')
    .select(['principal', 'balance'])
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()

/** Where the money goes on: the product, its term and the rate of the day for that amount. */
const findOffer = async (tx: Kysely<DB>, account: Maturing, cents: bigint, day: string) => {
  const transfers = account.instruction === 'transfer'
  const productId = transfers ? account.transferProductId : account.productId
  const product = productId
    ? await tx
        .selectFrom('product')
        .select(['id', 'code', 'minimum', 'maximum', 'termMonths'])
        .where('id', '=', productId)
        .executeTakeFirst()
    : undefined
  if (!product) throw refuse('maturity.noProduct')
  const months = transfers ? product.termMonths : (account.termMonths ?? product.termMonths)
  if (cents < centsOf(product.minimum) || (product.maximum !== null && cents > centsOf(product.maximum)))
    throw refuse('maturity.amount')
  const { rows } = await sql<{ rate: string | null }>`
    select product_rate_on(${product.id}, ${day}, ${moneyOf(cents)}, ${months ?? 0}::smallint) as rate`.execute(tx)
  const rate = rows[0]?.rate ?? null
  if (rate === null) throw refuse('maturity.noRate')
  return { product, months, rate }
}

/** Opens the account that the money goes on in, with the same holders. A run that comes late opens it as of the day on which it was due. */
const openNext = async (tx: Kysely<DB>, account: Maturing, cents: bigint, prefix: Prefix, day: string) => {
  const { product, months, rate } = await findOffer(tx, account, cents, day)
  const { id } = await tx
    .insertInto('account')
    .values({
      ...{
        number: `${source}:${account.id}`,
        productId: product.id,
        clientId: account.clientId,
        status: 'active',
        rate,
      },
      ...{ openedOn: day, expiresOn: months === null ? null : isoDay(addMonths(parseDay(day), months)) },
      ...{ agreedAmount: moneyOf(cents), termMonths: months, zoneId: account.zoneId, officeId: account.officeId },
      signature: account.signature,
      instruction: account.instruction === 'transfer' || months === null ? null : account.instruction,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const number = `${tenantFacts[prefix].cvlLetter}-${product.code}-${id.slice(-8).padStart(8, '0')}`
  await tx.updateTable('account').set({ number }).where('id', '=', id).execute()
  await sql`insert into account_holder (account_id, client_id, role, share)
    select ${id}, client_id, role, share from account_holder where account_id = ${account.id}`.execute(tx)
  return id
}

/** What goes on into another account: of the capital, and of interest that was just paid out. */
const renewedOf = async (tx: Kysely<DB>, account: Maturing, last: LastInterest | null) => {
  const { principal, balance } = await findBalance(tx, account.id)
  const [all, put] = [centsOf(balance), centsOf(principal)]
  if (account.instruction === 'renew_principal') return { capital: put < all ? put : all, interest: 0n }
  return { capital: all, interest: account.instruction === 'renew_all' ? (last?.payable ?? 0n) : 0n }
}

type Went = { renewedId: string | null; renewed: bigint; interest: bigint; journals: number }

const goOn = async (
  tx: Kysely<DB>,
  account: Maturing,
  last: LastInterest | null,
  { prefix, day, due }: MaturityRun & { due: string },
): Promise<Went> => {
  const { capital, interest } = await renewedOf(tx, account, last)
  const renewed = capital + interest
  if (renewed <= 0n) throw refuse('maturity.amount')
  const renewedId = await openNext(tx, account, renewed, prefix, due)
  await postJournal(tx, null, {
    ...{ kind: 'transfer', bookingDate: day, valueDate: due, key: `${source}:${account.id}:transfer`, source },
    lines: [
      { ledger: ledgers.capital, accountId: account.id, amount: moneyOf(capital) },
      { ledger: ledgers.payable, accountId: account.id, amount: moneyOf(interest) },
      { ledger: ledgers.capital, accountId: renewedId, amount: moneyOf(-renewed) },
    ].filter(({ amount }) => centsOf(amount) !== 0n),
  })
  return { renewedId, renewed, interest, journals: 1 }
}

/** Whatever still stands in the account leaves for the payable, from the day on which it earns no more; answers how much, and its journal. */
const release = async (tx: Kysely<DB>, account: Maturing, { until, day }: { until: string; day: string }) => {
  const rest = centsOf((await findBalance(tx, account.id)).balance)
  if (rest <= 0n) return { rest: 0n, journalId: null }
  const { journalId } = await postJournal(tx, null, {
    ...{
      kind: 'maturity',
      bookingDate: day,
      valueDate: until,
      key: `${source}:${account.id}:maturity`,
      source,
    },
    lines: [
      { ledger: ledgers.capital, accountId: account.id, amount: moneyOf(rest) },
      { ledger: ledgers.payable, accountId: account.id, amount: moneyOf(-rest) },
    ],
  })
  return { rest, journalId }
}

/** Why the client's instruction can't be followed now; null where it can. */
const obstacleOf = async (tx: Kysely<DB>, { id, instruction }: Maturing, day: string): Promise<string[] | null> => {
  const verdict = (await findAccountsCanOperate(tx, [id], day)).get(id)!
  if (instruction !== 'pay_out') return verdict.renew.allowed ? null : verdict.renew.reasons
  return verdict.out.allowed && !verdict.out.withApproval ? null : verdict.out.reasons
}

const outcomeOf = ({ instruction }: Maturing, parked: boolean) =>
  parked ? 'parked' : instruction === 'pay_out' ? 'paid' : instruction === 'transfer' ? 'transferred' : 'renewed'

/**
 * The term of an account is over: the last interest trued up, then the money goes on by its instruction, or leaves for the payable and is
 * ordered to be paid. Of a client who can't operate it waits in the payable. Null where there is nothing to do any more.
 */
export const matureAccount = async (tx: Kysely<DB>, run: MaturityRun, id: string): Promise<RunSums | null> => {
  const { law, day, at, runId } = run
  const account = await lockMaturing(tx, id)
  if (!account?.expiresOn) return null
  const paidOn = isoDay(nextBusinessDay(law.country, parseDay(account.expiresOn)))
  if (paidOn > day) return null
  const until = earnsUntil(account, law.country)!
  const last = await postLastInterest(tx, law, { id, until, day })
  const reasons = await obstacleOf(tx, account, day)
  const goesOn = account.instruction !== 'pay_out' && reasons === null
  const went: Went = goesOn
    ? await goOn(tx, account, last, { ...run, due: paidOn })
    : { renewedId: null, renewed: 0n, interest: 0n, journals: 0 }
  const { rest, journalId } = await release(tx, account, { until, day })
  const owed = (last?.payable ?? 0n) - went.interest
  if (reasons === null) {
    if (journalId) await orderPayment(tx, { accountId: id, amount: moneyOf(rest), kind: 'maturity', journalId }, at)
    if (owed > 0n && last?.journalId)
      await orderPayment(tx, { accountId: id, amount: moneyOf(owed), kind: 'interest', journalId: last.journalId }, at)
  }
  await tx.updateTable('account').set({ status: 'expired', closedOn: day }).where('id', '=', id).execute()
  const outcome = outcomeOf(account, reasons !== null)
  const [renewed, payable] = [moneyOf(went.renewed), moneyOf(rest + owed)]
  await tx
    .insertInto('maturity')
    .values({
      ...{ accountId: id, runId, maturedOn: day, outcome, renewedId: went.renewedId, renewed, payable },
      ...{ journalId: journalId ?? last?.journalId ?? null, reasons: reasons ?? [] },
    })
    .execute()
  const after = { outcome, renewedId: went.renewedId, renewed, payable }
  await audit(tx, null, { action: 'account.matured', entity: 'account', entityId: id, after })
  const holders = await tx.selectFrom('accountHolder').select('clientId').where('accountId', '=', id).execute()
  await refreshClients(
    tx,
    holders.map(({ clientId }) => clientId),
  )
  const journals = went.journals + (journalId ? 1 : 0) + (last?.journals ?? 0)
  return { ...(last?.sums ?? noSums), accounts: 1, journals }
}
