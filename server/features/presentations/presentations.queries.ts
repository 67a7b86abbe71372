import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type {
  getPresentation,
  listPresentations,
  PresentationContent,
  PresentationDraft,
  PresentationSummary,
} from '#contract/presentations.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql, userNameSql } from '#server/core/person-name.ts'
import { readStoredJson } from '#server/core/stored-json.ts'
import { findClientsEligibility } from '#server/domain/client-eligibility.ts'
import { getClientLanguage } from '#server/domain/document-language.ts'
import { findStudyProducts } from '#server/domain/product-studies.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'

/** Whether the client has consented to information: without it nothing is proposed to them. */
const isConsentGiven = async (
  { db, businessDate }: Pick<Ctx, 'db' | 'businessDate'>,
  clientId: string,
): Promise<boolean> => {
  const verdict = await findClientsEligibility(db, [clientId], businessDate)
  return !verdict.in.reasons.some((reason) => reason.startsWith('lopd'))
}

/** Refuses what may not be done without that consent. */
export const assertConsentGiven = async (ctx: Pick<Ctx, 'db' | 'businessDate'>, clientId: string): Promise<void> => {
  if (!(await isConsentGiven(ctx, clientId))) throw buildRefusal('client.lopd')
}

/** The client by name and language; throws 404 outside of the caller's scope. */
export const findPresentationClient = async (ctx: Pick<Ctx, 'db' | 'scopes' | 'prefix'>, clientId: string) => {
  const client = await selectVisibleClients(ctx)
    .innerJoin('client', 'client.id', 'c.clientId')
    .leftJoin('employee as m', 'm.id', 'c.managerId')
    .where('c.clientId', '=', clientId)
    .select([
      naturalNameSql('client').as('clientName'),
      'client.cvl as clientCvl',
      'client.idioma',
      naturalNameSql<string | null>('m').as('managerName'),
      'm.phone as managerPhone',
      'm.email as managerEmail',
    ])
    .executeTakeFirst()
  if (!client) throw buildRefusal('notFound')
  return { ...client, idioma: getClientLanguage(client.idioma, ctx.prefix) }
}

/** Of the presentation `p`; JSON made in the database would write numbers, so ids are text. */
const versionsSql = sql<PresentationSummary['versions']>`coalesce((
  select json_agg(json_build_object('id', v.id::text, 'number', v.number, 'madeAt', v.made_at, 'madeByName', ${userNameSql('v.madeBy')})
                  order by v.number desc)
    from presentation_version v where v.presentation_id = p.id), '[]')`

const toInstant = (at: string): string => new Date(at).toISOString()
const withInstants = (versions: PresentationSummary['versions']) =>
  versions.map((version) => ({ ...version, madeAt: toInstant(version.madeAt) }))

/** What was prepared for a client, with the versions of each. */
export const findPresentations = async (
  ctx: Ctx,
  { params: { clientId } }: ParsedRequest<typeof listPresentations>,
): Promise<ResponseBody<typeof listPresentations>> => {
  await findPresentationClient(ctx, clientId)
  const [presentations, isGiven] = await Promise.all([
    ctx.db
      .selectFrom('presentation as p')
      .where('p.clientId', '=', clientId)
      .select([
        'p.id',
        'p.title',
        'p.changedAt',
        userNameSql('p.changedBy').as('changedByName'),
        sql<number>`jsonb_array_length(p.content -> 'accounts')`.as('accounts'),
        versionsSql.as('versions'),
      ])
      .orderBy('p.id', 'desc')
      .execute(),
    isConsentGiven(ctx, clientId),
  ])
  return {
    presentations: presentations.map((one) => ({ ...one, versions: withInstants(one.versions) })),
    isConsentGiven: isGiven,
  }
}

type PresentationKey = { clientId: string; presentationId: string }

/** What a presentation holds beside its title. */
export type StoredDraft = Omit<PresentationDraft, 'title'>

/** A presentation of that client as it stands; throws 404 where there is none. The caller has seen to it that the client may be seen. */
export const findStoredPresentation = async (
  db: Kysely<DB>,
  { clientId, presentationId }: PresentationKey,
  lock?: 'forUpdate',
) => {
  const found = await db
    .selectFrom('presentation as p')
    .where('p.id', '=', presentationId)
    .where('p.clientId', '=', clientId)
    .select(['p.id', 'p.clientId', 'p.title', 'p.content', 'p.version', 'p.changedAt'])
    .select([userNameSql('p.changedBy').as('changedByName'), versionsSql.as('versions')])
    .$if(lock === 'forUpdate', (rows) => rows.forUpdate('p'))
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  const { content, ...rest } = found
  return { ...rest, draft: readStoredJson<StoredDraft>(content) }
}

/** A presentation as it is prepared, with what can be proposed. */
export const findPresentation = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof getPresentation>,
): Promise<ResponseBody<typeof getPresentation>> => {
  const { clientName, clientCvl, idioma } = await findPresentationClient(ctx, params.clientId)
  const [{ draft, versions, ...stored }, { products }, isGiven] = await Promise.all([
    findStoredPresentation(ctx.db, params),
    findStudyProducts(ctx),
    isConsentGiven(ctx, params.clientId),
  ])
  return {
    ...stored,
    ...draft,
    clientName,
    clientCvl,
    idioma,
    versions: withInstants(versions),
    isConsentGiven: isGiven,
    products,
  }
}

/** What a version says, for whoever sees its client; 404 otherwise. */
export const findVersionContent = async (
  ctx: Ctx,
  { clientId, presentationId, versionId }: PresentationKey & { versionId: string },
): Promise<{ number: number; madeAt: string; content: PresentationContent }> => {
  await findPresentationClient(ctx, clientId)
  const found = await ctx.db
    .selectFrom('presentationVersion as v')
    .innerJoin('presentation as p', 'p.id', 'v.presentationId')
    .where('v.id', '=', versionId)
    .where('p.id', '=', presentationId)
    .where('p.clientId', '=', clientId)
    .select(['v.number', 'v.madeAt', 'v.content'])
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  return { ...found, content: readStoredJson<PresentationContent>(found.content) }
}
