import { type Kysely, sql } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import type {
  removeWithholdingRate as removeContract,
  setWithholdingRate as setContract,
  setPayer as setPayerContract,
  Withholding,
  WithholdingRate,
} from '#contract/withholding.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { findPayer, payerKey } from '#server/domain/withholding.ts'

type Key = Parsed<typeof removeContract>['params']

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

export const findWithholding = async ({ db }: Pick<Ctx, 'db'>): Promise<Withholding> => {
  const [payer, rates] = await Promise.all([findPayer(db), findRates(db)])
  return { payer, rates }
}

/** The rate of that key, locked for a change. */
const lockRate = (tx: Kysely<DB>, { payer, payee, region, validFrom }: Key) =>
  tx
    .selectFrom('withholdingRate')
    .select([...shown, rateText.as('rate')])
    .where('payer', '=', payer)
    .where('payee', '=', payee)
    .where('region', '=', region)
    .where('validFrom', '=', validFrom)
    .forUpdate()
    .executeTakeFirst()

/** Sets a rate, or corrects the one of the same day. Nothing that was posted changes: each posting keeps the rate that it was made with. */
export const setRate = async (ctx: Ctx, { body }: Parsed<typeof setContract>): Promise<Withholding> => {
  await ctx.db.transaction().execute(async (tx) => {
    const before = await lockRate(tx, body)
    const { rate, basis, source } = body
    const set = { rate, basis, source, setAt: sql<string>`now()`, setBy: ctx.person.fullName }
    await tx
      .insertInto('withholdingRate')
      .values({ ...body, ...set })
      .onConflict((conflict) => conflict.columns(['payer', 'payee', 'region', 'validFrom']).doUpdateSet(set))
      .execute()
    await audit(tx, ctx, {
      action: 'withholdingRate.set',
      entity: 'withholdingRate',
      ...(before && { before }),
      after: body,
    })
  })
  return findWithholding(ctx)
}

export const removeRate = async (ctx: Ctx, { params }: Parsed<typeof removeContract>): Promise<Withholding> => {
  await ctx.db.transaction().execute(async (tx) => {
    const before = await lockRate(tx, params)
    if (!before) throw refuse('notFound')
    const { payer, payee, region, validFrom } = params
    await sql`delete from withholding_rate
      where payer = ${payer} and payee = ${payee} and region = ${region} and valid_from = ${validFrom}`.execute(tx)
    await audit(tx, ctx, { action: 'withholdingRate.removed', entity: 'withholdingRate', before })
  })
  return findWithholding(ctx)
}

/** What the firm is as a payer decides which rates and which tax forms are its own. */
export const setPayer = async (ctx: Ctx, { body }: Parsed<typeof setPayerContract>): Promise<Withholding> => {
  await ctx.db.transaction().execute(async (tx) => {
    await sql`select from setting where key = ${payerKey} for update`.execute(tx)
    if ((await findPayer(tx)) !== body.before) throw refuse('conflict.changed')
    if (body.before === body.after) return
    await tx
      .updateTable('setting')
      .set({ value: JSON.stringify(body.after), changedAt: sql`now()` })
      .where('key', '=', payerKey)
      .execute()
    const [before, after] = [{ payer: body.before }, { payer: body.after }]
    await audit(tx, ctx, { action: 'withholding.payerSet', entity: 'settings', before, after })
  })
  return findWithholding(ctx)
}
