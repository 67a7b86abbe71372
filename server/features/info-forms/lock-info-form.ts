import { type Kysely, sql } from 'kysely'
import type { InfoFormContent } from '#contract/info-forms.ts'
import type { DB } from '#db/types.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { refreshInfoFormStatus } from '#server/domain/info-form-status.ts'
import { revokePublicLinks } from '#server/domain/public-links.ts'
import { emptyInfoForm, toInfoFormContent } from './form-content.ts'

/** The client with the versions of their form, nobody else's to change until the transaction ends. */
export const lockInfoForm = async (tx: Kysely<DB>, clientId: string) => {
  const client = await tx
    .selectFrom('client')
    .where('id', '=', clientId)
    .select(['id', 'cvl', 'kind', 'email', 'idioma', 'blockKind'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const rows = await tx
    .selectFrom('infoForm')
    .where('clientId', '=', clientId)
    .select(['id', 'state', 'content', 'version', 'changedBy'])
    .orderBy('id', 'desc')
    .execute()
  const open = rows.find(({ state }) => state !== 'complete')
  const newest = open ?? rows[0]
  return {
    client,
    version: rows.reduce((sum, row) => sum + row.version, 0),
    open,
    newest,
    /** What the next change begins with. */
    content: newest ? toInfoFormContent(newest.content) : emptyInfoForm,
  }
}

type Change = { userId: string; at: string; today: string }

/** Begins a version; `version` 0 where nothing was written into it yet. */
export const insertInfoForm = async (
  tx: Kysely<DB>,
  clientId: string,
  { content, version }: { content: InfoFormContent; version: number },
  { userId, at, today }: Change,
): Promise<string> => {
  const { id } = await tx
    .insertInto('infoForm')
    .values({
      clientId,
      stateOn: today,
      content: JSON.stringify(content),
      version,
      createdBy: userId,
      createdAt: at,
      changedBy: userId,
      changedAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends what waits for an answer of the client: its link no longer opens. Answers whether there was any. */
export const endOpenRequest = async (
  tx: Kysely<DB>,
  { formId, clientId }: { formId: string; clientId: string },
  { userId, at }: Omit<Change, 'today'>,
): Promise<boolean> => {
  const ended = await tx
    .updateTable('infoFormRequest')
    .set({ endedAt: at, endedBy: userId })
    .where('formId', '=', formId)
    .where('answeredAt', 'is', null)
    .where('endedAt', 'is', null)
    .returning('id')
    .execute()
  await revokePublicLinks(tx, clientId, 'info_form', at)
  return ended.length > 0
}

/** The state of the form as the client's page and the list show it, once all of a change is written. */
export const publishInfoFormStatus = async (tx: Kysely<DB>, clientId: string) => {
  await refreshInfoFormStatus(tx, [clientId])
  await sql`select refresh_client_list(array[${clientId}]::bigint[])`.execute(tx)
  const { formStatus } = await tx
    .selectFrom('client')
    .where('id', '=', clientId)
    .select('formStatus')
    .executeTakeFirstOrThrow()
  return formStatus
}

/** Throws `conflict.changed` where somebody else has saved since. */
export const assertSameVersion = (found: number, seen: number): void => {
  if (found !== seen) throw buildRefusal('conflict.changed')
}
