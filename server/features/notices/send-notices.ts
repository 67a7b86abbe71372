import { sql } from 'kysely'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { type Clock, getBusinessDate, getLocalHour } from '#server/core/clock.ts'
import { toSingleLine } from '#server/core/mail/mail-layout.ts'
import type { MailDelivery } from '#server/core/mail/mail-transport.ts'
import { type MailQueue, retryDelaysSeconds, sendMailQueue } from '#server/core/mail/send-queue.ts'
import type { DatabaseAccess } from '#server/core/tenancy.ts'
import { getClientLanguage } from '#server/domain/document-language.ts'
import { maskEmail } from '#server/domain/mask-identifiers.ts'
import { findEnabledNotices, queueMaturityNotices } from '#server/domain/queue-client-notices.ts'
import { composeNotice } from './compose-notice.ts'
import { buildNoticeFactsSql, findSkipReason } from './notice-facts.ts'

export type NoticeDeps = {
  tenant: DatabaseAccess
  prefix: Prefix
  clock: Clock
  deliver: MailDelivery
  /** Told of each try that failed: nothing of whom or what it was about. */
  onFailure: (failure: { mailId: string; attempt: number; reason: string; givenUp: boolean }) => void
}

type QueuedNoticeRow = { id: string; client_id: string; kind: string; queued_at: string; attempts: number }

const takeNextNoticeSql = `
  update client_notice set attempts = attempts + 1, next_at = $1::timestamptz + make_interval(secs => ($2::int[])[least(attempts + 1, $3::int)])
   where id = (select id from client_notice where state = 'queued' and (next_at is null or next_at <= $1::timestamptz)
                order by next_at nulls first, id limit 1 for update skip locked)
  returning id, client_id, kind, queued_at, attempts`

const updateRecipientSql = 'update client_notice set recipient = $2, idioma = $3 where id = $1'

const buildNoticeQueue = ({ tenant, prefix, deliver, onFailure }: NoticeDeps): MailQueue<QueuedNoticeRow> => {
  const { db } = tenant
  const end = (
    row: QueuedNoticeRow,
    state: 'sent' | 'failed' | 'skipped',
    change: { reason: string | null; sentAt?: string },
  ) =>
    db.transaction().execute(async (tx) => {
      const { recipient } = await tx
        .updateTable('clientNotice')
        .set({ state, ...change })
        .where('id', '=', row.id)
        .returning('recipient')
        .executeTakeFirstOrThrow()
      const after = {
        kind: row.kind,
        to: recipient && maskEmail(recipient),
        ...(change.reason && { reason: change.reason }),
      }
      await recordAuditEvent(tx, null, { action: `notice.${state}`, entity: 'client', entityId: row.client_id, after })
    })
  return {
    take: async (now) =>
      (
        await tenant.queryPrepared<QueuedNoticeRow>('take notice', takeNextNoticeSql, [
          now,
          retryDelaysSeconds,
          retryDelaysSeconds.length,
        ])
      )[0],
    post: async ({ id, queued_at }, signal) => {
      const which = sql`select * from client_notice where id = ${id}`
      const [facts] = (await buildNoticeFactsSql(which).execute(db)).rows
      const skipped = findSkipReason(facts!, await findEnabledNotices(db))
      if (skipped) return { never: skipped }
      const recipient = facts!.email ?? ''
      const idioma: Idioma = getClientLanguage(facts!.idioma, prefix)
      // Whom it goes to stands there before it goes: what was begun by somebody who died over it shows where it may have arrived.
      await tenant.queryPrepared('note notice address', updateRecipientSql, [id, recipient, idioma])
      const letter = { id: `${prefix}-${id}`, createdAt: queued_at, name: toSingleLine(facts!.clientName), recipient }
      await deliver({ ...letter, ...composeNotice(facts!, prefix) }, signal)
      return 'sent'
    },
    sent: (row, now) => end(row, 'sent', { reason: null, sentAt: now }),
    never: (row, reason) => end(row, 'skipped', { reason }),
    failed: async (row, reason, givenUp) => {
      onFailure({
        mailId: `${prefix}-${row.id}`,
        attempt: Math.min(row.attempts, retryDelaysSeconds.length + 1),
        reason,
        givenUp,
      })
      if (givenUp) await end(row, 'failed', { reason })
      else
        await tenant.queryPrepared('notice failed', 'update client_notice set reason = $2 where id = $1', [
          row.id,
          reason,
        ])
    },
  }
}

/** Sends the notices of a prefix that are due, one after the other. Any number of processes may do so at once. */
export const sendNotices = (deps: NoticeDeps, signal: AbortSignal): Promise<void> =>
  sendMailQueue(buildNoticeQueue(deps), deps.clock, signal)

/** Nobody is written to about what is weeks away before this hour of their day. */
const firstSendingHour = 9

/** Of the day, writes down whom to tell of maturities: from the morning on, and when the firm switches them on later. Looking again adds nothing. */
export const queueDueMaturities = async ({
  tenant: { db },
  prefix,
  clock,
}: Pick<NoticeDeps, 'tenant' | 'prefix' | 'clock'>): Promise<void> => {
  if (getLocalHour(prefix, clock) >= firstSendingHour) await queueMaturityNotices(db, getBusinessDate(prefix, clock))
}
