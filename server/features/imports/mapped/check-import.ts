import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { importFields } from '#contract/import-fields.ts'
import type { checkImport as contract } from '#contract/imports.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { checkRows } from './check-rows.ts'
import { decode } from './csv-records.ts'
import { findImport } from './imports.queries.ts'
import { lockOwnImport } from './own-import.ts'
import { seesAccount } from './sees-account.ts'
import { stageRows } from './stage-rows.ts'

/** Reads the whole file and keeps what was found. The books are only looked at. */
export const checkImport = async (
  ctx: Ctx,
  { params: { importId } }: Parsed<typeof contract>,
  { serving }: Raw,
): Promise<Answer<typeof contract>> => {
  await ctx.db.transaction().execute(async (tx) => {
    const { kind, form, mapping, fileId, headings } = await lockOwnImport(tx, ctx, importId)
    const missing = importFields[kind].filter(({ key, required }) => required && mapping[key] === undefined)
    if (missing.length > 0)
      throw refuse('request.invalid', { fields: Object.fromEntries(missing.map(({ key }) => [key, 'required'])) })
    const text = decode(await serving.files.read(ctx.prefix, fileId), form.encoding)
    if (text === null) throw refuse('request.invalid', { fields: { encoding: 'unfit' } })
    const source = { kind, form, mapping, columns: headings.length, text }
    const seen = seesAccount({ ...ctx, db: tx })
    const rows = await stageRows(tx, importId, source)
    const { businessDate } = ctx
    const { known, fresh, amount, figures } = await checkRows(tx, { importId, kind, businessDate, seen })
    const checkedAt = new Date(serving.clock()).toISOString()
    await tx
      .updateTable('mappedImport')
      .set({ state: 'checked', rows, known, fresh, wrong: rows - known - fresh, amount, checkedAt })
      .set({ figures: JSON.stringify(figures), failure: null, failedAt: null, approvalId: null })
      .where('id', '=', importId)
      .execute()
  })
  return findImport(ctx, importId, serving.files)
}
