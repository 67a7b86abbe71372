import { type Kysely, type RawBuilder, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Role } from '#contract/permissions.ts'
import { type ContributionRules, maxConfirmDays } from '#contract/settings/payments.ts'
import type { DB } from '#db/types.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { toCents } from '#rules/cents.ts'
import { businessDaysBefore } from '#rules/holidays.ts'
import type { Actor } from '#server/core/approval-task.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { defineStatement } from '#server/core/prepared-statement.ts'
import { assertWithinBonusLimit, isAboveAllBonusLimits } from './bonus-limit.ts'
import type { LockedAccount } from './lock-account.ts'

export const contributionRulesKey = 'contribution.rules'
const defaultContributionRules: ContributionRules = { daysBack: 5, confirmDays: 5 }
type StoredContributionRules = Partial<ContributionRules> | null

/** In working days. What a firm never set has its default. */
export const findContributionRules = async (db: Kysely<DB>): Promise<ContributionRules> => {
  const row = await db.selectFrom('setting').select('value').where('key', '=', contributionRulesKey).executeTakeFirst()
  return { ...defaultContributionRules, ...(row?.value as StoredContributionRules) }
}

/** What was noted before this day and nothing has confirmed has waited for longer than the firm lets it: all days it could be, of which the setting chooses. */
export const confirmationOverdueDateSql = ({
  prefix,
  businessDate,
}: Pick<Ctx, 'prefix' | 'businessDate'>): RawBuilder<string> => {
  const { country } = tenantFacts[prefix]
  const days = Array.from({ length: maxConfirmDays }, (_, n) =>
    toIsoDate(businessDaysBefore(country, parseDay(businessDate), n + 1)),
  )
  return sql`(${days}::date[])[coalesce((select (value ->> 'confirmDays')::int from setting where key = ${contributionRulesKey}), ${defaultContributionRules.confirmDays}::int)]`
}

/** The first value date that one person may note alone on that day: as many business days back as the firm allows. */
const calculateEarliestValueDate = (prefix: Ctx['prefix'], day: string, { daysBack }: ContributionRules): string =>
  toIsoDate(businessDaysBefore(tenantFacts[prefix].country, parseDay(day), daysBack))

/** The same as the firm's rules are now. A line of the bank with an older value date is a second person's to decide, as money by hand is. */
export const findEarliestValueDate = async (db: Kysely<DB>, prefix: Ctx['prefix'], day: string): Promise<string> =>
  calculateEarliestValueDate(prefix, day, await findContributionRules(db))

type ContributionFacts = {
  /** The journal that the key has made. */
  journalId: string | null
  /** Of the role; undefined: the firm has set none, null: any amount. */
  limit: string | null | undefined
  /** What the account holds already that nothing has confirmed. */
  unconfirmed: string
  rules: ContributionRules
}

type ContributionFactsRow = {
  journalId: string | null
  limits: (string | null)[]
  unconfirmed: string
  rules: StoredContributionRules
}

const queryContributionFacts = defineStatement(
  'contribution facts',
  (db, { accountId, role, key, today }: { accountId: string; role: Role; key: string; today: string }) =>
    sql<ContributionFactsRow>`
    select (select j.id::text from journal j where j.idempotency_key = ${key}) as "journalId",
           array(select amount::text from contribution_limit where role = ${role} and valid_from <= ${today} order by valid_from desc limit 1) as limits,
           (select coalesce(sum(amount), 0)::numeric(18, 2)::text from unconfirmed_contribution where account_id = ${accountId}) as unconfirmed,
           (select value from setting where key = ${contributionRulesKey}) as rules`.compile(db),
)

/** What noting money by hand in an account is judged by, and what its key has done before, in one statement. */
export const findContributionFacts = async (
  tx: Kysely<DB>,
  question: { accountId: string; role: Role; key: string; today: string },
): Promise<ContributionFacts> => {
  const [found] = await queryContributionFacts(tx, question)
  const { journalId, limits, unconfirmed, rules } = found!
  return { journalId, unconfirmed, limit: limits[0], rules: { ...defaultContributionRules, ...rules } }
}

/** Whether an amount takes what nothing has confirmed in the account above the limit. */
export const isOverContributionLimit = (
  { limit, unconfirmed }: Pick<ContributionFacts, 'limit' | 'unconfirmed'>,
  amount: string,
) => limit === undefined || (limit !== null && toCents(unconfirmed) + toCents(amount) > toCents(limit))

/** Why money by hand needs a second person. */
export type ContributionObstacle = 'overLimit' | 'backDated' | 'overAgreed'

type AgreedTerms = Pick<LockedAccount, 'status' | 'principal' | 'agreedAmount' | 'bonusRate'>

const isAboveAgreedAmount = ({ principal, agreedAmount }: AgreedTerms, amount: string): boolean =>
  agreedAmount !== null && toCents(principal) + toCents(amount) > toCents(agreedAmount)

/** Whether an amount would earn bonus interest that was given for less: for what was agreed. Whoever brings it, a second person decides. */
export const isAboveBonusAmount = (account: AgreedTerms, amount: string): boolean =>
  Number(account.bonusRate) > 0 && isAboveAgreedAmount(account, amount)

/** Whether more money under that bonus interest is direction's to decide. */
export const isBonusApprovalGuarded = async (
  tx: Kysely<DB>,
  account: AgreedTerms,
  { amount, businessDate }: { amount: string; businessDate: string },
): Promise<boolean> =>
  isAboveBonusAmount(account, amount) &&
  (await isAboveAllBonusLimits(tx, { bonusRate: account.bonusRate, businessDate }))

/** Asks the decider's own limit of bonus interest where an amount would earn any that was given for less. The account is locked. */
export const assertBonusLimitFor = async (
  tx: Kysely<DB>,
  doer: Actor,
  account: AgreedTerms,
  { amount, approvalId }: { amount: string; approvalId: string },
): Promise<void> => {
  if (isAboveBonusAmount(account, amount))
    await assertWithinBonusLimit(tx, doer, { approvalId, bonusRate: account.bonusRate })
}

/** The bonus interest that more money would earn, as whoever decides reads it. */
export const toBonusParam = ({ bonusRate }: Pick<AgreedTerms, 'bonusRate'>): { bonus?: string } =>
  Number(bonusRate) > 0 ? { bonus: bonusRate } : {}

/**
 * All that keeps somebody from noting this alone: their limit, a value date too far back, or more than an opening needs, or than bonus interest was given for.
 * See docs/decisions/0072-money-noted-by-hand.md
 */
export const findContributionObstacles = (
  { prefix, businessDate }: Pick<Ctx, 'prefix' | 'businessDate'>,
  account: AgreedTerms,
  { amount, valueDate }: { amount: string; valueDate: string },
  facts: ContributionFacts,
): ContributionObstacle[] => {
  const isOverAgreed =
    (account.status === 'pending' && isAboveAgreedAmount(account, amount)) || isAboveBonusAmount(account, amount)
  return [
    ...(isOverContributionLimit(facts, amount) ? (['overLimit'] as const) : []),
    ...(valueDate < calculateEarliestValueDate(prefix, businessDate, facts.rules) ? (['backDated'] as const) : []),
    ...(isOverAgreed ? (['overAgreed'] as const) : []),
  ]
}
