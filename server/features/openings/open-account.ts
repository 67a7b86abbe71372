import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import * as contract from '#contract/openings.ts'
import type { DB } from '#db/types.ts'
import { shiftDay } from '#rules/calendar.ts'
import { toCents } from '#rules/cents.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { activateAccount } from '#server/domain/activate-account.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { isAboveAllBonusLimits } from '#server/domain/bonus-limit.ts'
import { assertOperationAllowed } from '#server/domain/client-eligibility.ts'
import { lockVisibleAccount } from '#server/domain/lock-account.ts'
import { refreshClientList, requestHash } from '#server/domain/post-journal.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { bonusTask } from './bonus-task.ts'
import { examineOpening } from './examine-opening.ts'

type OpeningResult = ResponseBody<typeof contract.openAccount>
type OpeningBody = ParsedRequest<typeof contract.openAccount>['body']
type ExaminedOpening = Awaited<ReturnType<typeof examineOpening>>

/** The quote of what is wanted; nothing is written. */
export const quoteOpening = async (ctx: Ctx, { params, body }: ParsedRequest<typeof contract.quoteOpening>) =>
  (await examineOpening(ctx.db, ctx, params.clientId, body)).quote

/** Papers may come while it is a draft; a block, or data that we may not keep, stops that too. */
const assertOpeningAllowed = ({ quote: { verdict } }: ExaminedOpening, submit: boolean): void => {
  const reasons = verdict.reasons.filter((reason) => submit || /^(block|lopd)/.test(reason))
  assertOperationAllowed({ ...verdict, allowed: verdict.allowed || reasons.length === 0, reasons })
}

/** Where the account belongs: the client's zone, and the office of whoever looks after them, else one of the zone. */
const findClientPlace = async (tx: Kysely<DB>, ctx: Pick<Ctx, 'scopes'>, clientId: string) =>
  selectVisibleClients({ db: tx, scopes: ctx.scopes })
    .where('c.clientId', '=', clientId)
    .select([
      'c.zoneId',
      'c.managerId',
      sql<string>`coalesce((select e.office_id from employee e where e.id = c.manager_id),
        (select min(o.id) from office o where o.zone_id = c.zone_id), (select min(o.id) from office o))`.as('officeId'),
    ])
    .executeTakeFirstOrThrow()

/** What becomes of it at its maturity, and where it is transferred to. */
const toMaturityTerms = ({ wanted }: OpeningBody, { product, termMonths }: ExaminedOpening) => {
  const instruction = termMonths === null ? null : (wanted.instruction ?? product.defaultInstruction)
  return { instruction, transferProductId: instruction === 'transfer' ? wanted.transferProductId : null }
}

const toAgreedTerms = (ctx: Ctx, body: OpeningBody, found: ExaminedOpening) => ({
  productId: found.product.id,
  agreedAmount: body.wanted.amount,
  rate: found.quote.rate,
  bonusRate: found.quote.bonusRate,
  termMonths: found.termMonths,
  signature: body.wanted.holders.length > 1 ? body.wanted.signature : ('one' as const),
  ...toMaturityTerms(body, found),
  status: body.submit ? ('pending' as const) : ('draft' as const),
  offerUntil: body.submit ? shiftDay(ctx.businessDate, contract.rateOfferDays) : null,
})

const replaceHolders = async (tx: Kysely<DB>, accountId: string, { holders }: OpeningBody['wanted']): Promise<void> => {
  await tx.deleteFrom('accountHolder').where('accountId', '=', accountId).where('role', '<>', 'authorised').execute()
  await tx
    .insertInto('accountHolder')
    .values(
      holders.map(({ clientId, share }, n) => ({
        accountId,
        clientId,
        share,
        role: n === 0 ? ('primary' as const) : ('holder' as const),
      })),
    )
    .execute()
}

type WrittenAccount = { accountId: string; clientId: string; number: string; managerId: string | null }

/** More bonus than one may give alone waits for somebody else's word, above all limits for that of direction; with none, or little, there is nothing to wait for. */
const proposeBonus = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  writtenAccount: WrittenAccount,
  body: OpeningBody,
  quote: ExaminedOpening['quote'],
  now: number,
) => {
  if (!body.submit || !quote.needsApproval) return null
  if (!body.reason) throw buildRefusal('request.invalid', { fields: { reason: 'required' } })
  const { accountId, clientId, number, managerId } = writtenAccount
  const { approvalId } = await proposeForApproval(
    tx,
    ctx,
    bonusTask,
    {
      payload: { accountId, clientId, bonusRate: quote.bonusRate },
      reason: body.reason,
      entity: 'account',
      entityId: accountId,
      params: { account: number, points: quote.bonusRate },
      before: { bonus: quote.bonusLimit },
      after: { bonus: quote.bonusRate, rate: quote.rate, amount: body.wanted.amount },
      about: { clientId },
      assigneeId: managerId,
      guarded: await isAboveAllBonusLimits(tx, { bonusRate: quote.bonusRate, businessDate: ctx.businessDate }),
    },
    now,
  )
  if (approvalId) await tx.updateTable('account').set({ approvalId }).where('id', '=', accountId).execute()
  return approvalId
}

