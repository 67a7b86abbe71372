import type { Idioma } from '#contract/core/values.ts'
import type { SecretBox } from '#server/core/secret-box.ts'
import type { DatabaseAccess } from '#server/core/tenancy.ts'
import { composeMail, type MailFacts, type MailTemplate } from './compose-mail.ts'
import type { MailDelivery } from './mail-transport.ts'
import { type MailQueue, retryDelaysSeconds, sendMailQueue } from './send-queue.ts'

/** All that is needed of one process to send what the queue holds. */
export type MailDeps = {
  access: DatabaseAccess
  secretBox: SecretBox
  clock: () => number
  deliver: MailDelivery
  /** Told of each try that failed: nothing of whom or what it was about. */
  onFailure: (failure: { mailId: string; attempt: number; reason: string; givenUp: boolean }) => void
}

type MailRow = {
  id: string
  recipient: string
  idioma: Idioma
  template: MailTemplate
  secret: string
  created_at: string
  attempts: number
}

const takeNextMailSql = `
  update mail set attempts = attempts + 1, next_at = $1::timestamptz + make_interval(secs => ($2::int[])[least(attempts + 1, $3::int)])
   where id = (select id from mail where sent_at is null and failed_at is null and next_at <= $1::timestamptz
                order by next_at, id limit 1 for update skip locked)
  returning id, recipient, idioma, template, secret, created_at, attempts`

const buildMailQueue = ({ access, secretBox: box, clock, deliver, onFailure }: MailDeps): MailQueue<MailRow> => {
  const giveUp = (id: string, reason: string) =>
    access.queryPrepared('give up mail', 'update mail set failed_at = $2, error = $3, secret = null where id = $1', [
      id,
      new Date(clock()).toISOString(),
      reason,
    ])
  const failed = async ({ id, attempts }: MailRow, reason: string, givenUp: boolean): Promise<void> => {
    onFailure({ mailId: id, attempt: Math.min(attempts, retryDelaysSeconds.length + 1), reason, givenUp })
    if (givenUp) await giveUp(id, reason)
    else await access.queryPrepared('mail failed', 'update mail set error = $2 where id = $1', [id, reason])
  }
  return {
    take: async (now) =>
      (
        await access.queryPrepared<MailRow>('take mail', takeNextMailSql, [
          now,
          retryDelaysSeconds,
          retryDelaysSeconds.length,
        ])
      )[0],
    post: async ({ id, recipient, idioma, template, created_at, secret }, signal) => {
      const facts = JSON.parse(box.decrypt(secret)) as MailFacts
      if (facts.until && Date.parse(facts.until) <= clock()) return { never: 'too late' }
      const composed = composeMail(template, idioma, recipient, facts)
      await deliver({ id, recipient, name: facts.name, createdAt: created_at, ...composed }, signal)
      return 'sent'
    },
    sent: async ({ id }, now) => {
      await access.queryPrepared(
        'mail sent',
        'update mail set sent_at = $2, secret = null, error = null where id = $1',
        [id, now],
      )
    },
    never: (row, reason) => failed(row, reason, true),
    failed,
  }
}

/** Sends everything that is due, one after the other. Any number of processes may do so at once. */
export const sendMail = (deps: MailDeps, signal: AbortSignal): Promise<void> =>
  sendMailQueue(buildMailQueue(deps), deps.clock, signal)
