import { type Kysely, sql } from 'kysely'
import type { ChangeFacts } from '#contract/all-fields.ts'
import type { ParamsOfTask } from '#contract/approvals.ts'
import { type AttributionShares, attributionRoles } from '#contract/attribution/shares.ts'
import { type AttributionRule, defaultReinvestmentDays } from '#contract/attribution.ts'
import type { DB } from '#db/types.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { readStoredJson } from '#server/core/stored-json.ts'
import { buildGuardedSettingTask, type SettingChangeResult } from '#server/domain/guarded-setting.ts'

const reinvestmentDaysKey = 'captation.reinvestmentDays'

/** Of which product and channel; null of any. */
export type AttributionRuleKey = Pick<AttributionRule, 'productId' | 'productName' | 'channel'>
type DatedShares = { validFrom: string; shares: AttributionShares }
type DatedRule = AttributionRuleKey & DatedShares

/** A change of who is credited, and what stood there when it was proposed. */
export type AttributionChange =
  | { change: 'attributionSet'; rule: DatedRule; seen: DatedShares | null }
  | { change: 'attributionRemoved'; ruleId: string; rule: DatedRule }
  | { change: 'reinvestmentDaysSet'; days: number; seen: number }
type AttributionRuleChange = Exclude<AttributionChange, { change: 'reinvestmentDaysSet' }>

