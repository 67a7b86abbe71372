import { type Kysely, sql } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Role } from '#contract/permissions.ts'
import type {
  FirmAccount,
  PaymentSettings,
  removeLimit as removeContract,
  setFirmAccount as setAccountContract,
  setBonusLimit as setBonusContract,
  setContributionLimit as setContributionContract,
  setContributionRules as setRulesContract,
  setWithdrawalLimit as setWithdrawalContract,
} from '#contract/settings/payments.ts'
import type { DB } from '#db/types.ts'
import { readBankAccount } from '#rules/personal-numbers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw, Serving } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { findContributionRules } from '#server/domain/contribution-rules.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import { maskedNumber } from '#server/domain/masked.ts'
import { findWaitingSettings } from '#server/domain/waiting-settings.ts'
import { contributionRulesTask, lockContributionRules } from './contribution-rules-task.ts'
import { firmAccountTask, hiddenAccount, lockFirmAccount } from './firm-account-task.ts'
import { findLimitFrom, findLimitOn, type LimitChange, limitTask } from './limit-task.ts'

const waitingTasks = [limitTask.name, contributionRulesTask.name, firmAccountTask.name]

export const findPaymentSettings = async (
  { db }: Pick<Ctx, 'db'>,
  { clock }: Pick<Serving, 'clock'>,
): Promise<PaymentSettings> => {
  const [firmAccount, waiting, withdrawals, contributions, contributionRules, bonuses] = await Promise.all([
    findFirmAccount(db),
    findWaitingSettings(db, waitingTasks, clock()),
    db
      .selectFrom('withdrawalLimit')
      .select([sql<Role>`role`.as('role'), 'validFrom', 'amount', 'setAt', 'setBy'])
      .orderBy('role')
      .orderBy('validFrom', 'desc')
      .execute(),
    db
      .selectFrom('contributionLimit')
      .select([sql<Role>`role`.as('role'), 'validFrom', 'amount', 'setAt', 'setBy'])
      .orderBy('role')
      .orderBy('validFrom', 'desc')
      .execute(),
    findContributionRules(db),
    db
      .selectFrom('bonusLimit')
      .select([sql<Role>`role`.as('role'), 'validFrom', sql<string>`trim_scale(points)::text`.as('points')])
      .select(['setAt', 'setBy'])
      .orderBy('role')
      .orderBy('validFrom', 'desc')
      .execute(),
  ])
  return { firmAccount, withdrawals, contributions, contributionRules, bonuses, waiting }
}

/** Asks for another account to pay from, or sets it: a number whose check digits are right. */
export const setFirmAccount = async (
  ctx: Ctx,
  { body }: Parsed<typeof setAccountContract>,
  { serving }: Raw,
): Promise<PaymentSettings> => {
  const { before, after, reason } = body
  if (readBankAccount(after.number, tenantFacts[ctx.prefix].country) !== after.number)
    throw refuse('request.invalid', { fields: { 'after.number': 'invalid' } })
  const shown = ({ name, number, bic, taxId, suffix }: FirmAccount) => ({
    ...{ name, firmNumber: number, bic },
    ...{ firmTaxId: taxId, suffix },
  })
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await lockFirmAccount(tx, before))) throw refuse('conflict.changed')
    await propose(
      tx,
      ctx,
      firmAccountTask,
      {
        payload: { before, after },
        reason,
        entity: 'settings',
        params: { account: maskedNumber(after.number) },
        ...(before && { before: shown(before) }),
        after: shown(after),
        audited: { ...(before && { before: hiddenAccount(before) }), after: hiddenAccount(after) },
      },
      serving.clock(),
    )
  })
  return findPaymentSettings(ctx, serving)
}

const askFor = (tx: Kysely<DB>, ctx: Ctx, payload: LimitChange, reason: string, now: number) => {
  const { change, kind, role, value, seen, validFrom } = payload
  // In the words of the kind: an amount, or points.
  const shown = (limit: string | null) => ({ [kind === 'bonus' ? 'points' : 'limit']: limit ?? 'anyAmount' })
  const isSet = change === 'limitSet'
  return propose(
    tx,
    ctx,
    limitTask,
    {
      payload,
      reason,
      entity: 'settings',
      params: { change, kind, role, value: value ?? '', from: validFrom },
      before: isSet ? shown(seen) : { ...shown(value), validFrom },
      after: isSet ? { ...shown(value), validFrom } : { ended: true },
      always: true,
    },
    now,
  )
}

/** Asks for a limit from a day on. What has begun isn't changed any more: somebody has worked by it. */
const setLimit = async (
  ctx: Ctx,
  { serving }: Raw,
  limit: Pick<LimitChange, 'kind' | 'role' | 'validFrom' | 'value'>,
  reason: string,
): Promise<PaymentSettings> => {
  const { kind, role, validFrom } = limit
  if (validFrom < ctx.businessDate) throw refuse('request.invalid', { fields: { validFrom: 'past' } })
  await ctx.db.transaction().execute(async (tx) => {
    const seen = (await findLimitOn(tx, { kind, role, on: validFrom })) ?? null
    await askFor(tx, ctx, { change: 'limitSet', ...limit, seen }, reason, serving.clock())
  })
  return findPaymentSettings(ctx, serving)
}

export const setWithdrawalLimit = (ctx: Ctx, { body }: Parsed<typeof setWithdrawalContract>, raw: Raw) => {
  const { amount, reason, ...from } = body
  return setLimit(ctx, raw, { kind: 'withdrawal', ...from, value: amount }, reason)
}

export const setContributionLimit = (ctx: Ctx, { body }: Parsed<typeof setContributionContract>, raw: Raw) => {
  const { amount, reason, ...from } = body
  return setLimit(ctx, raw, { kind: 'contribution', ...from, value: amount }, reason)
}

/** Asks for other rules of money by hand. */
export const setContributionRules = async (
  ctx: Ctx,
  { body: { before, after, reason } }: Parsed<typeof setRulesContract>,
  { serving }: Raw,
): Promise<PaymentSettings> => {
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await lockContributionRules(tx, before))) throw refuse('conflict.changed')
    const params = { days: String(after.daysBack), confirmDays: String(after.confirmDays) }
    await propose(
      tx,
      ctx,
      contributionRulesTask,
      { payload: { before, after }, reason, entity: 'settings', params, before, after, always: true },
      serving.clock(),
    )
  })
  return findPaymentSettings(ctx, serving)
}

export const setBonusLimit = (ctx: Ctx, { body }: Parsed<typeof setBonusContract>, raw: Raw) => {
  const { points, reason, ...from } = body
  return setLimit(ctx, raw, { kind: 'bonus', ...from, value: points }, reason)
}

/** Asks to take back what hasn't begun. */
export const removeLimit = async (
  ctx: Ctx,
  { params, body }: Parsed<typeof removeContract>,
  { serving }: Raw,
): Promise<PaymentSettings> => {
  await ctx.db.transaction().execute(async (tx) => {
    const value = params.validFrom > ctx.businessDate ? await findLimitFrom(tx, params) : undefined
    if (value === undefined) throw refuse('notFound')
    const payload = { change: 'limitRemoved', ...params, value, seen: value } as const
    await askFor(tx, ctx, payload, body.reason, serving.clock())
  })
  return findPaymentSettings(ctx, serving)
}
