import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { ConsentLanguage, ConsentPurpose } from '#contract/consents/purposes.ts'
import type { Idioma } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'

/** Mexican clients read the Spanish text of their firm. */
export const textLanguages: Record<Idioma, ConsentLanguage> = {
  spanish: 'es',
  mexican: 'es',
  english: 'en',
  portuguese: 'pt',
}

/** What is signed, as one: the title, an empty line and the body. */
export const hashConsentText = ({ title, body }: { title: string; body: string }): Buffer =>
  createHash('sha256').update(`${title}\n\n${body}`, 'utf8').digest()

export type CurrentConsentText = {
  purpose: ConsentPurpose
  versionId: string
  version: number
  language: ConsentLanguage
  title: string
  body: string
  /** SHA-256 in hex. */
  hash: string
}

/** The words in force of each purpose that has any: of its newest version. */
export const findCurrentTexts = async (
  db: Kysely<DB>,
  language: ConsentLanguage,
): Promise<ReadonlyMap<ConsentPurpose, CurrentConsentText>> => {
  const { rows } = await sql<CurrentConsentText>`
    select distinct on (v.purpose) v.purpose, v.id::text as "versionId", v.version, t.language, t.title, t.body, encode(t.sha256, 'hex') as hash
      from consent_version v join consent_text t on t.version_id = v.id and t.language = ${language}
     where v.published_at is not null
     order by v.purpose, v.version desc`.execute(db)
  return new Map(rows.map((text) => [text.purpose, text]))
}