/** Who is credited is nobody else's to change until the transaction ends. */
export const lockAttribution = async (tx: Kysely<DB>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '.attribution', 0))`.execute(tx)
}

/** Within so many days of a payout a contribution counts as reinvested. The default where the firm has set none. */
export const findReinvestmentDays = async (db: Kysely<DB>): Promise<number> => {
  const row = await db.selectFrom('setting').select('value').where('key', '=', reinvestmentDaysKey).executeTakeFirst()
  return readStoredJson<number | undefined>(row?.value) ?? defaultReinvestmentDays
}

type RuleRow = AttributionShares & { validFrom: string }

/** Per cent, without the other fields of a rule. */
export const pickShares = ({ manager, partner, advisor, banker }: AttributionShares): AttributionShares => ({
  manager,
  partner,
  advisor,
  banker,
})
const toDatedShares = (row: RuleRow): DatedShares => ({ validFrom: row.validFrom, shares: pickShares(row) })

/** The rule of just that product and channel that holds on a day; null where none has begun. */
export const findRuleInForce = async (
  tx: Kysely<DB>,
  { productId, channel }: Pick<AttributionRuleKey, 'productId' | 'channel'>,
  day: string,
): Promise<DatedShares | null> => {
  const row = await tx
    .selectFrom('attributionRule')
    .select([...attributionRoles, 'validFrom'])
    .where('productId', 'is not distinct from', productId)
    .where('channel', 'is not distinct from', channel)
    .where('validFrom', '<=', day)
    .orderBy('validFrom', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toDatedShares(row) : null
}

/** The rule as it is, unless a later one has taken its place by that day. */
export const findRemovableRule = async (tx: Kysely<DB>, ruleId: string, day: string): Promise<DatedRule | null> => {
  const row = await tx
    .selectFrom('attributionRule as r')
    .leftJoin('product as p', 'p.id', 'r.productId')
    .where('r.id', '=', ruleId)
    .where(
      sql<boolean>`not exists (select from attribution_rule n where n.valid_from > r.valid_from and n.valid_from <= ${day}::date
        and n.product_id is not distinct from r.product_id and n.channel is not distinct from r.channel)`,
    )
    .select(['r.productId', 'p.name as productName', 'r.channel', 'r.validFrom'])
    .select(['r.manager', 'r.partner', 'r.advisor', 'r.banker'])
    .executeTakeFirst()
  if (!row) return null
  const { productId, productName, channel } = row
  return { productId, productName, channel, ...toDatedShares(row) }
}

export const hasSameShares = (one: AttributionShares, other: AttributionShares): boolean =>
  attributionRoles.every((role) => one[role] === other[role])

const isSameRule = (one: DatedShares | null, other: DatedShares | null): boolean =>
  one === other ||
  (one !== null && other !== null && one.validFrom === other.validFrom && hasSameShares(one.shares, other.shares))

/** '12.50' as its text names it: '12.5'. */
const trimShare = (share: string): string => share.replace(/\.?0+$/, '') || '0'

/** What the text of a change names. */
export const toMessageParams = (change: AttributionChange): ParamsOfTask<'attribution'> => {
  if (change.change === 'reinvestmentDaysSet') return { change: change.change, days: String(change.days) }
  const { productName, channel, validFrom, shares } = change.rule
  return {
    change: change.change,
    product: productName ?? '',
    channel: channel ?? 'any',
    from: validFrom,
    manager: trimShare(shares.manager),
    partner: trimShare(shares.partner),
    advisor: trimShare(shares.advisor),
    banker: trimShare(shares.banker),
  }
}

const toShareFacts = ({ validFrom, shares }: DatedShares): ChangeFacts => ({
  validFrom,
  managerShare: shares.manager,
  partnerShare: shares.partner,
  advisorShare: shares.advisor,
  bankerShare: shares.banker,
})
const toRuleFacts = (rule: DatedRule): ChangeFacts => ({
  productName: rule.productName ?? 'any',
  clientChannel: rule.channel ?? 'any',
  ...toShareFacts(rule),
})

/** Before and after, for whoever decides and for the audit. */
export const toChangeFacts = (change: AttributionChange): { before?: ChangeFacts; after: ChangeFacts } => {
  if (change.change === 'reinvestmentDaysSet')
    return { before: { reinvestmentDays: change.seen }, after: { reinvestmentDays: change.days } }
  const facts = toRuleFacts(change.rule)
  if (change.change === 'attributionRemoved') return { before: facts, after: { ended: true } }
  return { ...(change.seen && { before: toShareFacts(change.seen) }), after: facts }
}

const upsertRule = async (
  tx: Kysely<DB>,
  { person }: Actor,
  { productId, channel, validFrom, shares }: DatedRule,
): Promise<void> => {
  const set = { ...shares, setAt: sql<string>`now()`, setBy: person.fullName }
  await tx
    .insertInto('attributionRule')
    .values({ productId, channel, validFrom, ...set })
    .onConflict((conflict) => conflict.constraint('attribution_rule_key').doUpdateSet(set))
    .execute()
}

const saveReinvestmentDays = async (tx: Kysely<DB>, days: number, seen: number): Promise<void> => {
  if ((await findReinvestmentDays(tx)) !== seen) throw buildRefusal('approval.changedSince')
  const value = JSON.stringify(days)
  await tx
    .insertInto('setting')
    .values({ key: reinvestmentDaysKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, changedAt: sql`now()` }))
    .execute()
}

const applyRuleChange = async (tx: Kysely<DB>, actor: Actor, change: AttributionRuleChange): Promise<void> => {
  const { rule } = change
  if (change.change === 'attributionSet') {
    if (!isSameRule(await findRuleInForce(tx, rule, rule.validFrom), change.seen))
      throw buildRefusal('approval.changedSince')
    return upsertRule(tx, actor, rule)
  }
  if (!isSameRule(await findRemovableRule(tx, change.ruleId, actor.businessDate), rule))
    throw buildRefusal('approval.changedSince')
  await tx.deleteFrom('attributionRule').where('id', '=', change.ruleId).execute()
}

/** What waited for its second person begins when it is given, not before: nobody knew it until then. */
const beginByToday = (change: AttributionChange, today: string): AttributionChange =>
  change.change === 'attributionSet' && change.rule.validFrom < today
    ? { ...change, rule: { ...change.rule, validFrom: today } }
    : change

const auditedActions = {
  attributionSet: 'attributionRule.set',
  attributionRemoved: 'attributionRule.removed',
  reinvestmentDaysSet: 'captation.reinvestmentDaysSet',
} as const

const toAuditEvent = (change: AttributionChange): SettingChangeResult['audited'] => {
  const { before, after } = toChangeFacts(change)
  return {
    action: auditedActions[change.change],
    entity: change.change === 'reinvestmentDaysSet' ? 'settings' : 'attributionRule',
    ...(before && { before }),
    ...(change.change !== 'attributionRemoved' && { after }),
  }
}

/** Who is credited with which part of what is booked from then on, and when a contribution is new money. */
export const attributionTask: ApprovalTask<'attribution', AttributionChange> = buildGuardedSettingTask({
  name: 'attribution',
  part: 'attribution',
  apply: async (tx, actor, proposed) => {
    await lockAttribution(tx)
    const change = beginByToday(proposed, actor.businessDate)
    if (change.change === 'reinvestmentDaysSet') await saveReinvestmentDays(tx, change.days, change.seen)
    else await applyRuleChange(tx, actor, change)
    return { audited: toAuditEvent(change), params: toMessageParams(change) }
  },
})
