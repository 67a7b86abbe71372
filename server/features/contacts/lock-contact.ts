import { type Kysely, sql } from 'kysely'
import type { ContactStage } from '#contract/contacts/stages.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { selectVisibleContacts } from '#server/domain/visibility.ts'

const findLockedContact = (tx: Kysely<DB>, { scopes }: Pick<Ctx, 'scopes'>, contactId: string) =>
  selectVisibleContacts({ db: tx, scopes })
    .where('ct.id', '=', contactId)
    .select(['ct.id', 'ct.name', 'ct.surname', 'ct.email', 'ct.phone', 'ct.amount', 'ct.observations', 'ct.family'])
    .select(['ct.typeId', 'ct.workId', 'ct.referenceId', 'ct.sourceId', 'ct.wantsInvestments', 'ct.lopdOn'])
    .select(['ct.employeeId', 'ct.lostReason', 'ct.lostNote', 'ct.clientId', 'ct.version'])
    .select(sql<ContactStage>`ct.stage`.as('stage'))
    .forNoKeyUpdate('ct')
    .executeTakeFirst()
export type LockedContact = NonNullable<Awaited<ReturnType<typeof findLockedContact>>>

type ContactRequest = { params: { contactId: string }; body: { version: number } }

/**
 * Does a write on a contact in the caller's scope, in one transaction under its lock, and gives its new version. 404 out of scope, then
 * `conflict.changed` where it isn't the version that the caller saw.
 */
export const changeLockedContact = (
  ctx: Ctx,
  { params, body }: ContactRequest,
  change: (tx: Kysely<DB>, contact: LockedContact) => Promise<void>,
): Promise<{ version: number }> =>
  ctx.db.transaction().execute(async (tx) => {
    const contact = await findLockedContact(tx, ctx, params.contactId)
    if (!contact) throw buildRefusal('notFound')
    if (contact.version !== body.version) throw buildRefusal('conflict.changed')
    await change(tx, contact)
    return tx
      .updateTable('contact')
      .set({ version: sql`version + 1` })
      .where('id', '=', contact.id)
      .returning('version')
      .executeTakeFirstOrThrow()
  })
