import en from '#locales/en/audit.ts'
import es from '#locales/es/audit.ts'
import pt from '#locales/pt/audit.ts'
import { buildTextsGetter } from '#server/core/texts.ts'

export const getAuditTexts = buildTextsGetter({ es, en, pt })
export type AuditTexts = ReturnType<typeof getAuditTexts>

/** 'clients.exported' stands in the texts as clients_exported: a point leads into a group there. */
export const createWordFormatter = (words: (t: AuditTexts) => object) => (value: string, t: AuditTexts) =>
  (words(t) as Record<string, string | undefined>)[value.replaceAll('.', '_')]
