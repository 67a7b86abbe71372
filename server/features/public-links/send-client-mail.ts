import { sql } from 'kysely'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Clock } from '#server/core/clock.ts'
import type { FileStorage } from '#server/core/file-storage.ts'
import { toSingleLine } from '#server/core/mail/mail-layout.ts'
import type { MailDelivery } from '#server/core/mail/mail-transport.ts'
import type { MailDeps } from '#server/core/mail/send-mail.ts'
import { type MailQueue, retryDelaysSeconds, sendMailQueue } from '#server/core/mail/send-queue.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import type { SecretBox } from '#server/core/secret-box.ts'
import type { DatabaseAccess } from '#server/core/tenancy.ts'
import { type ClientMailFacts, type ClientMailTemplate, clientMailPurpose } from '#server/domain/client-mail.ts'
import { firmAccountKey } from '#server/domain/firm-account.ts'
import { maskEmail } from '#server/domain/mask-identifiers.ts'
import { type ClientMailContext, composeClientMail } from './compose-client-mail.ts'

type ClientMailDeps = {
  tenant: DatabaseAccess
  prefix: Prefix
  clock: Clock
  publicUrl: string
  getSecretBox: (purpose: string) => SecretBox
  files: FileStorage
  deliver: MailDelivery
  onFailure: MailDeps['onFailure']
}

type ClientMailRow = {
  id: string
  client_id: string
  template: ClientMailTemplate
  recipient: string
  idioma: Idioma
  secret: string
  file_id: string | null
  created_at: string
  attempts: number
}

const takeNextSql = `
  update client_mail set attempts = attempts + 1, next_at = $1::timestamptz + make_interval(secs => ($2::int[])[least(attempts + 1, $3::int)])
   where id = (select id from client_mail where sent_at is null and failed_at is null and next_at <= $1::timestamptz
                order by next_at, id limit 1 for update skip locked)
  returning id, client_id, template, recipient, idioma, secret, file_id, created_at, attempts`

/** Who writes to whom: names as they are today. */
const findContext = async (
  { tenant: { db }, prefix, publicUrl }: ClientMailDeps,
  { client_id, idioma }: ClientMailRow,
): Promise<ClientMailContext> => {
  const { rows } = await sql<Omit<ClientMailContext, 'prefix' | 'publicUrl' | 'idioma'>>`
    select ${naturalNameSql('c')} as "clientName", coalesce((select value ->> 'name' from setting where key = ${firmAccountKey}), 'Atalaya') as firm,
           ${naturalNameSql('e')} as "managerName", e.phone as "managerPhone", e.email as "managerEmail"
      from client c left join client_list l on l.client_id = c.id left join employee e on e.id = l.manager_id
     where c.id = ${client_id}`.execute(db)
  return { ...rows[0]!, prefix, publicUrl, idioma }
}

const readAttachments = async ({ tenant: { db }, files, prefix }: ClientMailDeps, fileId: string | null) => {
  if (!fileId) return []
  const { fileName, contentType } = await db
    .selectFrom('storedFile')
    .where('id', '=', fileId)
    .select(['fileName', 'contentType'])
    .executeTakeFirstOrThrow()
  return [{ filename: fileName, contentType, content: await files.read(prefix, fileId) }]
}

const buildClientMailQueue = (deps: ClientMailDeps): MailQueue<ClientMailRow> => {
  const { tenant, prefix, clock, deliver, onFailure } = deps
  const { db } = tenant
  /** What it was made of is forgotten with its end. */
  const end = (row: ClientMailRow, state: 'sent' | 'failed', reason: string | null) =>
    db.transaction().execute(async (tx) => {
      const at = new Date(clock()).toISOString()
      await tx
        .updateTable('clientMail')
        .set({ ...(state === 'sent' ? { sentAt: at } : { failedAt: at }), error: reason, secret: null })
        .where('id', '=', row.id)
        .execute()
      await recordAuditEvent(tx, null, {
        action: `clientMail.${state}`,
        entity: 'client',
        entityId: row.client_id,
        after: { template: row.template, recipient: maskEmail(row.recipient), ...(reason && { failure: reason }) },
      })
    })
  return {
    take: async (now) =>
      (
        await tenant.queryPrepared<ClientMailRow>('take client mail', takeNextSql, [
          now,
          retryDelaysSeconds,
          retryDelaysSeconds.length,
        ])
      )[0],
    post: async (row, signal) => {
      const { id, template, recipient, secret, created_at } = row
      const facts = JSON.parse(deps.getSecretBox(clientMailPurpose).decrypt(secret)) as ClientMailFacts
      if (facts.until && Date.parse(facts.until) <= clock()) return { never: 'too late' }
      const context = await findContext(deps, row)
      const attachments = await readAttachments(deps, row.file_id)
      const name = toSingleLine(context.clientName)
      const letter = { id: `${prefix}-c${id}`, createdAt: created_at, name, recipient, attachments }
      await deliver({ ...letter, ...composeClientMail(template, facts, context) }, signal)
      return 'sent'
    },
    sent: (row) => end(row, 'sent', null),
    never: (row, reason) => end(row, 'failed', reason),
    failed: async (row, reason, givenUp) => {
      const attempt = Math.min(row.attempts, retryDelaysSeconds.length + 1)
      onFailure({ mailId: `${prefix}-c${row.id}`, attempt, reason, givenUp })
      if (givenUp) await end(row, 'failed', reason)
      else
        await tenant.queryPrepared('client mail failed', 'update client_mail set error = $2 where id = $1', [
          row.id,
          reason,
        ])
    },
  }
}

/** Sends the e-mails of a prefix to clients that are due, one after the other. Any number of processes may do so at once. */
export const sendClientMail = (deps: ClientMailDeps, signal: AbortSignal): Promise<void> =>
  sendMailQueue(buildClientMailQueue(deps), deps.clock, signal)
