import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ImportKind } from '#contract/imports/fields.ts'
import type * as contract from '#contract/imports.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { withStoredFile } from '#server/domain/stored-files.ts'
import { guessColumnMapping, isValidMapping } from './guess-mapping.ts'
import { assertImportRights } from './import-maker.ts'
import { findImport } from './imports.queries.ts'
import { inspectTableJob } from './inspect-table.ts'
import { findOwnImportFile, lockOwnImportFile } from './own-import.ts'

const workbookContentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** How the last file with these headings was read, where there was one. */
export const findRememberedMapping = async (
  db: Kysely<DB>,
  kind: ImportKind,
  headings: readonly string[],
): Promise<contract.ImportMapping | undefined> => {
  const found = await db
    .selectFrom('mappedImport')
    .where('kind', '=', kind)
    .where('headings', '=', sql<string[]>`${[...headings]}::text[]`)
    .where('checkedAt', 'is not', null)
    .select('mapping')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.mapping as contract.ImportMapping | undefined
}

/** Keeps the file as a draft, with how it seems to be made. */
export const uploadImport = async (
  ctx: Ctx,
  { query: { kind, fileName }, content }: ParsedRequest<typeof contract.uploadImport>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.uploadImport>> => {
  assertImportRights(ctx, kind)
  const { form, headings, sample, accents, sheets } = await deps.threads.run(inspectTableJob, { content, kind })
  const mapping = (await findRememberedMapping(ctx.db, kind, headings)) ?? guessColumnMapping(kind, headings)
  const described = {
    purpose: 'import',
    entity: 'user',
    entityId: ctx.person.userId,
    fileName,
    contentType: form.sheet === null ? 'text/csv' : workbookContentType,
    content,
  }
  return withStoredFile(ctx, deps.files, described, async (tx, fileId) => {
    const { id } = await tx
      .insertInto('mappedImport')
      .values({
        kind,
        fileId,
        fileName,
        headings,
        form,
        mapping,
        sample: JSON.stringify({ rows: sample, accents, sheets }),
        sha256: createHash('sha256').update(content).digest(),
        madeBy: ctx.person.userId,
        madeAt: new Date(deps.clock()).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAuditEvent(tx, ctx, {
      action: 'mappedImport.uploaded',
      entity: 'mappedImport',
      entityId: id,
      after: { kind, bytes: content.length },
    })
    return { id }
  })
}

/** Says how the file is read. Where that takes its columns apart anew, they are guessed anew. */
export const changeImportFormat = async (
  ctx: Ctx,
  { params: { importId }, body: { form, mapping } }: ParsedRequest<typeof contract.setImportFormat>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.setImportFormat>> => {
  const before = await findOwnImportFile(ctx, importId)
  const content = await deps.files.read(ctx.prefix, before.fileId)
  const { kind } = before
  const { headings, sample, accents, sheets } = await deps.threads.run(inspectTableJob, { content, kind, form })
  await ctx.db.transaction().execute(async (tx) => {
    const draft = await lockOwnImportFile(tx, ctx, importId)
    const isSame = headings.join('\n') === draft.headings.join('\n')
    if (isSame && !isValidMapping(draft.kind, mapping, headings.length))
      throw buildRefusal('request.invalid', { fields: { mapping: 'invalid' } })
    await tx
      .updateTable('mappedImport')
      .set({ form, headings, sample: JSON.stringify({ rows: sample, accents, sheets }) })
      .set({ mapping: isSame ? mapping : guessColumnMapping(draft.kind, headings) })
      .set({ state: 'draft', checkedAt: null, rows: null, wrong: null, known: null, fresh: null, amount: null })
      .set({ figures: null, failure: null, failedAt: null })
      .where('id', '=', importId)
      .execute()
  })
  return findImport(ctx, importId)
}
