import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { ModuleKey } from '#contract/permissions.ts'
import type { getProfilePicture } from '#contract/pictures.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { isStaffInScope } from '#server/core/rights.ts'
import type { HttpContext } from '#server/core/routes.ts'

/** Where a member of staff is shown with their face. */
const pictureModules: readonly ModuleKey[] = ['bt_RRHH', 'bt_TuEquipo']

/** Whoever reaches the person among the employees or in their team may see them, and everybody themselves. */
const canSeePicture = ({ person }: Ctx, employeeId: string, zoneId: string): boolean =>
  person.employeeId === employeeId ||
  person.membership.employeeId === employeeId ||
  pictureModules.some((module) => isStaffInScope(person.rights.getScopes(module, 'view'), employeeId, zoneId))

/** The picture as an attachment that no browser takes for anything else. 404 where there is none, or nobody to see. */
export const sendPicture = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof getProfilePicture>,
  { deps, request, reply }: HttpContext,
) => {
  const found = await ctx.db
    .selectFrom('employee as e')
    .innerJoin('office as o', 'o.id', 'e.officeId')
    .innerJoin('storedFile as f', (join) => join.onRef('f.id', '=', 'e.pictureId').on('f.removedAt', 'is', null))
    .select(['e.id', 'o.zoneId', 'f.id as fileId', 'f.contentType'])
    .where('e.id', '=', params.employeeId)
    .executeTakeFirst()
  if (!found || !canSeePicture(ctx, found.id, found.zoneId)) throw buildRefusal('notFound')
  const etag = `"${found.fileId}"`
  const isKnown = request.headers['if-none-match'] === etag
  // Before the headers: a refusal has none of them.
  const content = isKnown ? undefined : await deps.files.read(ctx.prefix, found.fileId)
  // Kept by the browser, and asked for anew each time: what somebody may see changes.
  reply.headers({
    etag,
    'cache-control': 'private, no-cache',
    vary: 'authorization',
    'x-content-type-options': 'nosniff',
  })
  if (isKnown) return reply.status(304).send()
  return reply
    .type(found.contentType)
    .header('content-disposition', 'attachment; filename="picture.webp"')
    .send(content)
}
