import { type Kysely, sql } from 'kysely'
import { type ConsentPurpose, consentLanguages, consentPurposes } from '#contract/consents/purposes.ts'
import type * as contract from '#contract/consents.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { findPendingSettingChanges } from '#server/domain/pending-settings.ts'
import { consentTextTask, findNewestVersion, lockConsentTexts } from './consent-text-task.ts'
import { hashConsentText } from './consent-texts.ts'

type ConsentSettings = ResponseBody<typeof contract.getConsentSettings>
type PurposeSettings = ConsentSettings['purposes'][number]

const findTexts = async (db: Kysely<DB>, versionId: string): Promise<contract.ConsentTexts> => {
  const rows = await db
    .selectFrom('consentText')
    .where('versionId', '=', versionId)
    .select(['language', 'title', 'body'])
    .execute()
  return Object.fromEntries(rows.map(({ language, ...text }) => [language, text])) as contract.ConsentTexts
}

type VersionRow = PurposeSettings['versions'][number] & { purpose: ConsentPurpose }

const findPurposeSettings = async (
  db: Kysely<DB>,
  purpose: ConsentPurpose,
  rows: readonly VersionRow[],
): Promise<PurposeSettings> => {
  const own = rows.filter((row) => row.purpose === purpose).map(({ purpose: _, ...row }) => row)
  const versions = own.filter(({ publishedAt }) => publishedAt !== null)
  const waiting = own.find(({ publishedAt }) => publishedAt === null)
  return {
    purpose,
    versions,
    texts: versions[0] ? await findTexts(db, versions[0].id) : null,
    waiting: waiting ? { reconsentFrom: waiting.reconsentFrom, texts: await findTexts(db, waiting.id) } : null,
  }
}

/** Each purpose with its versions, the newest first, how many have signed each, and the changes that wait. */
export const findConsentSettings = async ({ db }: Ctx, { deps }: HttpContext): Promise<ConsentSettings> => {
  const { rows } = await sql<VersionRow>`
    select v.id::text as id, v.purpose, v.version, v.published_at as "publishedAt", v.reconsent_from as "reconsentFrom",
           (select count(*)::int from consent c where c.purpose = v.purpose and c.state = 'signed' and c.version_id = v.id) as signed
      from consent_version v where v.dropped_at is null
     order by v.purpose, v.version desc nulls first`.execute(db)
  const [waiting, ...purposes] = await Promise.all([
    findPendingSettingChanges(db, [consentTextTask.name], deps.clock()),
    ...consentPurposes.map((purpose) => findPurposeSettings(db, purpose, rows)),
  ])
  return { purposes, waiting }
}

/** Writes the words down as a version without a number, which nobody is shown. */
const insertVersion = async (
  tx: Kysely<DB>,
  {
    purpose,
    reconsentFrom,
    texts,
  }: { purpose: ConsentPurpose; reconsentFrom: string | null; texts: contract.ConsentTexts },
  { userId, at }: { userId: string; at: string },
): Promise<string> => {
  const { id } = await tx
    .insertInto('consentVersion')
    .values({ purpose, reconsentFrom, proposedBy: userId, proposedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('consentText')
    .values(
      consentLanguages.map((language) => ({
        versionId: id,
        language,
        ...texts[language],
        sha256: hashConsentText(texts[language]),
      })),
    )
    .execute()
  return id
}

/** Proposes a new text: clients sign its words, so nobody decides on them alone. */
export const publishConsentText = (
  ctx: Ctx,
  {
    params: { purpose },
    body: { before, texts, reconsentFrom, reason },
  }: ParsedRequest<typeof contract.publishConsentText>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.publishConsentText>> =>
  ctx.db.transaction().execute(async (tx) => {
    if (reconsentFrom !== null && reconsentFrom <= ctx.businessDate)
      throw buildRefusal('request.invalid', { fields: { reconsentFrom: 'past' } })
    await lockConsentTexts(tx)
    const newest = await findNewestVersion(tx, purpose)
    const isWaiting = await tx
      .selectFrom('consentVersion')
      .where('purpose', '=', purpose)
      .where('publishedAt', 'is', null)
      .where('droppedAt', 'is', null)
      .select('id')
      .executeTakeFirst()
    if (isWaiting || newest !== before) throw buildRefusal('conflict.changed')
    const now = deps.clock()
    const at = new Date(now).toISOString()
    const who = { userId: ctx.person.userId, at }
    const versionId = await insertVersion(tx, { purpose, reconsentFrom, texts }, who)
    const hashes = Object.fromEntries(
      consentLanguages.map((language) => [language, hashConsentText(texts[language]).toString('hex')]),
    )
    return proposeForApproval(
      tx,
      ctx,
      consentTextTask,
      {
        payload: { versionId, purpose, before, reconsentFrom, hashes },
        reason,
        entity: 'settings',
        params: { purpose, ...(reconsentFrom && { from: reconsentFrom }) },
      },
      now,
    )
  })
