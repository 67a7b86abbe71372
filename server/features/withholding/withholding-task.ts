import { type Kysely, sql } from 'kysely'
import type { ParamsOfTask } from '#contract/approvals.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { removeWithholdingRate, setWithholdingRate, WithholdingSettings } from '#contract/withholding.ts'
import type { DB } from '#db/types.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { buildGuardedSettingTask, type SettingChangeResult } from '#server/domain/guarded-setting.ts'
import { findWithholdingPayer, withholdingPayerKey } from '#server/domain/withholding.ts'

export type WithholdingRateKey = ParsedRequest<typeof removeWithholdingRate>['params']
export type WithholdingRateInput = Omit<ParsedRequest<typeof setWithholdingRate>['body'], 'reason'>
type WithholdingTerms = Pick<WithholdingRateInput, 'rate' | 'basis' | 'source'>
type WithholdingPayer = WithholdingSettings['payer']

/** A change of what is withheld, and what stood there when it was proposed. */
export type WithholdingChange =
  | { change: 'rateSet'; rate: WithholdingRateInput; seen: WithholdingTerms | null }
  | { change: 'rateRemoved'; rate: WithholdingRateKey; seen: WithholdingTerms }
  | { change: 'payerSet'; payer: WithholdingPayer; seen: WithholdingPayer }

/** What is withheld is nobody else's to change until the transaction ends. */
export const lockWithholding = async (tx: Kysely<DB>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '.withholding', 0))`.execute(tx)
}

/** What the rate of that key is; null where there is none. */
export const findWithholdingTerms = async (
  tx: Kysely<DB>,
  { payer, payee, region, validFrom }: WithholdingRateKey,
): Promise<WithholdingTerms | null> =>
  ((await tx
    .selectFrom('withholdingRate')
    .select(['basis', 'source', sql<string>`trim_scale(rate)::text`.as('rate')])
    .where('payer', '=', payer)
    .where('payee', '=', payee)
    .where('region', '=', region)
    .where('validFrom', '=', validFrom)
    .executeTakeFirst()) as WithholdingTerms | undefined) ?? null

const isSameTerms = (one: WithholdingTerms | null, other: WithholdingTerms | null): boolean =>
  one === other || (['rate', 'basis', 'source'] as const).every((field) => one?.[field] === other?.[field])

/** What the text of a change names. */
export const toMessageParams = (change: WithholdingChange): ParamsOfTask<'withholding'> =>
  change.change === 'payerSet'
    ? { change: change.change, payer: change.payer }
    : {
        change: change.change,
        region: change.rate.region,
        payee: change.rate.payee,
        rate: 'rate' in change.rate ? change.rate.rate : change.seen!.rate,
        from: change.rate.validFrom,
      }

const upsertRate = async (
  tx: Kysely<DB>,
  { person }: Actor,
  { rate, basis, source, ...key }: WithholdingRateInput,
): Promise<void> => {
  const set = { rate, basis, source, setAt: sql<string>`now()`, setBy: person.fullName }
  await tx
    .insertInto('withholdingRate')
    .values({ ...key, ...set })
    .onConflict((conflict) => conflict.columns(['payer', 'payee', 'region', 'validFrom']).doUpdateSet(set))
    .execute()
}

const deleteRate = (tx: Kysely<DB>, { payer, payee, region, validFrom }: WithholdingRateKey) =>
  sql`delete from withholding_rate
    where payer = ${payer} and payee = ${payee} and region = ${region} and valid_from = ${validFrom}`.execute(tx)

const updatePayer = async (
  tx: Kysely<DB>,
  payer: WithholdingPayer,
  seen: WithholdingPayer,
): Promise<SettingChangeResult['audited']> => {
  if ((await findWithholdingPayer(tx)) !== seen) throw buildRefusal('approval.changedSince')
  await tx
    .updateTable('setting')
    .set({ value: JSON.stringify(payer), changedAt: sql`now()` })
    .where('key', '=', withholdingPayerKey)
    .execute()
  return { action: 'withholding.payerSet', entity: 'settings', before: { payer: seen }, after: { payer } }
}

const applyRateChange = async (
  tx: Kysely<DB>,
  actor: Actor,
  change: Exclude<WithholdingChange, { change: 'payerSet' }>,
): Promise<SettingChangeResult['audited']> => {
  const { rate: key, seen } = change
  if (!isSameTerms(await findWithholdingTerms(tx, key), seen)) throw buildRefusal('approval.changedSince')
  const entity = 'withholdingRate'
  if (change.change === 'rateRemoved') {
    await deleteRate(tx, key)
    return { action: 'withholdingRate.removed', entity, before: { ...key, ...seen } }
  }
  await upsertRate(tx, actor, change.rate)
  return { action: 'withholdingRate.set', entity, ...(seen && { before: { ...key, ...seen } }), after: change.rate }
}

/** What is withheld from interest, and as what: every posting from then on follows it. */
export const withholdingTask: ApprovalTask<'withholding', WithholdingChange> = buildGuardedSettingTask({
  name: 'withholding',
  part: 'withholding',
  apply: async (tx, actor, change) => {
    await lockWithholding(tx)
    const audited =
      change.change === 'payerSet'
        ? await updatePayer(tx, change.payer, change.seen)
        : await applyRateChange(tx, actor, change)
    return { audited, params: toMessageParams(change) }
  },
})
