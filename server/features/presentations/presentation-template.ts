import { type Kysely, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import {
  type changePresentationTemplate,
  type PresentationTemplate,
  type PresentationTexts,
  presentationParts,
  type TemplateSettings,
} from '#contract/presentations.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { readStoredJson } from '#server/core/stored-json.ts'
import { defaultTexts } from './presentation-texts.ts'

const templateKey = 'presentations.template'
type StoredTemplate = { version: number; template: PresentationTemplate }

const noTexts: PresentationTexts = {
  title: '',
  subtitle: '',
  situation: '',
  proposal: '',
  projection: '',
  closing: '',
  legal: '',
}
const firstTemplate: StoredTemplate = {
  version: 0,
  template: {
    parts: [...presentationParts],
    texts: { spanish: noTexts, english: noTexts, portuguese: noTexts, mexican: noTexts },
  },
}

/** The template of the firm; the product's own until it is changed. */
export const findTemplate = async (db: Kysely<DB>): Promise<StoredTemplate> => {
  const row = await db.selectFrom('setting').select('value').where('key', '=', templateKey).executeTakeFirst()
  return readStoredJson<StoredTemplate | undefined>(row?.value) ?? firstTemplate
}

/** The firm's own texts, and those that stand where it has none. */
export const findTemplateSettings = async ({ db }: Pick<Ctx, 'db'>): Promise<TemplateSettings> => ({
  ...(await findTemplate(db)),
  defaults: defaultTexts,
})

/** Changes the template, unless somebody else has done so since. */
export const changeTemplate = (
  ctx: Ctx,
  { body: { version, template } }: ParsedRequest<typeof changePresentationTemplate>,
): Promise<TemplateSettings> =>
  ctx.db.transaction().execute(async (tx) => {
    // Two at once: the second waits here, and finds what the first one did.
    await sql`select pg_advisory_xact_lock(hashtextextended(${templateKey}, 0))`.execute(tx)
    const before = await findTemplate(tx)
    if (before.version !== version) throw buildRefusal('conflict.changed')
    const value = JSON.stringify({ version: version + 1, template } satisfies StoredTemplate)
    await tx
      .insertInto('setting')
      .values({ key: templateKey, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, changedAt: sql`now()` }))
      .execute()
    await recordAuditEvent(tx, ctx, {
      action: 'presentationTemplate.changed',
      entity: 'settings',
      before: { version },
      after: { version: version + 1 },
    })
    return findTemplateSettings({ db: tx })
  })
