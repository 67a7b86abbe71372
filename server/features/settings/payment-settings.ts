import { type Kysely, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Role } from '#contract/permissions.ts'
import type * as payments from '#contract/settings/payments.ts'
import type { DB } from '#db/types.ts'
import { parseBankAccount } from '#rules/personal-numbers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { EndpointDeps, HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { findContributionRules } from '#server/domain/contribution-rules.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import { maskAccountNumber } from '#server/domain/mask-identifiers.ts'
import { findPendingSettingChanges } from '#server/domain/pending-settings.ts'
import { contributionRulesTask, lockContributionRules } from './contribution-rules-task.ts'
import { firmAccountTask, lockFirmAccount, maskFirmAccount } from './firm-account-task.ts'
import { findLimitOnDay, findLimitStartingOn, type LimitChange, limitTask } from './limit-task.ts'

const paymentSettingTasks = [limitTask.name, contributionRulesTask.name, firmAccountTask.name]

/** The firm's account, limits by role, rules of contributions, and the changes that wait. */
export const findPaymentSettings = async (
  { db }: Pick<Ctx, 'db'>,
  { clock }: Pick<EndpointDeps, 'clock'>,
): Promise<payments.PaymentSettings> => {
  const [firmAccount, waiting, withdrawals, contributions, contributionRules, bonuses] = await Promise.all([
    findFirmAccount(db),
    findPendingSettingChanges(db, paymentSettingTasks, clock()),
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
  { body }: ParsedRequest<typeof payments.setFirmAccount>,
  { deps }: HttpContext,
): Promise<payments.PaymentSettings> => {
  const { before, after, reason } = body
  if (parseBankAccount(after.number, tenantFacts[ctx.prefix].country) !== after.number)
    throw buildRefusal('request.invalid', { fields: { 'after.number': 'invalid' } })
  const shown = ({ name, number, bic, taxId, suffix }: payments.FirmAccount) => ({
    name,
    firmNumber: number,
    bic,
    firmTaxId: taxId,
    suffix,
  })
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await lockFirmAccount(tx, before))) throw buildRefusal('conflict.changed')
    await proposeForApproval(
      tx,
      ctx,
      firmAccountTask,
      {
        payload: { before, after },
        reason,
        entity: 'settings',
        params: { account: maskAccountNumber(after.number) },
        ...(before && { before: shown(before) }),
        after: shown(after),
        audited: { ...(before && { before: maskFirmAccount(before) }), after: maskFirmAccount(after) },
      },
      deps.clock(),
    )
  })
  return findPaymentSettings(ctx, deps)
}

const proposeLimitChange = (tx: Kysely<DB>, ctx: Ctx, payload: LimitChange, reason: string, now: number) => {
  const { change, kind, role, value, seen, validFrom } = payload
  // In the words of the kind: an amount, or points.
  const shown = (limit: string | null) => ({ [kind === 'bonus' ? 'points' : 'limit']: limit ?? 'anyAmount' })
  const isSet = change === 'limitSet'
  return proposeForApproval(
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
const changeLimit = async (
  ctx: Ctx,
  { deps }: HttpContext,
  limit: Pick<LimitChange, 'kind' | 'role' | 'validFrom' | 'value'>,
  reason: string,
): Promise<payments.PaymentSettings> => {
  const { kind, role, validFrom } = limit
  if (validFrom < ctx.businessDate) throw buildRefusal('request.invalid', { fields: { validFrom: 'past' } })
  await ctx.db.transaction().execute(async (tx) => {
    const seen = (await findLimitOnDay(tx, { kind, role, on: validFrom })) ?? null
    await proposeLimitChange(tx, ctx, { change: 'limitSet', ...limit, seen }, reason, deps.clock())
  })
  return findPaymentSettings(ctx, deps)
}

export const setWithdrawalLimit = (
  ctx: Ctx,
  { body }: ParsedRequest<typeof payments.setWithdrawalLimit>,
  raw: HttpContext,
) => {
  const { amount, reason, ...from } = body
  return changeLimit(ctx, raw, { kind: 'withdrawal', ...from, value: amount }, reason)
}

export const setContributionLimit = (
  ctx: Ctx,
  { body }: ParsedRequest<typeof payments.setContributionLimit>,
  raw: HttpContext,
) => {
  const { amount, reason, ...from } = body
  return changeLimit(ctx, raw, { kind: 'contribution', ...from, value: amount }, reason)
}

/** Asks for other rules of money by hand. */
export const setContributionRules = async (
  ctx: Ctx,
  { body: { before, after, reason } }: ParsedRequest<typeof payments.setContributionRules>,
  { deps }: HttpContext,
): Promise<payments.PaymentSettings> => {
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await lockContributionRules(tx, before))) throw buildRefusal('conflict.changed')
    const params = { days: String(after.daysBack), confirmDays: String(after.confirmDays) }
    await proposeForApproval(
      tx,
      ctx,
      contributionRulesTask,
      { payload: { before, after }, reason, entity: 'settings', params, before, after, always: true },
      deps.clock(),
    )
  })
  return findPaymentSettings(ctx, deps)
}

export const setBonusLimit = (ctx: Ctx, { body }: ParsedRequest<typeof payments.setBonusLimit>, raw: HttpContext) => {
  const { points, reason, ...from } = body
  return changeLimit(ctx, raw, { kind: 'bonus', ...from, value: points }, reason)
}

/** Asks to take back what hasn't begun. */
export const removeLimit = async (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof payments.removeRoleLimit>,
  { deps }: HttpContext,
): Promise<payments.PaymentSettings> => {
  await ctx.db.transaction().execute(async (tx) => {
    const value = params.validFrom > ctx.businessDate ? await findLimitStartingOn(tx, params) : undefined
    if (value === undefined) throw buildRefusal('notFound')
    const payload = { change: 'limitRemoved', ...params, value, seen: value } as const
    await proposeLimitChange(tx, ctx, payload, body.reason, deps.clock())
  })
  return findPaymentSettings(ctx, deps)
}
