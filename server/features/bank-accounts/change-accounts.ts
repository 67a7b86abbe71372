import type { Kysely } from 'kysely'
import type { Proposed } from '#contract/approvals.ts'
import type {
  addBankAccount as adding,
  makeBankAccountDefault as choosing,
  endBankAccount as ending,
} from '#contract/client-bank-accounts.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/tenants.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { Refused, refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { bankNameOf } from '#server/domain/bank-names.ts'
import { centsOf, moneyOf } from '#server/domain/cents.ts'
import { limitCalls } from '#server/domain/limit-calls.ts'
import { maskedNumber } from '#server/domain/masked.ts'
import { readBankAccount } from '#server/domain/personal-numbers.ts'
import { findSharing, isOtherHolder, type Sharing } from './doubts.ts'
import { accountIn, defaultOf, judgeEnd, type Known, lockWaiting } from './known-accounts.ts'
import { type Client, proposeChange, type Wanted } from './propose-change.ts'

/** Whoever adds an account learns whether somebody else has it: so often in an hour, and no more. */
const findings = [{ most: 20, seconds: 3600 }]

type Adding = Parsed<typeof adding>['body']

const doubtsOf = async (
  tx: Kysely<DB>,
  client: Client,
  number: string,
  { holder, checked }: Adding,
): Promise<Sharing & { otherHolder: boolean }> => {
  const sharing = await findSharing(tx, number, client.id)
  const otherHolder = isOtherHolder(client.name, holder)
  const fields = {
    ...(sharing.sameNumber > 0 && {
      number: sharing.sameOfJoint === sharing.sameNumber ? 'sameOfJoint' : 'sameNumber',
    }),
    ...(otherHolder && { holder: 'otherHolder' }),
  }
  if (!checked && Object.keys(fields).length > 0) throw refuse('bankAccount.doubtful', { fields })
  return { ...sharing, otherHolder }
}

const wantedAccount = (
  known: Known,
  number: string,
  { holder, makeDefault }: Adding,
  doubts: Sharing & { otherHolder: boolean },
): Wanted => {
  const { sameNumber, sameOfJoint, otherHolder } = doubts
  const before = defaultOf(known)
  const makesDefault = makeDefault || before === null
  const said = {
    ...(bankNameOf(number) && { bank: bankNameOf(number) }),
    ...(sameNumber > 0 && { sameNumber, sameOfJoint }),
    ...(otherHolder && { otherHolder }),
  }
  const as = (shown: (whole: string) => string) => ({
    ...(before && makesDefault && { before: { defaultAccount: shown(before.number) } }),
    after: { bankAccount: shown(number), ...(makesDefault && { defaultAccount: shown(number) }), ...said },
  })
  const read = as((whole) => whole)
  return {
    ...{ kind: 'add', number, holder, makesDefault, ...doubts },
    read: { ...read, after: { ...read.after, holder } },
    audited: as(maskedNumber),
    // A sign of fraud is looked at by somebody else, whatever the firm does without.
    always: sameNumber > 0 || otherHolder,
  }
}

/** What somebody was told of others by a number is in the audit, as the proposal would have been. */
const noteFinding = async (ctx: Ctx, { serving }: Raw, { params, body }: Parsed<typeof adding>): Promise<void> => {
  await limitCalls(serving, `bank account by ${ctx.person.userId}`, findings)
  await audit(ctx.db, ctx, {
    action: 'client.bankAccountDoubted',
    entity: 'client',
    entityId: params.clientId,
    after: { bankAccount: maskedNumber(body.number) },
  })
}

/** Proposes another bank account of a client. */
export const addBankAccount = async (ctx: Ctx, input: Parsed<typeof adding>, raw: Raw): Promise<Proposed> => {
  const { country } = tenantFacts[ctx.prefix]
  const now = raw.serving.clock()
  return proposeChange(ctx, { ...input, now }, async ({ tx, client, known }) => {
    const { body } = input
    const number = readBankAccount(body.number, country)
    if (!number) throw refuse('request.invalid', { fields: { number: country === 'MX' ? 'clabe' : 'iban' } })
    if (known.some((one) => one.number === number)) throw refuse('bankAccount.known')
    return wantedAccount(known, number, body, await doubtsOf(tx, client, number, body))
  }).catch(async (error: unknown) => {
    if (error instanceof Refused && error.code === 'bankAccount.doubtful' && error.details.fields?.number)
      await noteFinding(ctx, raw, input)
    throw error
  })
}

/** Proposes which of its bank accounts a client is paid to where nobody names one. */
export const makeBankAccountDefault = (ctx: Ctx, input: Parsed<typeof choosing>, { serving }: Raw) =>
  proposeChange(ctx, { ...input, now: serving.clock() }, async ({ known }) => {
    const account = accountIn(known, input.params.bankAccountId)
    if (account.isDefault) throw refuse('bankAccount.isDefault')
    const before = defaultOf(known)
    const as = (shown: (whole: string) => string) => ({
      ...(before && { before: { defaultAccount: shown(before.number) } }),
      after: { defaultAccount: shown(account.number) },
    })
    return {
      ...{ kind: 'default', bankAccountId: account.id, number: account.number },
      ...{ read: as((whole) => whole), audited: as(maskedNumber) },
    }
  })

/** Proposes that nothing is paid to one of them any more. */
export const endBankAccount = (ctx: Ctx, input: Parsed<typeof ending>, { serving }: Raw) =>
  proposeChange(ctx, { ...input, now: serving.clock() }, async ({ tx, client, known }) => {
    const { takesOverId } = input.body
    const account = accountIn(known, input.params.bankAccountId)
    const waiting = await lockWaiting(tx, client.id, account.id)
    judgeEnd(known, account, takesOverId, waiting)
    const heir = known.find(({ id }) => id === takesOverId)
    const amount = moneyOf(waiting.reduce((sum, order) => sum + centsOf(order.amount), 0n))
    const as = (shown: (whole: string) => string) => ({
      before: { bankAccount: shown(account.number) },
      after: {
        ...(heir && { takesOver: shown(heir.number) }),
        ...(waiting.length > 0 && { payments: waiting.length, amount }),
      },
    })
    return {
      ...{ kind: 'end', bankAccountId: account.id, number: account.number, takesOverId },
      ...{ read: as((whole) => whole), audited: as(maskedNumber) },
    }
  })
