import { type Kysely, sql } from 'kysely'
import type { ImportKind } from '#contract/imports/fields.ts'
import { ImportFileFormat, type ImportMapping, type ImportState } from '#contract/imports.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'

const lockedImportColumns = [
  'kind',
  'state',
  'headings',
  'form',
  'mapping',
  'rows',
  'wrong',
  'known',
  'fresh',
  'amount',
] as const

/** An import, nobody else's until the transaction ends. */
export const lockImport = async (tx: Kysely<DB>, importId: string) => {
  const found = await tx
    .selectFrom('mappedImport')
    .where('id', '=', importId)
    .select([
      ...lockedImportColumns,
      'id',
      'fileId',
      'figures',
      'checkedAt',
      'approvalId',
      'undoApprovalId',
      'undoneBy',
      'madeBy',
    ])
    .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
    .forUpdate()
    .executeTakeFirst()
  return (
    found && {
      ...found,
      kind: found.kind as ImportKind,
      form: ImportFileFormat.parse(found.form),
      mapping: found.mapping as ImportMapping,
    }
  )
}

/**
 * The caller's own import, while it can still be changed: 404 where there is none, `import.notYours`, `import.tooLate`.
 */
export const lockOwnImport = async (tx: Kysely<DB>, ctx: Ctx, importId: string) => {
  const found = await lockImport(tx, importId)
  const seesAll = ctx.scopes.every(({ all }) => all)
  if (!found || (!seesAll && found.madeBy !== ctx.person.userId)) throw buildRefusal('notFound')
  if (found.madeBy !== ctx.person.userId) throw buildRefusal('import.notYours')
  const open: readonly ImportState[] = ['draft', 'checked']
  if (!open.includes(found.state)) throw buildRefusal('import.tooLate')
  return found
}

/** As `lockOwnImportFile`, without keeping it from anybody. */
export const findOwnImportFile = (ctx: Ctx, importId: string) =>
  ctx.db.transaction().execute((tx) => lockOwnImportFile(tx, ctx, importId))

/** As `lockOwnImport`, to be read otherwise or again; one whose file isn't kept can't be. */
export const lockOwnImportFile = async (tx: Kysely<DB>, ctx: Ctx, importId: string) => {
  const { fileId, ...found } = await lockOwnImport(tx, ctx, importId)
  if (fileId === null) throw buildRefusal('import.tooLate')
  return { ...found, fileId }
}
