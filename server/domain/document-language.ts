import { defaultLanguageByPrefix } from '#contract/core/languages.ts'
import { type Idioma, idiomas, type Prefix } from '#contract/core/values.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { findFirmAccount } from './firm-account.ts'

/** A client's language; the prefix's where theirs is none of ours. */
export const getClientLanguage = (idioma: string, prefix: Prefix): Idioma =>
  idiomas.find((one) => one === idioma) ?? defaultLanguageByPrefix[prefix]

/**
 * Who signs what a client gets, and the language they get it in. The caller has seen to it that the client may be seen.
 * See docs/decisions/0054-documents-with-pdfkit.md
 */
export const findDocumentSettings = async (
  { db, prefix }: Pick<Ctx, 'db' | 'prefix'>,
  clientId: string,
): Promise<{ idioma: Idioma; firm: string | undefined }> => {
  const [client, account] = await Promise.all([
    db.selectFrom('client').where('id', '=', clientId).select('idioma').executeTakeFirstOrThrow(),
    findFirmAccount(db),
  ])
  return { idioma: getClientLanguage(client.idioma, prefix), firm: account?.name }
}
