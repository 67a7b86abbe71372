import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { ImportKind } from '#contract/import-fields.ts'
import {
  type uploadImport as contract,
  type formImport as formContract,
  type ImportForm,
  type ImportMapping,
  mostColumns,
} from '#contract/imports.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Files } from '#server/core/files.ts'
import type { Raw } from '#server/core/serve.ts'
import { withStoredFile } from '#server/domain/stored-files.ts'
import { cut, decode, recordsIn } from './csv-records.ts'
import { guessMapping, isMapping } from './guess-mapping.ts'
import { findImport } from './imports.queries.ts'
import { lockOwnFile } from './own-import.ts'
import { recognise } from './recognise.ts'

/** The headings of a file; throws `import.notCsv` where there are none, or more than anybody maps. */
export const headingsOf = (content: Uint8Array, form: ImportForm): string[] => {
  const [head] = recordsIn(decode(content, form.encoding) ?? '', form)
  const headings = (head?.fields ?? []).map((heading) => cut(heading, 200))
  if (headings.length === 0 || headings.length > mostColumns) throw refuse('import.notCsv')
  return headings
}

/** How the last file with these headings was read, where there was one. */
export const findRemembered = async (
  db: Kysely<DB>,
  kind: ImportKind,
  headings: readonly string[],
): Promise<ImportMapping | undefined> => {
  const found = await db
    .selectFrom('mappedImport')
    .where('kind', '=', kind)
    .where('headings', '=', sql<string[]>`${[...headings]}::text[]`)
    .where('checkedAt', 'is not', null)
    .select('mapping')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.mapping as ImportMapping | undefined
}

/** Keeps the file as a draft, with how it seems to be made. */
export const uploadImport = async (
  ctx: Ctx,
  { query: { kind, fileName }, content }: Parsed<typeof contract>,
  { serving }: Raw,
): Promise<Answer<typeof contract>> => {
  if (content.length === 0) throw refuse('import.notCsv')
  const form = recognise(content)
  const headings = headingsOf(content, form)
  const mapping = (await findRemembered(ctx.db, kind, headings)) ?? guessMapping(kind, headings)
  const described = {
    ...{ purpose: 'import', entity: 'user', entityId: ctx.person.userId },
    ...{ fileName, contentType: 'text/csv', content },
  }
  return withStoredFile(ctx, serving.files, described, async (tx, fileId) => {
    const { id } = await tx
      .insertInto('mappedImport')
      .values({
        ...{ kind, fileId, fileName, headings, form, mapping },
        sha256: createHash('sha256').update(content).digest(),
        madeBy: ctx.person.userId,
        madeAt: new Date(serving.clock()).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(tx, ctx, {
      action: 'mappedImport.uploaded',
      entity: 'mappedImport',
      entityId: id,
      after: { kind, bytes: content.length },
    })
    return { id }
  })
}

/** The headings of the file by another form; those that were kept where its file isn't text by that form. */
const headingsBy = async (files: Files, ctx: Ctx, fileId: string, form: ImportForm): Promise<string[]> => {
  const content = await files.read(ctx.prefix, fileId)
  if (decode(content, form.encoding) === null) throw refuse('request.invalid', { fields: { encoding: 'unfit' } })
  return headingsOf(content, form)
}

/** Says how the file is read. Where that takes its columns apart anew, they are guessed anew. */
export const formImport = async (
  ctx: Ctx,
  { params: { importId }, body: { form, mapping } }: Parsed<typeof formContract>,
  { serving }: Raw,
): Promise<Answer<typeof formContract>> => {
  await ctx.db.transaction().execute(async (tx) => {
    const draft = await lockOwnFile(tx, ctx, importId)
    const headings = await headingsBy(serving.files, ctx, draft.fileId, form)
    const isSame = headings.join('\n') === draft.headings.join('\n')
    if (isSame && !isMapping(draft.kind, mapping, headings.length))
      throw refuse('request.invalid', { fields: { mapping: 'invalid' } })
    await tx
      .updateTable('mappedImport')
      .set({ form, headings, mapping: isSame ? mapping : guessMapping(draft.kind, headings) })
      .set({ state: 'draft', checkedAt: null, rows: null, wrong: null, known: null, fresh: null, amount: null })
      .set({ figures: null, failure: null, failedAt: null })
      .where('id', '=', importId)
      .execute()
  })
  return findImport(ctx, importId, serving.files)
}
