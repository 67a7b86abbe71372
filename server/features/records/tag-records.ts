import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { tagRecords } from '#contract/records/bulk.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findWorkableRecord } from './find-record.ts'
import { addTag, removeTag, toTagKey } from './tags.ts'

/** Puts the tag of that name on the record or takes it off, as on its page. A tag that the record doesn't have is off already. */
export const tagRecord = async (
  ctx: Ctx,
  recordId: string,
  { params: { entity }, body: { name, change } }: ParsedRequest<typeof tagRecords>,
  raw: HttpContext,
): Promise<void> => {
  const params = { entity, recordId }
  if (change === 'add') {
    await addTag(ctx, { params, query: undefined, body: { name } }, raw)
    return
  }
  const tag = await ctx.db.selectFrom('tag').where('key', '=', toTagKey(name)).select('id').executeTakeFirst()
  if (tag) await removeTag(ctx, { params: { ...params, tagId: tag.id }, query: undefined, body: undefined }, raw)
  else await findWorkableRecord(ctx, params, raw)
}
