import type { Kysely } from 'kysely'
import type { AuditFacts } from '#contract/audit/fields.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'

/** Says in the audit what happened to a contact. What is personal is named by its fields alone. */
export const auditContact = (
  tx: Kysely<DB>,
  ctx: Ctx,
  action: `contact.${string}`,
  contactId: string,
  { before, after }: { before?: AuditFacts; after?: AuditFacts } = {},
): Promise<void> =>
  recordAuditEvent(tx, ctx, {
    action,
    entity: 'contact',
    entityId: contactId,
    ...(before && { before }),
    ...(after && { after }),
  })
