import type { Kysely } from 'kysely'
import type { Proposed } from '#contract/approvals.ts'
import type {
  addBankAccount as adding,
  makeBankAccountDefault as choosing,
  endBankAccount as ending,
} from '#contract/client-bank-accounts.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import { bankNameOf } from '#rules/bank-names.ts'
import { readBankAccount } from '#rules/personal-numbers.ts'
import { Refused } from '#rules/refused.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { limitCalls } from '#server/domain/limit-calls.ts'
import { maskedNumber } from '#server/domain/masked.ts'
import { type Doubts, findDoubts, isDoubtful, noDoubts, shownDoubts } from './doubts.ts'
import {
  accountIn,
  defaultOf,
  judgeEnd,
  type Known,
  lockUnnamed,
  lockWaiting,
  type Redirected,
  sumOf,
} from './known-accounts.ts'
import { type Client, proposeChange, type Wanted } from './propose-change.ts'

/** Whoever adds an account learns whether somebody else has it: so often in an hour, and no more. */
const findings = [{ most: 20, seconds: 3600 }]

type Adding = Parsed<typeof adding>['body']

const askedDoubts = async (
  tx: Kysely<DB>,
  client: Client,
  number: string,
  { holder, checked }: Adding,
): Promise<Doubts> => {
  const doubts = await findDoubts(tx, client.id, { number, holder })
  const { sameNumber, sameOfJoint, otherHolder } = doubts
  const fields = {
    ...(sameNumber > 0 && { number: sameOfJoint === sameNumber ? 'sameOfJoint' : 'sameNumber' }),
    ...(otherHolder && { holder: 'otherHolder' }),
  }
  if (!checked && isDoubtful(doubts)) throw refuse('bankAccount.doubtful', { fields })
  return doubts
}

/** What a change leads elsewhere, where it does. */
const shownMoney = (redirected: Redirected): object => (redirected.payments > 0 ? redirected : {})

const wantedAccount = (
  known: Known,
  number: string,
  { holder, makeDefault }: Adding,
  { doubts, redirected }: { doubts: Doubts; redirected: Redirected },
): Wanted => {
  const before = defaultOf(known)
  const makesDefault = makeDefault || before === null
  const leads = makesDefault ? redirected : sumOf([])
  const said = {
    ...(bankNameOf(number) && { bank: bankNameOf(number) }),
    ...shownDoubts(doubts),
    ...shownMoney(leads),
  }
  const as = (shown: (whole: string) => string) => ({
    ...(before && makesDefault && { before: { defaultAccount: shown(before.number) } }),
    after: { bankAccount: shown(number), ...(makesDefault && { defaultAccount: shown(number) }), ...said },
  })
  const read = as((whole) => whole)
  return {
    ...{ kind: 'add', number, holder, makesDefault, doubts, redirected: leads },
    read: { ...read, after: { ...read.after, holder } },
    audited: as(maskedNumber),
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
    const doubts = await askedDoubts(tx, client, number, body)
    return wantedAccount(known, number, body, { doubts, redirected: sumOf(await lockUnnamed(tx, client.id)) })
  }).catch(async (error: unknown) => {
    if (error instanceof Refused && error.code === 'bankAccount.doubtful' && error.details.fields?.number)
      await noteFinding(ctx, raw, input)
    throw error
  })
}

/** Proposes which of its bank accounts a client is paid to where nobody names one. */
export const makeBankAccountDefault = (ctx: Ctx, input: Parsed<typeof choosing>, { serving }: Raw) =>
  proposeChange(ctx, { ...input, now: serving.clock() }, async ({ tx, client, known }) => {
    const account = accountIn(known, input.params.bankAccountId)
    if (account.isDefault) throw refuse('bankAccount.isDefault')
    const before = defaultOf(known)
    const doubts = await findDoubts(tx, client.id, account)
    const redirected = sumOf(await lockUnnamed(tx, client.id))
    const as = (shown: (whole: string) => string) => ({
      ...(before && { before: { defaultAccount: shown(before.number) } }),
      after: { defaultAccount: shown(account.number), ...shownDoubts(doubts), ...shownMoney(redirected) },
    })
    const read = as((whole) => whole)
    return {
      ...{ kind: 'default', bankAccountId: account.id, number: account.number, doubts, redirected },
      read: { ...read, after: { ...read.after, holder: account.holder } },
      audited: as(maskedNumber),
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
    const doubts = heir ? await findDoubts(tx, client.id, heir) : noDoubts
    const redirected = sumOf(waiting)
    const as = (shown: (whole: string) => string) => ({
      before: { bankAccount: shown(account.number) },
      after: {
        ...(heir && { takesOver: shown(heir.number) }),
        ...{ ...shownDoubts(doubts), ...shownMoney(redirected) },
      },
    })
    const read = as((whole) => whole)
    return {
      ...{ kind: 'end', bankAccountId: account.id, number: account.number, takesOverId, doubts, redirected },
      read: heir ? { ...read, after: { ...read.after, holder: heir.holder } } : read,
      audited: as(maskedNumber),
    }
  })
