import { type Kysely, sql } from 'kysely'
import type { ParamsOfTask } from '#contract/approvals.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { removeWithholdingRate, setWithholdingRate, Withholding } from '#contract/withholding.ts'
import type { DB } from '#db/types.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer, Task } from '#server/core/task.ts'
import { guardedSetting, type SettingDone } from '#server/domain/guarded-setting.ts'
import { findPayer, payerKey } from '#server/domain/withholding.ts'

export type RateKey = Parsed<typeof removeWithholdingRate>['params']
export type Rate = Omit<Parsed<typeof setWithholdingRate>['body'], 'reason'>
type Terms = Pick<Rate, 'rate' | 'basis' | 'source'>
type Payer = Withholding['payer']

/** A change of what is withheld, and what stood there when it was proposed. */
export type WithholdingChange =
  | { change: 'rateSet'; rate: Rate; seen: Terms | null }
  | { change: 'rateRemoved'; rate: RateKey; seen: Terms }
  | { change: 'payerSet'; payer: Payer; seen: Payer }

/** What is withheld is nobody else's to change until the transaction ends. */
export const lockWithholding = async (tx: Kysely<DB>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '.withholding', 0))`.execute(tx)
}

/** What the rate of that key is; null where there is none. */
export const findTerms = async (tx: Kysely<DB>, { payer, payee, region, validFrom }: RateKey): Promise<Terms | null> =>
  ((await tx
    .selectFrom('withholdingRate')
    .select(['basis', 'source', sql<string>`trim_scale(rate)::text`.as('rate')])
    .where('payer', '=', payer)
    .where('payee', '=', payee)
    .where('region', '=', region)
    .where('validFrom', '=', validFrom)
    .executeTakeFirst()) as Terms | undefined) ?? null

const isSame = (one: Terms | null, other: Terms | null): boolean =>
  one === other || (['rate', 'basis', 'source'] as const).every((field) => one?.[field] === other?.[field])

/** What the text of a change names. */
export const wordsOf = (change: WithholdingChange): ParamsOfTask<'withholding'> =>
  change.change === 'payerSet'
    ? { change: change.change, payer: change.payer }
    : {
        ...{ change: change.change, region: change.rate.region, payee: change.rate.payee },
        ...{ rate: 'rate' in change.rate ? change.rate.rate : change.seen!.rate, from: change.rate.validFrom },
      }

const setRate = async (tx: Kysely<DB>, { person }: Doer, { rate, basis, source, ...key }: Rate): Promise<void> => {
  const set = { rate, basis, source, setAt: sql<string>`now()`, setBy: person.fullName }
  await tx
    .insertInto('withholdingRate')
    .values({ ...key, ...set })
    .onConflict((conflict) => conflict.columns(['payer', 'payee', 'region', 'validFrom']).doUpdateSet(set))
    .execute()
}

const removeRate = (tx: Kysely<DB>, { payer, payee, region, validFrom }: RateKey) =>
  sql`delete from withholding_rate
    where payer = ${payer} and payee = ${payee} and region = ${region} and valid_from = ${validFrom}`.execute(tx)

const setPayer = async (tx: Kysely<DB>, payer: Payer, seen: Payer): Promise<SettingDone['audited']> => {
  if ((await findPayer(tx)) !== seen) throw refuse('approval.changedSince')
  await tx
    .updateTable('setting')
    .set({ value: JSON.stringify(payer), changedAt: sql`now()` })
    .where('key', '=', payerKey)
    .execute()
  return { action: 'withholding.payerSet', entity: 'settings', before: { payer: seen }, after: { payer } }
}

const changeRate = async (
  tx: Kysely<DB>,
  doer: Doer,
  change: Exclude<WithholdingChange, { change: 'payerSet' }>,
): Promise<SettingDone['audited']> => {
  const { rate: key, seen } = change
  if (!isSame(await findTerms(tx, key), seen)) throw refuse('approval.changedSince')
  const entity = 'withholdingRate'
  if (change.change === 'rateRemoved') {
    await removeRate(tx, key)
    return { action: 'withholdingRate.removed', entity, before: { ...key, ...seen } }
  }
  await setRate(tx, doer, change.rate)
  return { action: 'withholdingRate.set', entity, ...(seen && { before: { ...key, ...seen } }), after: change.rate }
}

/** What is withheld from interest, and as what: every posting from then on follows it. */
export const withholdingTask: Task<'withholding', WithholdingChange> = guardedSetting({
  name: 'withholding',
  apply: async (tx, doer, change) => {
    await lockWithholding(tx)
    const audited =
      change.change === 'payerSet' ? await setPayer(tx, change.payer, change.seen) : await changeRate(tx, doer, change)
    return { audited, params: wordsOf(change) }
  },
})
