import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { madePicture } from '#server/core/pictures.ts'
import type { Raw } from '#server/core/serve.ts'
import { dropContent, removeStoredFile, withStoredFile } from '#server/domain/stored-files.ts'
import { assertNotOwnEmployee } from '#server/domain/too-near.ts'
import { visibleStaff } from '#server/domain/visibility.ts'

type Changed = { pictureId: string | null }

/** Throws 404 where the person is out of reach, `approval.ownRecord` where they are too near: one's own picture is changed in one's own area. */
const findReached = async (ctx: Ctx, employeeId: string): Promise<string> => {
  const found = await visibleStaff(ctx).where('e.id', '=', employeeId).select('e.id').executeTakeFirst()
  if (!found) throw refuse('notFound')
  await assertNotOwnEmployee(ctx.db, ctx, found.id)
  return found.id
}

/** Throws 404 for somebody who isn't staff: there is nothing to put a picture on. */
const ownRecord = ({ person: { employeeId } }: Ctx): string => {
  if (employeeId === null) throw refuse('notFound')
  return employeeId
}

/** Lets go of the picture that stands there and puts another, or none; answers which one it was. */
const replace = async (tx: Kysely<DB>, ctx: Ctx, employeeId: string, pictureId: string | null) => {
  const { pictureId: before } = await tx
    .selectFrom('employee')
    .select('pictureId')
    .where('id', '=', employeeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before === pictureId) return null
  await tx.updateTable('employee').set({ pictureId }).where('id', '=', employeeId).execute()
  if (before) await removeStoredFile(tx, before)
  const action = pictureId ? 'employee.pictureSet' : 'employee.pictureRemoved'
  const named = (id: string | null) => (id ? { pictureId: id } : {})
  await audit(tx, ctx, {
    action,
    entity: 'employee',
    entityId: employeeId,
    before: named(before),
    after: named(pictureId),
  })
  return before
}

const set = async (ctx: Ctx, employeeId: string, sent: Uint8Array, raw: Raw): Promise<Changed> => {
  const content = await madePicture(sent)
  const described = {
    purpose: 'employee.picture',
    entity: 'employee',
    entityId: employeeId,
    fileName: 'picture.webp',
    contentType: 'image/webp',
    content,
  }
  const { id, before } = await withStoredFile(ctx, raw.serving.files, described, async (tx, id) => ({
    id,
    before: await replace(tx, ctx, employeeId, id),
  }))
  await dropContent(raw, before)
  return { pictureId: id }
}

const remove = async (ctx: Ctx, employeeId: string, raw: Raw): Promise<Changed> => {
  const before = await ctx.db.transaction().execute((tx) => replace(tx, ctx, employeeId, null))
  await dropContent(raw, before)
  return { pictureId: null }
}

type Of = { params: { employeeId: string } }
type Sent = { content: Uint8Array }

export const setPicture = async (ctx: Ctx, { params, content }: Of & Sent, raw: Raw): Promise<Changed> =>
  set(ctx, await findReached(ctx, params.employeeId), content, raw)

export const removePicture = async (ctx: Ctx, { params }: Of, raw: Raw): Promise<Changed> =>
  remove(ctx, await findReached(ctx, params.employeeId), raw)

export const setOwnPicture = (ctx: Ctx, { content }: Sent, raw: Raw): Promise<Changed> =>
  set(ctx, ownRecord(ctx), content, raw)

export const removeOwnPicture = (ctx: Ctx, _: unknown, raw: Raw): Promise<Changed> => remove(ctx, ownRecord(ctx), raw)