const completeOpening = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  writtenAccount: WrittenAccount,
  { body, found, now, before }: { body: OpeningBody; found: ExaminedOpening; now: number; before?: object },
): Promise<OpeningResult> => {
  const { accountId } = writtenAccount
  await replaceHolders(tx, accountId, body.wanted)
  const agreed = toAgreedTerms(ctx, body, found)
  await recordAuditEvent(tx, ctx, {
    action: body.submit ? 'account.submitted' : 'account.drafted',
    entity: 'account',
    entityId: accountId,
    ...(before && { before }),
    after: { ...agreed, holders: body.wanted.holders },
  })
  const approvalId = await proposeBonus(tx, ctx, writtenAccount, body, found.quote, now)
  // Its money may be there already: a draft that was refused its bonus keeps what came.
  const opened = before && body.submit && (await activateAccount(tx, ctx, accountId, { notBefore: ctx.businessDate }))
  await refreshClientList(
    tx,
    body.wanted.holders.map(({ clientId }) => clientId),
  )
  return { accountId, status: opened === 'active' ? opened : agreed.status, approvalId }
}

const examineForOpening = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  clientId: string,
  body: OpeningBody,
): Promise<ExaminedOpening> => {
  const found = await examineOpening(tx, ctx, clientId, body.wanted)
  assertOpeningAllowed(found, body.submit)
  if (Number(found.quote.rate) !== Number(body.rate)) throw buildRefusal('opening.rateChanged')
  return found
}

/** Writes an account down: as a draft, or waiting for its money. Sent twice with one key, it is one account. */
export const openAccount = (
  ctx: Ctx,
  { params: { clientId }, body, key }: ParsedRequest<typeof contract.openAccount>,
  { deps }: HttpContext,
): Promise<OpeningResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const hash = requestHash({ clientId, ...body })
    // Two at once with one key: the second waits here for what the first one does.
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
    const known = await tx
      .selectFrom('account')
      .where('openingKey', '=', key)
      .select(['id', 'openingHash', 'approvalId', 'status'])
      .executeTakeFirst()
    if (known && known.openingHash !== hash) throw buildRefusal('idempotency.differentBody')
    if (known) return { accountId: known.id, status: body.submit ? 'pending' : 'draft', approvalId: known.approvalId }
    const found = await examineForOpening(tx, ctx, clientId, body)
    const { managerId, ...place } = await findClientPlace(tx, ctx, clientId)
    const agreed = toAgreedTerms(ctx, body, found)
    const { id } = await tx
      .insertInto('account')
      .values({ ...agreed, ...place, clientId, number: key.slice(0, 40), openingKey: key, openingHash: hash })
      .returning('id')
      .executeTakeFirstOrThrow()
    const number = `${tenantFacts[ctx.prefix].cvlLetter}-${found.product.code}-${id.slice(-8).padStart(8, '0')}`
    await tx.updateTable('account').set({ number }).where('id', '=', id).execute()
    return completeOpening(tx, ctx, { accountId: id, clientId, number, managerId }, { body, found, now: deps.clock() })
  })

/** Changes a draft, or has it wait for its money. */
export const changeOpeningDraft = (
  ctx: Ctx,
  { params, body: { version, ...body } }: ParsedRequest<typeof contract.changeOpeningDraft>,
  { deps }: HttpContext,
): Promise<OpeningResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const { id, number, clientId, balance, principal } = await lockVisibleAccount(tx, ctx, params)
    const before = await tx
      .selectFrom('account')
      .where('id', '=', id)
      .select(['version', 'status', 'productId', 'agreedAmount', 'rate', 'bonusRate', 'termMonths', 'instruction'])
      .select('transferProductId')
      .executeTakeFirstOrThrow()
    if (before.status !== 'draft') throw buildRefusal('opening.notDraft')
    if (before.version !== version) throw buildRefusal('conflict.changed')
    // What came is counted under the product that it came for.
    if (before.productId !== body.wanted.productId && toCents(balance) !== 0n) throw buildRefusal('opening.hasMoney')
    const found = await examineForOpening(tx, ctx, clientId, body)
    // Bonus interest is given for the agreed amount: what came before is part of it.
    const { amount, bonusRate } = body.wanted
    if (body.submit && Number(bonusRate) > 0 && toCents(principal) > toCents(amount))
      throw buildRefusal('opening.moreReceived', { fields: { amount: 'invalid' } })
    const { managerId } = await findClientPlace(tx, ctx, clientId)
    await tx
      .updateTable('account')
      .set({ ...toAgreedTerms(ctx, body, found), version: version + 1 })
      .where('id', '=', id)
      .execute()
    return completeOpening(
      tx,
      ctx,
      { accountId: id, clientId, number, managerId },
      { body, found, now: deps.clock(), before },
    )
  })
