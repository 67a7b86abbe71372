import type { RecordEntity } from '#contract/records.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { RecordSummary, RecordType } from '#server/core/record-type.ts'
import { coversScopes } from '#server/core/rights.ts'
import type { HttpContext } from '#server/core/routes.ts'

/** The record that a call names, in the words of the panels' own tables. */
export type RecordKey = { entity: RecordEntity; recordId: string }

export type VisibleRecord = RecordSummary & { type: RecordType; mayWork: boolean }

/** Remove what others have written, and only that. */
const moderatorRoles = ['admin', 'direction']
export const canModerate = ({ person }: Pick<Ctx, 'person'>): boolean => moderatorRoles.includes(person.role)

/** Whether the caller may work on a record that they see: with one of the type's actions, whose reach holds it. */
const canWorkOnRecord = async (
  ctx: Ctx,
  type: RecordType,
  recordId: string,
  { deps }: HttpContext,
): Promise<boolean> => {
  const { rights } = ctx.person
  const seen = rights.getScopes(type.module, 'view')
  for (const action of type.workActions) {
    if (!rights.may(type.module, action)) continue
    const scopes = rights.getScopes(type.module, action)
    if (coversScopes(scopes, seen) || (await type.find({ ...ctx, scopes }, recordId, deps))) return true
  }
  return false
}

/**
 * Where every call of the panels begins: the record, as the caller sees it now. Throws 404 where they don't, whatever they ask of it,
 * and whether it is there or not.
 */
export const findRecord = async (
  ctx: Ctx,
  { entity, recordId }: RecordKey,
  raw: HttpContext,
): Promise<VisibleRecord> => {
  const type = raw.deps.records.find((one) => one.entity === entity)
  if (!type || !ctx.person.rights.may(type.module, 'view')) throw buildRefusal('notFound')
  const scopes = ctx.person.rights.getScopes(type.module, 'view')
  const found = await type.find({ ...ctx, scopes }, recordId, raw.deps)
  if (!found) throw buildRefusal('notFound')
  return { ...found, type, mayWork: await canWorkOnRecord(ctx, type, recordId, raw) }
}

/** The same for what changes documents, tags or who is in charge. Throws `permission.missing` where they may only look. */
export const findWorkableRecord = async (ctx: Ctx, key: RecordKey, raw: HttpContext): Promise<VisibleRecord> => {
  const found = await findRecord(ctx, key, raw)
  if (!found.mayWork) throw buildRefusal('permission.missing')
  return found
}
