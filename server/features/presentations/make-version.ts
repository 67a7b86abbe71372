import type { Kysely } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { makePresentationVersion, PresentationContent, ProposedAccount } from '#contract/presentations.ts'
import type { DB } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findClientPositions } from '#server/domain/client-positions.ts'
import { assertClientWritable } from '#server/domain/find-client.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import { lockIdempotencyKey } from '#server/domain/idempotency-lock.ts'
import { requestHash } from '#server/domain/post-journal.ts'
import { calculateStudy } from '#server/domain/product-studies.ts'
import { findTemplate } from './presentation-template.ts'
import { fillTexts } from './presentation-texts.ts'
import {
  assertConsentGiven,
  findPresentationClient,
  findStoredPresentation,
  type StoredDraft,
} from './presentations.queries.ts'

/** What the client has with the firm today: the active accounts that count under them. */
const findSituation = async (ctx: Ctx, clientId: string) => {
  const positions = await findClientPositions(ctx, [clientId], ctx.businessDate)
  const active = positions.get(clientId)!.filter(({ status }) => status === 'active')
  const counted = active.filter(({ role }) => role === 'primary')
  const sum = (key: 'principal' | 'balance'): string =>
    centsToAmount(counted.reduce((total, account) => total + toCents(account[key]), 0n))
  return {
    capital: sum('principal'),
    balance: sum('balance'),
    accounts: active.map(({ productName, number, expiresOn, rate, balance }) => ({
      productName,
      number,
      expiresOn,
      rate,
      balance,
    })),
  }
}

/** The accounts of the proposal with their figures. */
const calculateProposal = async (
  ctx: Ctx,
  { accounts, startsOn }: StoredDraft,
): Promise<{ startsOn: string; proposal: ProposedAccount[] }> => {
  if (accounts.length === 0) throw buildRefusal('presentation.noAccounts')
  const study = await calculateStudy(ctx, { variants: accounts, startsOn: startsOn ?? ctx.businessDate })
  const proposal = study.variants.map(({ product, projection }, at) => {
    if (projection === null) throw buildRefusal('presentation.noRate')
    const { amount, months, extraRate } = accounts[at]!
    return { product, amount, months, extraRate, projection }
  })
  return { startsOn: study.startsOn, proposal }
}

/** All that the version says, so that nothing of it is looked up again. */
const buildContent = async (
  ctx: Ctx,
  clientId: string,
  { title, draft }: { title: string; draft: StoredDraft },
): Promise<PresentationContent> => {
  const { managerPhone, managerEmail, ...client } = await findPresentationClient(ctx, clientId)
  const { template } = await findTemplate(ctx.db)
  const firm = await findFirmAccount(ctx.db)
  return {
    ...client,
    title,
    firm: firm?.name ?? null,
    managerContact: [managerPhone, managerEmail].filter(Boolean).join(' · '),
    on: ctx.businessDate,
    message: draft.message,
    parts: draft.parts,
    texts: fillTexts(template.texts[client.idioma], client.idioma),
    ...(await findSituation(ctx, clientId)),
    ...(await calculateProposal(ctx, draft)),
  }
}

const findMadeVersion = async (tx: Kysely<DB>, key: string, hash: string) => {
  await lockIdempotencyKey(tx, key)
  const existing = await tx
    .selectFrom('presentationVersion')
    .where('idempotencyKey', '=', key)
    .select(['id', 'number', 'madeAt', 'requestHash'])
    .executeTakeFirst()
  if (existing && existing.requestHash !== hash) throw buildRefusal('idempotency.differentBody')
  return existing
}

/** Makes a version of a presentation: nobody changes it any more. Sent again, it is answered as the first time. */
export const makeVersion = (
  ctx: Ctx,
  { params, body, key }: ParsedRequest<typeof makePresentationVersion>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof makePresentationVersion>> =>
  ctx.db.transaction().execute(async (tx) => {
    const writing = { ...ctx, db: tx }
    await assertClientWritable(tx, ctx, params.clientId)
    const stored = await findStoredPresentation(tx, params, 'forUpdate')
    const madeByName = ctx.person.fullName
    const hash = requestHash({ params, body })
    const existing = await findMadeVersion(tx, key, hash)
    if (existing) return { id: existing.id, number: existing.number, madeAt: existing.madeAt, madeByName }
    await assertConsentGiven(writing, params.clientId)
    if (stored.version !== body.version) throw buildRefusal('conflict.changed')
    const content = await buildContent(writing, params.clientId, stored)
    const number = (stored.versions[0]?.number ?? 0) + 1
    const madeAt = new Date(deps.clock()).toISOString()
    const { id } = await tx
      .insertInto('presentationVersion')
      .values({
        presentationId: stored.id,
        number,
        idioma: content.idioma,
        content: JSON.stringify(content),
        madeBy: ctx.person.userId,
        actingCvl: ctx.person.actingCvl ?? null,
        madeAt,
        idempotencyKey: key,
        requestHash: hash,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAuditEvent(tx, ctx, {
      action: 'presentation.made',
      entity: 'client',
      entityId: params.clientId,
      after: { number: stored.id, version: number, accounts: content.proposal.length },
    })
    return { id, number, madeAt, madeByName }
  })
