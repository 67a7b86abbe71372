import type { Kysely } from 'kysely'
import type { ProposalResult } from '#contract/approvals.ts'
import type { addBankAccount, endBankAccount, setDefaultBankAccount } from '#contract/client-bank-accounts.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import { findBankName } from '#rules/bank-names.ts'
import { parseBankAccount } from '#rules/personal-numbers.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { maskAccountNumber } from '#server/domain/mask-identifiers.ts'
import { assertWithinRateLimit } from '#server/domain/rate-limit.ts'
import {
  type BankAccountDoubts,
  findBankAccountDoubts,
  hasBankAccountDoubts,
  noBankAccountDoubts,
  toDoubtFacts,
} from './bank-account-doubts.ts'
import {
  assertAccountCanEnd,
  getAccount,
  getDefaultAccount,
  type LockedBankAccounts,
  lockPendingPayments,
  lockUnnamedPayments,
  type RedirectedPayments,
  sumRedirectedPayments,
} from './locked-accounts.ts'
import { type BankAccountChange, type ChangeClient, proposeBankAccountChange } from './propose-change.ts'

/** Whoever adds an account learns whether somebody else has it: so often in an hour, and no more. */
const doubtRateLimits = [{ maxCalls: 20, seconds: 3600 }]

type AddBankAccountInput = ParsedRequest<typeof addBankAccount>['body']

const findUncheckedDoubts = async (
  tx: Kysely<DB>,
  client: ChangeClient,
  number: string,
  { holder, checked }: AddBankAccountInput,
): Promise<BankAccountDoubts> => {
  const doubts = await findBankAccountDoubts(tx, client.id, { number, holder })
  const { sameNumber, sameOfJoint, otherHolder } = doubts
  const fields = {
    ...(sameNumber > 0 && { number: sameOfJoint === sameNumber ? 'sameOfJoint' : 'sameNumber' }),
    ...(otherHolder && { holder: 'otherHolder' }),
  }
  if (!checked && hasBankAccountDoubts(doubts)) throw buildRefusal('bankAccount.doubtful', { fields })
  return doubts
}

/** What a change leads elsewhere, where it does. */
const toRedirectedFacts = (redirected: RedirectedPayments): object => (redirected.payments > 0 ? redirected : {})

const buildAddChange = (
  lockedAccounts: LockedBankAccounts,
  number: string,
  { holder, makeDefault }: AddBankAccountInput,
  { doubts, redirected }: { doubts: BankAccountDoubts; redirected: RedirectedPayments },
): BankAccountChange => {
  const before = getDefaultAccount(lockedAccounts)
  const makesDefault = makeDefault || before === null
  const leads = makesDefault ? redirected : sumRedirectedPayments([])
  const changeFacts = {
    ...(findBankName(number) && { bank: findBankName(number) }),
    ...toDoubtFacts(doubts),
    ...toRedirectedFacts(leads),
  }
  const as = (formatNumber: (fullNumber: string) => string) => ({
    ...(before && makesDefault && { before: { defaultAccount: formatNumber(before.number) } }),
    after: {
      bankAccount: formatNumber(number),
      ...(makesDefault && { defaultAccount: formatNumber(number) }),
      ...changeFacts,
    },
  })
  const read = as((fullNumber) => fullNumber)
  return {
    kind: 'add',
    number,
    holder,
    makesDefault,
    doubts,
    redirected: leads,
    approvalFacts: { ...read, after: { ...read.after, holder } },
    auditFacts: as(maskAccountNumber),
  }
}

/** What somebody was told of others by a number is in the audit, as the proposal would have been. */
const auditDoubtFound = async (
  ctx: Ctx,
  { deps }: HttpContext,
  { params, body }: ParsedRequest<typeof addBankAccount>,
): Promise<void> => {
  await assertWithinRateLimit(deps, `bank account by ${ctx.person.userId}`, doubtRateLimits)
  await recordAuditEvent(ctx.db, ctx, {
    action: 'client.bankAccountDoubted',
    entity: 'client',
    entityId: params.clientId,
    after: { bankAccount: maskAccountNumber(body.number) },
  })
}

