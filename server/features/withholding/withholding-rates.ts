import { type Kysely, sql } from 'kysely'
import type { ChangeFacts } from '#contract/approvals/change-fields.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type {
  removeWithholdingRate as removeContract,
  setWithholdingRate as setContract,
  setPayer as setPayerContract,
  Withholding,
  WithholdingRate,
} from '#contract/withholding.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { findWaitingSettings } from '#server/domain/waiting-settings.ts'
import { findPayer } from '#server/domain/withholding.ts'
import { findTerms, lockWithholding, type WithholdingChange, withholdingTask, wordsOf } from './withholding-task.ts'

const rateText = sql<string>`trim_scale(rate)::text`
const shown = ['payer', 'payee', 'region', 'validFrom', 'basis', 'source'] as const

/** The newest first, of each payer, payee and region. */
const findRates = async (db: Kysely<DB>): Promise<WithholdingRate[]> => {
  const rates = await db
    .selectFrom('withholdingRate')
    .select([...shown, rateText.as('rate'), 'setAt', 'setBy'])
    .orderBy(sql`region <> 'any'`)
    .orderBy('region')
    .orderBy('payee')
    .orderBy('payer')
    .orderBy('validFrom', 'desc')
    .execute()
  return rates as WithholdingRate[]
}

export const findWithholding = async (
  { db }: Pick<Ctx, 'db'>,
  { serving }: Pick<Raw, 'serving'>,
): Promise<Withholding> => {
  const [payer, rates, waiting] = await Promise.all([
    findPayer(db),
    findRates(db),
    findWaitingSettings(db, [withholdingTask.name], serving.clock()),
  ])
  return { payer, rates, waiting }
}

const payerWords = { any: 'any', bank: 'financial', other: 'notFinancial' } as const
const basisWords = { interest: 'ofInterest', capital: 'ofCapital' } as const

/** Before and after, in words of their own: a payer's and a basis' are others' too. */
const readOf = (change: WithholdingChange): { before?: ChangeFacts; after: ChangeFacts } => {
  if (change.change === 'payerSet')
    return { before: { payer: payerWords[change.seen] }, after: { payer: payerWords[change.payer] } }
  const { seen } = change
  const terms = seen && { rate: seen.rate, basis: basisWords[seen.basis], source: seen.source }
  const { payer, payee, region, validFrom } = change.rate
  const key = { region, payee, payer: payerWords[payer], validFrom }
  if (change.change === 'rateRemoved') return { before: { ...key, ...terms }, after: { ended: true } }
  const { rate, basis, source } = change.rate
  return { ...(terms && { before: terms }), after: { ...key, rate, basis: basisWords[basis], source } }
}

/** Asks for a change of what is withheld; `judge` finds what stands there, or throws what refuses it. */
const ask = async (
  ctx: Ctx,
  raw: Raw,
  reason: string,
  judge: (tx: Kysely<DB>) => Promise<WithholdingChange>,
): Promise<Withholding> => {
  await ctx.db.transaction().execute(async (tx) => {
    await lockWithholding(tx)
    const change = await judge(tx)
    await propose(
      tx,
      ctx,
      withholdingTask,
      { payload: change, reason, entity: 'settings', params: wordsOf(change), ...readOf(change) },
      raw.serving.clock(),
    )
  })
  return findWithholding(ctx, raw)
}

/** Asks for a rate, or for other terms of one of the same day; 400 where they are the same. Nothing that was posted changes: each posting keeps the rate that it was made with. */
export const setRate = (ctx: Ctx, { body: { reason, ...rate } }: Parsed<typeof setContract>, raw: Raw) =>
  ask(ctx, raw, reason, async (tx) => {
    const seen = await findTerms(tx, rate)
    const isKnown = seen && Number(seen.rate) === Number(rate.rate)
    if (isKnown && seen.basis === rate.basis && seen.source === rate.source)
      throw refuse('request.invalid', { fields: { rate: 'same' } })
    return { change: 'rateSet', rate, seen }
  })

export const removeRate = (ctx: Ctx, { params, body }: Parsed<typeof removeContract>, raw: Raw) =>
  ask(ctx, raw, body.reason, async (tx) => {
    const seen = await findTerms(tx, params)
    if (!seen) throw refuse('notFound')
    return { change: 'rateRemoved', rate: params, seen }
  })

/** What the firm is as a payer decides which rates and which tax forms are its own. */
export const setPayer = (ctx: Ctx, { body: { before, after, reason } }: Parsed<typeof setPayerContract>, raw: Raw) =>
  ask(ctx, raw, reason, async (tx) => {
    if ((await findPayer(tx)) !== before || before === after) throw refuse('conflict.changed')
    return { change: 'payerSet', payer: after, seen: before }
  })
