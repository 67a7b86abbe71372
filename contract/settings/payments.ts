import { z } from 'zod'
import { PendingSettingChange } from '#contract/approvals/pending-setting-change.ts'
import { Reason } from '#contract/approvals.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { BusinessDate, Instant, Money, SingleLineText } from '#contract/core/values.ts'
import { roles } from '#contract/permissions.ts'

/** The firm's own account: whose it is, its IBAN or CLABE, and the bank's BIC where it has one. */
export const FirmAccount = z.strictObject({
  name: SingleLineText(2, 70),
  number: z.string().regex(/^[A-Z0-9]{15,34}$/),
  bic: z
    .string()
    .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/)
    .nullable(),
  /** The firm's tax number, and the suffix that the bank gave to its contract for files: how Spanish banks know who orders. */
  taxId: z
    .string()
    .regex(/^[A-Z0-9]{8,13}$/)
    .nullable()
    .default(null),
  suffix: z
    .string()
    .regex(/^[A-Z0-9]{3}$/)
    .nullable()
    .default(null),
})
export type FirmAccount = z.infer<typeof FirmAccount>

const SetByFields = { setAt: Instant, setBy: z.string().nullable() }
const roleLimitKey = { role: z.enum(roles), validFrom: BusinessDate }
/** Points of interest, from 0 to 100. */
const BonusPoints = z.string().regex(/^(100(\.0{1,6})?|(0|[1-9]\d?)(\.\d{1,6})?)$/)
/** From 0; null: any amount. */
const AmountLimit = z
  .string()
  .regex(/^(0|[1-9]\d{0,11})\.\d{2}$/)
  .nullable()

export const maxDaysBack = 30
export const maxConfirmDays = 60

/** How money by hand is looked after, in business days: how far back one person may date it, and how long the bank may take to confirm it. */
export const ContributionRules = z.strictObject({
  daysBack: z.number().int().min(0).max(maxDaysBack),
  confirmDays: z.number().int().min(1).max(maxConfirmDays),
})
export type ContributionRules = z.infer<typeof ContributionRules>

export const PaymentSettings = z.object({
  firmAccount: FirmAccount.nullable(),
  /** What a role may ask for alone, and approve; the newest first of each role. */
  withdrawals: z.array(z.object({ ...roleLimitKey, amount: Money.nullable(), ...SetByFields })),
  /** How much that the bank hasn't confirmed a role may note in one account alone, and approve; the newest first of each role. */
  contributions: z.array(z.object({ ...roleLimitKey, amount: Money.nullable(), ...SetByFields })),
  contributionRules: ContributionRules,
  /** Points of bonus interest that a role may give alone. */
  bonuses: z.array(z.object({ ...roleLimitKey, points: BonusPoints, ...SetByFields })),
  /** Changes of these that wait for a second person, as their texts name them. */
  waiting: z.array(PendingSettingChange),
})
export type PaymentSettings = z.infer<typeof PaymentSettings>

const editSpec = { module: 'bt_Ajustes', action: 'edit', output: PaymentSettings } as const

export const getPaymentSettings = defineEndpoint({
  method: 'GET',
  path: '/settings/payments',
  summary: 'Where the firm pays from, and what each role may do alone',
  module: 'bt_Ajustes',
  action: 'view',
  output: PaymentSettings,
})

/** Waits for a second person where the firm wants one. `conflict.changed` where it isn't what the caller saw. */
export const setFirmAccount = defineEndpoint({
  method: 'PUT',
  path: '/settings/payments/account',
  changes: ['approvals', 'settings'],
  summary: 'Say which account the firm pays from',
  ...editSpec,
  body: z.object({ before: FirmAccount.nullable(), after: FirmAccount, reason: Reason }),
})

/**
 * A limit holds from its day until the next one of the role. What has begun stays as it was: a new one follows it. Every change of one waits
 * for a second person, and begins when it is approved where its day has come by then.
 */
export const setWithdrawalLimit = defineEndpoint({
  method: 'PUT',
  path: '/settings/payments/withdrawal-limits',
  changes: ['approvals', 'settings'],
  summary: 'Set up to what a role may ask for a withdrawal alone, and approve one, from a day on',
  ...editSpec,
  body: z.object({ ...roleLimitKey, amount: AmountLimit, reason: Reason }),
})

export const setContributionLimit = defineEndpoint({
  method: 'PUT',
  path: '/settings/payments/contribution-limits',
  changes: ['approvals', 'settings'],
  summary: 'Set up to what a role may note money that came in alone, and approve it, from a day on',
  ...editSpec,
  body: z.object({ ...roleLimitKey, amount: AmountLimit, reason: Reason }),
})

/** Always waits for a second person. `conflict.changed` where they aren't what the caller saw. */
export const setContributionRules = defineEndpoint({
  method: 'PUT',
  path: '/settings/payments/contribution-rules',
  changes: ['approvals', 'settings'],
  summary: 'Set how far back one person may date money by hand, and how long the bank may take to confirm it',
  ...editSpec,
  body: z.object({ before: ContributionRules, after: ContributionRules, reason: Reason }),
})

export const setBonusLimit = defineEndpoint({
  method: 'PUT',
  path: '/settings/payments/bonus-limits',
  changes: ['approvals', 'settings'],
  summary: 'Set how many points of bonus a role may give alone, from a day on',
  ...editSpec,
  body: z.object({ ...roleLimitKey, points: BonusPoints, reason: Reason }),
})

/** What a role is limited in. Another one: its name here, its column in `limitColumns` of the server, and an endpoint as those above. */
export const roleLimitKinds = ['withdrawal', 'contribution', 'bonus'] as const
export type RoleLimitKind = (typeof roleLimitKinds)[number]

export const removeRoleLimit = defineEndpoint({
  method: 'POST',
  path: '/settings/payments/limits/:kind/:role/:validFrom/remove',
  changes: ['approvals', 'settings'],
  summary: 'Take a limit back that has not begun',
  ...editSpec,
  params: z.object({ kind: z.enum(roleLimitKinds), ...roleLimitKey }),
  body: z.object({ reason: Reason }),
})
