import type { Kysely } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import type {
  Attachment,
  changeAttachment as change,
  removeAttachment as remove,
  restoreAttachment as restore,
} from '#contract/records/attachments.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { findAttachment, restorableSince } from './attachments.queries.ts'
import { findWorkableRecord, type RecordKey } from './find-record.ts'

type Asked = RecordKey & { attachmentId: string }
type Changes = { description?: string; removed?: boolean }
type Wanted = { action: string; version: number; isRemoved: boolean; changes: Changes }

/** The document, nobody else's until the transaction ends: standing, or removed, as it is wanted, and as the caller saw it. */
const lockAttachment = async (tx: Kysely<DB>, asked: Asked, { version, isRemoved }: Wanted) => {
  const found = await tx
    .selectFrom('recordAttachment as a')
    .innerJoin('storedFile as f', 'f.id', 'a.fileId')
    .select(['a.version', 'a.removedAt', 'f.removedAt as purgedAt'])
    .where('a.id', '=', asked.attachmentId)
    .where('a.entity', '=', asked.entity)
    .where('a.entityId', '=', asked.recordId)
    .forUpdate('a')
    .executeTakeFirst()
  if (!found || (!isRemoved && found.purgedAt)) throw refuse('notFound')
  if (found.version !== version || (found.removedAt !== null) !== isRemoved) throw refuse('conflict.changed')
  return found
}

const update = async (ctx: Ctx, asked: Asked, raw: Raw, wanted: Wanted): Promise<Attachment> => {
  await findWorkableRecord(ctx, asked, raw)
  const { action, version, changes } = wanted
  const { entity, recordId: entityId, attachmentId } = asked
  return ctx.db.transaction().execute(async (tx) => {
    const { removedAt, purgedAt } = await lockAttachment(tx, asked, wanted)
    if (wanted.isRemoved && (purgedAt || removedAt! <= restorableSince(raw.serving.clock())))
      throw refuse('attachment.gone')
    await tx
      .updateTable('recordAttachment')
      .set({
        version: version + 1,
        ...(changes.description !== undefined && { description: changes.description }),
        ...(changes.removed === true && {
          removedAt: new Date(raw.serving.clock()).toISOString(),
          removedBy: ctx.person.userId,
        }),
        ...(changes.removed === false && { removedAt: null, removedBy: null }),
      })
      .where('id', '=', attachmentId)
      .execute()
    await audit(tx, ctx, { action, entity, entityId, after: { attachment: attachmentId } })
    return findAttachment(tx, asked, attachmentId)
  })
}

export const changeAttachment = (ctx: Ctx, { params, body }: Parsed<typeof change>, raw: Raw): Promise<Attachment> =>
  update(ctx, params, raw, {
    action: 'attachment.changed',
    version: body.version,
    isRemoved: false,
    changes: { description: body.description },
  })

export const removeAttachment = (ctx: Ctx, { params, body }: Parsed<typeof remove>, raw: Raw): Promise<Attachment> =>
  update(ctx, params, raw, {
    action: 'attachment.removed',
    version: body.version,
    isRemoved: false,
    changes: { removed: true },
  })

/** Throws `attachment.gone` once the time to restore is over. */
export const restoreAttachment = (ctx: Ctx, { params, body }: Parsed<typeof restore>, raw: Raw): Promise<Attachment> =>
  update(ctx, params, raw, {
    action: 'attachment.restored',
    version: body.version,
    isRemoved: true,
    changes: { removed: false },
  })
