import { sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import { audit } from '#server/core/audit.ts'
import { businessDate, type Clock } from '#server/core/clock.ts'
import { oneLine } from '#server/core/mail/letter.ts'
import type { Deliver } from '#server/core/mail/post-office.ts'
import { type MailQueue, sendQueue, waits } from '#server/core/mail/send-queue.ts'
import type { Access } from '#server/core/tenancy.ts'
import { masked } from '#server/domain/masked.ts'
import { clientLanguage } from '#server/domain/paper.ts'
import { findNoticesOn, queueMaturities } from '#server/domain/queue-notices.ts'
import { composeNotice } from './compose-notice.ts'
import { factsOf, skippedBecause } from './notice-facts.ts'

export type NoticeRoom = {
  tenant: Access
  prefix: Prefix
  clock: Clock
  deliver: Deliver
  /** Told of each try that failed: nothing of whom or what it was about. */
  onFailure: (failure: { mailId: string; attempt: number; reason: string; givenUp: boolean }) => void
}

type Row = { id: string; client_id: string; kind: string; queued_at: string; attempts: number }

const takeNext = `
  update client_notice set attempts = attempts + 1, next_at = $1::timestamptz + make_interval(secs => ($2::int[])[least(attempts + 1, $3::int)])
   where id = (select id from client_notice where state = 'queued' and (next_at is null or next_at <= $1::timestamptz)
                order by next_at nulls first, id limit 1 for update skip locked)
  returning id, client_id, kind, queued_at, attempts`

const noteAddress = 'update client_notice set recipient = $2, idioma = $3 where id = $1'

const queueOf = ({ tenant, prefix, deliver, onFailure }: NoticeRoom): MailQueue<Row> => {
  const { db } = tenant
  const end = (row: Row, state: 'sent' | 'failed' | 'skipped', change: { reason: string | null; sentAt?: string }) =>
    db.transaction().execute(async (tx) => {
      const { recipient } = await tx
        .updateTable('clientNotice')
        .set({ state, ...change })
        .where('id', '=', row.id)
        .returning('recipient')
        .executeTakeFirstOrThrow()
      const after = {
        kind: row.kind,
        to: recipient && masked(recipient),
        ...(change.reason && { reason: change.reason }),
      }
      await audit(tx, null, { action: `notice.${state}`, entity: 'client', entityId: row.client_id, after })
    })
  return {
    take: async (now) => (await tenant.fixed<Row>('take notice', takeNext, [now, waits, waits.length]))[0],
    post: async ({ id, queued_at }, signal) => {
      const which = sql`select * from client_notice where id = ${id}`
      const [facts] = (await factsOf(which).execute(db)).rows
      const skipped = skippedBecause(facts!, await findNoticesOn(db))
      if (skipped) return { never: skipped }
      const recipient = facts!.email ?? ''
      const idioma: Idioma = clientLanguage(facts!.idioma, prefix)
      // Whom it goes to stands there before it goes: what was begun by somebody who died over it shows where it may have arrived.
      await tenant.fixed('note notice address', noteAddress, [id, recipient, idioma])
      const letter = { id: `${prefix}-${id}`, createdAt: queued_at, name: oneLine(facts!.clientName), recipient }
      await deliver({ ...letter, ...composeNotice(facts!, prefix) }, signal)
      return 'sent'
    },
    sent: (row, now) => end(row, 'sent', { reason: null, sentAt: now }),
    never: (row, reason) => end(row, 'skipped', { reason }),
    failed: async (row, reason, givenUp) => {
      onFailure({ mailId: `${prefix}-${row.id}`, attempt: Math.min(row.attempts, waits.length + 1), reason, givenUp })
      if (givenUp) await end(row, 'failed', { reason })
      else await tenant.fixed('notice failed', 'update client_notice set reason = $2 where id = $1', [row.id, reason])
    },
  }
}

/** Sends the notices of a prefix that are due, one after the other. Any number of processes may do so at once. */
export const sendNotices = (room: NoticeRoom, signal: AbortSignal): Promise<void> =>
  sendQueue(queueOf(room), room.clock, signal)

/** Nobody is written to about what is weeks away before this hour of their day. */
const begins = 9

const hourIn = (prefix: Prefix, clock: Clock): number =>
  Number(
    new Intl.DateTimeFormat('en-GB', {
      timeZone: tenantFacts[prefix].timeZone,
      hour: '2-digit',
      hourCycle: 'h23',
    }).format(clock()),
  )

/** Of the day, writes down whom to tell of maturities: from the morning on, and when the firm switches them on later. Looking again adds nothing. */
export const queueDue = async ({
  tenant: { db },
  prefix,
  clock,
}: Pick<NoticeRoom, 'tenant' | 'prefix' | 'clock'>): Promise<void> => {
  if (hourIn(prefix, clock) >= begins) await queueMaturities(db, businessDate(prefix, clock))
}
