import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { checkImport as contract } from '#contract/imports.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { decode } from './csv-records.ts'
import { findImport } from './imports.queries.ts'
import { lockOwnFile } from './own-import.ts'
import { readImport } from './read-import.ts'
import { seesAccount } from './sees-account.ts'

/** Reads the whole file and keeps what was found. The books are only looked at. */
export const checkImport = async (
  ctx: Ctx,
  { params: { importId } }: Parsed<typeof contract>,
  { serving }: Raw,
): Promise<Answer<typeof contract>> => {
  await ctx.db.transaction().execute(async (tx) => {
    const { kind, form, mapping, fileId, headings } = await lockOwnFile(tx, ctx, importId)
    const text = decode(await serving.files.read(ctx.prefix, fileId), form.encoding)
    if (text === null) throw refuse('request.invalid', { fields: { encoding: 'unfit' } })
    await readImport(tx, importId, {
      ...{ kind, form, mapping, columns: headings.length, text, businessDate: ctx.businessDate },
      ...{ at: new Date(serving.clock()).toISOString(), seen: seesAccount({ ...ctx, db: tx }) },
    })
  })
  return findImport(ctx, importId, serving.files)
}
