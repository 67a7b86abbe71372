import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { ImportKind } from '#contract/imports/fields.ts'
import type { uploadImport as contract, formImport as formContract, ImportMapping } from '#contract/imports.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { withStoredFile } from '#server/domain/stored-files.ts'
import { guessMapping, isMapping } from './guess-mapping.ts'
import { findImport } from './imports.queries.ts'
import { inspectCsvJob } from './inspect-csv.ts'
import { findOwnFile, lockOwnFile } from './own-import.ts'

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
  const { form, headings, sample, accents } = await serving.threads.run(inspectCsvJob, { content })
  const mapping = (await findRemembered(ctx.db, kind, headings)) ?? guessMapping(kind, headings)
  const described = {
    ...{ purpose: 'import', entity: 'user', entityId: ctx.person.userId },
    ...{ fileName, contentType: 'text/csv', content },
  }
  return withStoredFile(ctx, serving.files, described, async (tx, fileId) => {
    const { id } = await tx
      .insertInto('mappedImport')
      .values({
        ...{ kind, fileId, fileName, headings, form, mapping, sample: JSON.stringify({ rows: sample, accents }) },
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

/** Says how the file is read. Where that takes its columns apart anew, they are guessed anew. */
export const formImport = async (
  ctx: Ctx,
  { params: { importId }, body: { form, mapping } }: Parsed<typeof formContract>,
  { serving }: Raw,
): Promise<Answer<typeof formContract>> => {
  const before = await findOwnFile(ctx, importId)
  const content = await serving.files.read(ctx.prefix, before.fileId)
  const { headings, sample, accents } = await serving.threads.run(inspectCsvJob, { content, form })
  await ctx.db.transaction().execute(async (tx) => {
    const draft = await lockOwnFile(tx, ctx, importId)
    const isSame = headings.join('\n') === draft.headings.join('\n')
    if (isSame && !isMapping(draft.kind, mapping, headings.length))
      throw refuse('request.invalid', { fields: { mapping: 'invalid' } })
    await tx
      .updateTable('mappedImport')
      .set({ form, headings, sample: JSON.stringify({ rows: sample, accents }) })
      .set({ mapping: isSame ? mapping : guessMapping(draft.kind, headings) })
      .set({ state: 'draft', checkedAt: null, rows: null, wrong: null, known: null, fresh: null, amount: null })
      .set({ figures: null, failure: null, failedAt: null })
      .where('id', '=', importId)
      .execute()
  })
  return findImport(ctx, importId)
}
