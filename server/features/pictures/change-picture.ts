import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { toSquarePicture } from '#server/core/pictures.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertNotRelatedEmployee } from '#server/domain/conflict-of-interest.ts'
import { deleteFileContent, markStoredFileRemoved, withStoredFile } from '#server/domain/stored-files.ts'
import { selectVisibleStaff } from '#server/domain/visibility.ts'

type PictureResult = { pictureId: string | null }

/** Throws 404 where the person is out of reach, `approval.ownRecord` where they are too near: one's own picture is changed in one's own area. */
const findVisibleEmployeeId = async (ctx: Ctx, employeeId: string): Promise<string> => {
  const found = await selectVisibleStaff(ctx).where('e.id', '=', employeeId).select('e.id').executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  await assertNotRelatedEmployee(ctx.db, ctx, found.id)
  return found.id
}

/** Throws 404 for somebody who isn't staff: there is nothing to put a picture on. */
const getOwnEmployeeId = ({ person: { employeeId } }: Ctx): string => {
  if (employeeId === null) throw buildRefusal('notFound')
  return employeeId
}

/** Lets go of the picture that stands there and puts another, or none; answers which one it was. */
const replacePictureId = async (tx: Kysely<DB>, ctx: Ctx, employeeId: string, pictureId: string | null) => {
  const { pictureId: before } = await tx
    .selectFrom('employee')
    .select('pictureId')
    .where('id', '=', employeeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before === pictureId) return null
  await tx.updateTable('employee').set({ pictureId }).where('id', '=', employeeId).execute()
  if (before) await markStoredFileRemoved(tx, before)
  const action = pictureId ? 'employee.pictureSet' : 'employee.pictureRemoved'
  const named = (id: string | null) => (id ? { pictureId: id } : {})
  await recordAuditEvent(tx, ctx, {
    action,
    entity: 'employee',
    entityId: employeeId,
    before: named(before),
    after: named(pictureId),
  })
  return before
}

const storePicture = async (
  ctx: Ctx,
  employeeId: string,
  sent: Uint8Array,
  raw: HttpContext,
): Promise<PictureResult> => {
  const content = await toSquarePicture(sent)
  const described = {
    purpose: 'employee.picture',
    entity: 'employee',
    entityId: employeeId,
    fileName: 'picture.webp',
    contentType: 'image/webp',
    content,
  }
  const { id, before } = await withStoredFile(ctx, raw.deps.files, described, async (tx, id) => ({
    id,
    before: await replacePictureId(tx, ctx, employeeId, id),
  }))
  await deleteFileContent(raw, before)
  return { pictureId: id }
}

const deletePicture = async (ctx: Ctx, employeeId: string, raw: HttpContext): Promise<PictureResult> => {
  const before = await ctx.db.transaction().execute((tx) => replacePictureId(tx, ctx, employeeId, null))
  await deleteFileContent(raw, before)
  return { pictureId: null }
}

type EmployeeParams = { params: { employeeId: string } }
type PictureContent = { content: Uint8Array }

export const setPicture = async (
  ctx: Ctx,
  { params, content }: EmployeeParams & PictureContent,
  raw: HttpContext,
): Promise<PictureResult> => storePicture(ctx, await findVisibleEmployeeId(ctx, params.employeeId), content, raw)

export const removePicture = async (ctx: Ctx, { params }: EmployeeParams, raw: HttpContext): Promise<PictureResult> =>
  deletePicture(ctx, await findVisibleEmployeeId(ctx, params.employeeId), raw)

export const setOwnPicture = (ctx: Ctx, { content }: PictureContent, raw: HttpContext): Promise<PictureResult> =>
  storePicture(ctx, getOwnEmployeeId(ctx), content, raw)

export const removeOwnPicture = (ctx: Ctx, _: unknown, raw: HttpContext): Promise<PictureResult> =>
  deletePicture(ctx, getOwnEmployeeId(ctx), raw)
