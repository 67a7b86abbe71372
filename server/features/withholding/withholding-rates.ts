import { type Kysely, sql } from 'kysely'
import type { ChangeFacts } from '#contract/all-fields.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type {
  removeWithholdingRate,
  setPayerKind,
  setWithholdingRate,
  WithholdingRate,
  WithholdingSettings,
} from '#contract/withholding.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { findPendingSettingChanges } from '#server/domain/pending-settings.ts'
import { findWithholdingPayer } from '#server/domain/withholding.ts'
import {
  findWithholdingTerms,
  lockWithholding,
  toMessageParams,
  type WithholdingChange,
  withholdingTask,
} from './withholding-task.ts'

const rateTextSql = sql<string>`trim_scale(rate)::text`
const rateColumns = ['payer', 'payee', 'region', 'validFrom', 'basis', 'source'] as const

/** The newest first, of each payer, payee and region. */
const findWithholdingRates = async (db: Kysely<DB>): Promise<WithholdingRate[]> => {
  const rates = await db
    .selectFrom('withholdingRate')
    .select([...rateColumns, rateTextSql.as('rate'), 'setAt', 'setBy'])
    .orderBy(sql`region <> 'any'`)
    .orderBy('region')
    .orderBy('payee')
    .orderBy('payer')
    .orderBy('validFrom', 'desc')
    .execute()
  return rates as WithholdingRate[]
}

/** What the firm is as a payer, every rate with its dates and source, and the changes that wait. */
export const findWithholding = async (
  { db }: Pick<Ctx, 'db'>,
  { deps }: Pick<HttpContext, 'deps'>,
): Promise<WithholdingSettings> => {
  const [payer, rates, waiting] = await Promise.all([
    findWithholdingPayer(db),
    findWithholdingRates(db),
    findPendingSettingChanges(db, [withholdingTask.name], deps.clock()),
  ])
  return { payer, rates, waiting }
}

const payerLabels = { any: 'any', bank: 'financial', other: 'notFinancial' } as const
const basisLabels = { interest: 'ofInterest', capital: 'ofCapital' } as const

/** Before and after, in words of their own: a payer's and a basis' are others' too. */
const toChangeFacts = (change: WithholdingChange): { before?: ChangeFacts; after: ChangeFacts } => {
  if (change.change === 'payerSet')
    return { before: { payer: payerLabels[change.seen] }, after: { payer: payerLabels[change.payer] } }
  const { seen } = change
  const terms = seen && { rate: seen.rate, basis: basisLabels[seen.basis], source: seen.source }
  const { payer, payee, region, validFrom } = change.rate
  const key = { region, payee, payer: payerLabels[payer], validFrom }
  if (change.change === 'rateRemoved') return { before: { ...key, ...terms }, after: { ended: true } }
  const { rate, basis, source } = change.rate
  return { ...(terms && { before: terms }), after: { ...key, rate, basis: basisLabels[basis], source } }
}

/** Asks for a change of what is withheld; `judge` finds what stands there, or throws what refuses it. */
const proposeWithholdingChange = async (
  ctx: Ctx,
  raw: HttpContext,
  reason: string,
  resolveChange: (tx: Kysely<DB>) => Promise<WithholdingChange>,
): Promise<WithholdingSettings> => {
  await ctx.db.transaction().execute(async (tx) => {
    await lockWithholding(tx)
    const change = await resolveChange(tx)
    await proposeForApproval(
      tx,
      ctx,
      withholdingTask,
      { payload: change, reason, entity: 'settings', params: toMessageParams(change), ...toChangeFacts(change) },
      raw.deps.clock(),
    )
  })
  return findWithholding(ctx, raw)
}

/** Asks for a rate, or for other terms of one of the same day; 400 where they are the same. Nothing that was posted changes: each posting keeps the rate that it was made with. */
export const proposeRate = (
  ctx: Ctx,
  { body: { reason, ...rate } }: ParsedRequest<typeof setWithholdingRate>,
  raw: HttpContext,
) =>
  proposeWithholdingChange(ctx, raw, reason, async (tx) => {
    const seen = await findWithholdingTerms(tx, rate)
    const isKnown = seen && Number(seen.rate) === Number(rate.rate)
    if (isKnown && seen.basis === rate.basis && seen.source === rate.source)
      throw buildRefusal('request.invalid', { fields: { rate: 'same' } })
    return { change: 'rateSet', rate, seen }
  })

export const proposeRateRemoval = (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof removeWithholdingRate>,
  raw: HttpContext,
) =>
  proposeWithholdingChange(ctx, raw, body.reason, async (tx) => {
    const seen = await findWithholdingTerms(tx, params)
    if (!seen) throw buildRefusal('notFound')
    return { change: 'rateRemoved', rate: params, seen }
  })

/** What the firm is as a payer decides which rates and which tax forms are its own. */
export const proposePayer = (
  ctx: Ctx,
  { body: { before, after, reason } }: ParsedRequest<typeof setPayerKind>,
  raw: HttpContext,
) =>
  proposeWithholdingChange(ctx, raw, reason, async (tx) => {
    if ((await findWithholdingPayer(tx)) !== before || before === after) throw buildRefusal('conflict.changed')
    return { change: 'payerSet', payer: after, seen: before }
  })
