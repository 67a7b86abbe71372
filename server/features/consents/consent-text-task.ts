import { type Kysely, sql } from 'kysely'
import type { ConsentPurpose } from '#contract/consents/purposes.ts'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { enqueueJob } from '#server/core/jobs.ts'
import { buildGuardedSettingTask } from '#server/domain/guarded-setting.ts'

/** Ends the signatures that no longer count: each day, and when a text is published. */
export const supersedeConsentsJob = { name: 'consents.supersede' } as const

/** The words stand in their own rows; their fingerprints here, so that what was checked is what is published. */
type ConsentTextPayload = {
  versionId: string
  purpose: ConsentPurpose
  before: number | null
  reconsentFrom: string | null
  hashes: Record<string, string>
}

/** The texts are nobody else's to change until the transaction ends. */
export const lockConsentTexts = async (tx: Kysely<DB>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '.consent_text', 0))`.execute(tx)
}

/** Its number; null where no text was published yet. */
export const findNewestVersion = async (tx: Kysely<DB>, purpose: ConsentPurpose): Promise<number | null> =>
  (
    await tx
      .selectFrom('consentVersion')
      .where('purpose', '=', purpose)
      .select((eb) => eb.fn.max('version').as('version'))
      .executeTakeFirst()
  )?.version ?? null

const isAsChecked = async (tx: Kysely<DB>, { versionId, hashes }: ConsentTextPayload): Promise<boolean> => {
  const rows = await tx
    .selectFrom('consentText')
    .where('versionId', '=', versionId)
    .select(['language', sql<string>`encode(sha256, 'hex')`.as('hash')])
    .execute()
  return rows.length > 0 && rows.every(({ language, hash }) => hashes[language] === hash)
}

const guardedTask = buildGuardedSettingTask<'consentText', ConsentTextPayload>({
  name: 'consentText',
  part: 'consents',
  apply: async (tx, _, payload, { now }) => {
    const { versionId, purpose, before, reconsentFrom, hashes } = payload
    await lockConsentTexts(tx)
    if ((await findNewestVersion(tx, purpose)) !== before || !(await isAsChecked(tx, payload)))
      throw buildRefusal('approval.changedSince')
    const version = (before ?? 0) + 1
    const published = await tx
      .updateTable('consentVersion')
      .set({ version, publishedAt: new Date(now).toISOString() })
      .where('id', '=', versionId)
      .where('publishedAt', 'is', null)
      .where('droppedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!published) throw buildRefusal('approval.changedSince')
    await enqueueJob(tx, supersedeConsentsJob, versionId)
    return {
      audited: {
        action: 'consent.textPublished',
        entity: 'settings',
        after: { purpose, version, textHash: Object.values(hashes).join(' '), fromOn: reconsentFrom },
      },
      params: { purpose, ...(reconsentFrom && { from: reconsentFrom }) },
    }
  },
})

/** A new text of a purpose. One that was turned down never gets a number; it comes back where nothing newer was proposed. */
export const consentTextTask: ApprovalTask<'consentText', ConsentTextPayload> = {
  ...guardedTask,
  discardChange: async (tx, { payload: { versionId } }) => {
    await tx
      .updateTable('consentVersion')
      .set({ droppedAt: sql`now()` })
      .where('id', '=', versionId)
      .where('publishedAt', 'is', null)
      .execute()
  },
  restoreChange: async (tx, _actor, { payload: { versionId, purpose, before } }) => {
    await lockConsentTexts(tx)
    const other = await tx
      .selectFrom('consentVersion')
      .where('purpose', '=', purpose)
      .where('publishedAt', 'is', null)
      .where('droppedAt', 'is', null)
      .select('id')
      .executeTakeFirst()
    if (other || (await findNewestVersion(tx, purpose)) !== before) throw buildRefusal('approval.replaced')
    await tx.updateTable('consentVersion').set({ droppedAt: null }).where('id', '=', versionId).execute()
  },
}
