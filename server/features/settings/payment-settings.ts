import { type Kysely, sql } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import type {
  FirmAccount,
  PaymentSettings,
  removeLimit as removeContract,
  setFirmAccount as setAccountContract,
  setBonusLimit as setBonusContract,
  setContributionLimit as setContributionContract,
  setContributionRules as setRulesContract,
  setWithdrawalLimit as setWithdrawalContract,
} from '#contract/payment-settings.ts'
import type { Role } from '#contract/permissions.ts'
import { tenantFacts } from '#contract/tenants.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { contributionRulesKey, findContributionRules } from '#server/domain/contribution-rules.ts'
import { findFirmAccount, firmAccountKey } from '#server/domain/firm-account.ts'
import { maskedNumber } from '#server/domain/masked.ts'
import { readBankAccount } from '#server/domain/personal-numbers.ts'

export const findPaymentSettings = async ({ db }: Pick<Ctx, 'db'>): Promise<PaymentSettings> => {
  const [firmAccount, withdrawals, contributions, contributionRules, bonuses] = await Promise.all([
    findFirmAccount(db),
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
  return { firmAccount, withdrawals, contributions, contributionRules, bonuses }
}

/** Enough of it to be told apart in the audit. */
const hidden = (account: FirmAccount | null) =>
  account && { name: account.name, bic: account.bic, number: maskedNumber(account.number) }

const same = (one: FirmAccount | null, other: FirmAccount | null): boolean =>
  one === other || (one?.name === other?.name && one?.number === other?.number && one?.bic === other?.bic)

/** Where payments leave from: a number whose check digits are right. What was approved keeps the account that it was approved with. */
export const setFirmAccount = async (
  ctx: Ctx,
  { body }: Parsed<typeof setAccountContract>,
): Promise<PaymentSettings> => {
  const { before, after } = body
  if (readBankAccount(after.number, tenantFacts[ctx.prefix].country) !== after.number)
    throw refuse('request.invalid', { fields: { 'after.number': 'invalid' } })
  await ctx.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ${firmAccountKey}, 0))`.execute(tx)
    const known = await findFirmAccount(tx)
    if (!same(known, before)) throw refuse('conflict.changed')
    const value = JSON.stringify(after)
    await tx
      .insertInto('setting')
      .values({ key: firmAccountKey, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, changedAt: sql`now()` }))
      .execute()
    await audit(tx, ctx, {
      action: 'firmAccount.set',
      entity: 'settings',
      ...(known && { before: hidden(known)! }),
      after: hidden(after)!,
    })
  })
  return findPaymentSettings(ctx)
}

/** What has begun isn't changed any more: somebody has worked by it. */
const assertAhead = ({ businessDate }: Ctx, validFrom: string): void => {
  if (validFrom < businessDate) throw refuse('request.invalid', { fields: { validFrom: 'past' } })
}

const by = ({ person }: Ctx) => ({ setAt: sql<string>`now()`, setBy: person.fullName })

const noteLimit = (tx: Kysely<DB>, ctx: Ctx, kind: string, after: object) =>
  audit(tx, ctx, { action: 'limit.set', entity: 'settings', after: { kind, ...after } })

export const setWithdrawalLimit = async (
  ctx: Ctx,
  { body }: Parsed<typeof setWithdrawalContract>,
): Promise<PaymentSettings> => {
  assertAhead(ctx, body.validFrom)
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('withdrawalLimit')
      .values({ ...body, ...by(ctx) })
      .onConflict((conflict) =>
        conflict.columns(['role', 'validFrom']).doUpdateSet({ amount: body.amount, ...by(ctx) }),
      )
      .execute()
    await noteLimit(tx, ctx, 'withdrawal', body)
  })
  return findPaymentSettings(ctx)
}

export const setContributionLimit = async (
  ctx: Ctx,
  { body }: Parsed<typeof setContributionContract>,
): Promise<PaymentSettings> => {
  assertAhead(ctx, body.validFrom)
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('contributionLimit')
      .values({ ...body, ...by(ctx) })
      .onConflict((conflict) =>
        conflict.columns(['role', 'validFrom']).doUpdateSet({ amount: body.amount, ...by(ctx) }),
      )
      .execute()
    await noteLimit(tx, ctx, 'contribution', body)
  })
  return findPaymentSettings(ctx)
}

/** How far back money by hand may be dated alone, and from when on it is listed as not confirmed. */
export const setContributionRules = async (
  ctx: Ctx,
  { body: { before, after } }: Parsed<typeof setRulesContract>,
): Promise<PaymentSettings> => {
  await ctx.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ${contributionRulesKey}, 0))`.execute(
      tx,
    )
    const known = await findContributionRules(tx)
    if (known.daysBack !== before.daysBack || known.confirmDays !== before.confirmDays) throw refuse('conflict.changed')
    const value = JSON.stringify(after)
    await tx
      .insertInto('setting')
      .values({ key: contributionRulesKey, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, changedAt: sql`now()` }))
      .execute()
    await audit(tx, ctx, { action: 'contributionRules.set', entity: 'settings', before, after })
  })
  return findPaymentSettings(ctx)
}

export const setBonusLimit = async (ctx: Ctx, { body }: Parsed<typeof setBonusContract>): Promise<PaymentSettings> => {
  assertAhead(ctx, body.validFrom)
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('bonusLimit')
      .values({ ...body, ...by(ctx) })
      .onConflict((conflict) =>
        conflict.columns(['role', 'validFrom']).doUpdateSet({ points: body.points, ...by(ctx) }),
      )
      .execute()
    await noteLimit(tx, ctx, 'bonus', body)
  })
  return findPaymentSettings(ctx)
}

const limitTables = { withdrawal: 'withdrawalLimit', contribution: 'contributionLimit', bonus: 'bonusLimit' } as const

/** Only what hasn't begun. */
export const removeLimit = async (ctx: Ctx, { params }: Parsed<typeof removeContract>): Promise<PaymentSettings> => {
  const { kind, role, validFrom } = params
  await ctx.db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom(limitTables[kind])
      .where('role', '=', role)
      .where('validFrom', '=', validFrom)
      .where('validFrom', '>', ctx.businessDate)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw refuse('notFound')
    await audit(tx, ctx, { action: 'limit.removed', entity: 'settings', before: params })
  })
  return findPaymentSettings(ctx)
}