/** Proposes another bank account of a client. */
export const proposeBankAccount = async (
  ctx: Ctx,
  input: ParsedRequest<typeof addBankAccount>,
  raw: HttpContext,
): Promise<ProposalResult> => {
  const { country } = tenantFacts[ctx.prefix]
  const now = raw.deps.clock()
  return proposeBankAccountChange(ctx, { ...input, now }, async ({ tx, client, known: lockedAccounts }) => {
    const { body } = input
    const number = parseBankAccount(body.number, country)
    if (!number) throw buildRefusal('request.invalid', { fields: { number: country === 'MX' ? 'clabe' : 'iban' } })
    if (lockedAccounts.some((one) => one.number === number)) throw buildRefusal('bankAccount.known')
    const doubts = await findUncheckedDoubts(tx, client, number, body)
    return buildAddChange(lockedAccounts, number, body, {
      doubts,
      redirected: sumRedirectedPayments(await lockUnnamedPayments(tx, client.id)),
    })
  }).catch(async (error: unknown) => {
    if (error instanceof RefusalError && error.code === 'bankAccount.doubtful' && error.details.fields?.number)
      await auditDoubtFound(ctx, raw, input)
    throw error
  })
}

/** Proposes which of its bank accounts a client is paid to where nobody names one. */
export const proposeDefaultBankAccount = (
  ctx: Ctx,
  input: ParsedRequest<typeof setDefaultBankAccount>,
  { deps }: HttpContext,
) =>
  proposeBankAccountChange(ctx, { ...input, now: deps.clock() }, async ({ tx, client, known: lockedAccounts }) => {
    const account = getAccount(lockedAccounts, input.params.bankAccountId)
    if (account.isDefault) throw buildRefusal('bankAccount.isDefault')
    const before = getDefaultAccount(lockedAccounts)
    const doubts = await findBankAccountDoubts(tx, client.id, account)
    const redirected = sumRedirectedPayments(await lockUnnamedPayments(tx, client.id))
    const as = (formatNumber: (fullNumber: string) => string) => ({
      ...(before && { before: { defaultAccount: formatNumber(before.number) } }),
      after: {
        defaultAccount: formatNumber(account.number),
        ...toDoubtFacts(doubts),
        ...toRedirectedFacts(redirected),
      },
    })
    const read = as((fullNumber) => fullNumber)
    return {
      kind: 'default',
      bankAccountId: account.id,
      number: account.number,
      doubts,
      redirected,
      approvalFacts: { ...read, after: { ...read.after, holder: account.holder } },
      auditFacts: as(maskAccountNumber),
    }
  })

/** Proposes that nothing is paid to one of them any more. */
export const proposeBankAccountEnd = (ctx: Ctx, input: ParsedRequest<typeof endBankAccount>, { deps }: HttpContext) =>
  proposeBankAccountChange(ctx, { ...input, now: deps.clock() }, async ({ tx, client, known: lockedAccounts }) => {
    const { takesOverId } = input.body
    const account = getAccount(lockedAccounts, input.params.bankAccountId)
    const pendingPayments = await lockPendingPayments(tx, client.id, account.id)
    assertAccountCanEnd(lockedAccounts, account, takesOverId, pendingPayments)
    const heir = lockedAccounts.find(({ id }) => id === takesOverId)
    const doubts = heir ? await findBankAccountDoubts(tx, client.id, heir) : noBankAccountDoubts
    const redirected = sumRedirectedPayments(pendingPayments)
    const as = (formatNumber: (fullNumber: string) => string) => ({
      before: { bankAccount: formatNumber(account.number) },
      after: {
        ...(heir && { takesOver: formatNumber(heir.number) }),
        ...toDoubtFacts(doubts),
        ...toRedirectedFacts(redirected),
      },
    })
    const read = as((fullNumber) => fullNumber)
    return {
      kind: 'end',
      bankAccountId: account.id,
      number: account.number,
      takesOverId,
      doubts,
      redirected,
      approvalFacts: heir ? { ...read, after: { ...read.after, holder: heir.holder } } : read,
      auditFacts: as(maskAccountNumber),
    }
  })
