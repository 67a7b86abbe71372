import type { Idioma } from '#contract/core/values.ts'
import type { SecretBox } from '#server/core/secret-box.ts'
import type { Access } from '#server/core/tenancy.ts'
import { composeMail, type MailFacts, type MailTemplate } from './compose-mail.ts'
import type { Deliver } from './post-office.ts'

/** How long after each try the next one comes, in seconds. */
const waits = [30, 120, 600, 3600]
const mostTries = waits.length + 1

/** All that is needed of one process to send what the queue holds. */
export type MailRoom = {
  access: Access
  box: SecretBox
  clock: () => number
  deliver: Deliver
  /** Told of each try that failed: nothing of whom or what it was about. */
  onFailure: (failure: { mailId: string; attempt: number; reason: string; givenUp: boolean }) => void
}

type Row = {
  id: string
  recipient: string
  idioma: Idioma
  template: MailTemplate
  secret: string
  created_at: string
  attempts: number
}

/**
 * Takes the e-mail that is due and writes the try down before it is made, with when the next one would come. Whoever dies
 * between sending and marking leaves an e-mail that is sent once more, not one that is sent for ever.
 */
const takeNext = `
  update mail set attempts = attempts + 1, next_at = $1::timestamptz + make_interval(secs => ($2::int[])[least(attempts + 1, $3::int)])
   where id = (select id from mail where sent_at is null and failed_at is null and next_at <= $1::timestamptz
                order by next_at, id limit 1 for update skip locked)
  returning id, recipient, idioma, template, secret, created_at, attempts`

/** The whole of one try, however slow the other side answers, stays below the shortest wait. In milliseconds. */
const longestTry = 25_000

/** Words of mail servers name people: only codes are kept. */
const reasonOf = (error: unknown): string => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return [code ?? (error instanceof Error ? error.name : 'unknown'), responseCode].filter(Boolean).join(' ')
}

const post = async ({ box, clock, deliver }: MailRoom, row: Row, signal: AbortSignal): Promise<'sent' | 'tooLate'> => {
  const { id, recipient, idioma, template, created_at } = row
  const facts = JSON.parse(box.open(row.secret)) as MailFacts
  if (facts.until && Date.parse(facts.until) <= clock()) return 'tooLate'
  const composed = composeMail(template, idioma, recipient, facts)
  const letter = { id, recipient, name: facts.name, createdAt: created_at, ...composed }
  await deliver(letter, AbortSignal.any([signal, AbortSignal.timeout(longestTry)]))
  return 'sent'
}

const giveUp = async ({ access, clock }: MailRoom, id: string, reason: string): Promise<void> => {
  const at = new Date(clock()).toISOString()
  await access.fixed('give up mail', 'update mail set failed_at = $2, error = $3, secret = null where id = $1', [
    id,
    at,
    reason,
  ])
}

const sendNext = async (room: MailRoom, signal: AbortSignal): Promise<boolean> => {
  const { access, clock } = room
  const now = new Date(clock()).toISOString()
  const [row] = await access.fixed<Row>('take mail', takeNext, [now, waits, waits.length])
  if (!row) return false
  const failed = async (reason: string, givenUp: boolean): Promise<void> => {
    room.onFailure({ mailId: row.id, attempt: Math.min(row.attempts, mostTries), reason, givenUp })
    if (givenUp) return giveUp(room, row.id, reason)
    await access.fixed('mail failed', 'update mail set error = $2 where id = $1', [row.id, reason])
  }
  // The last try was made by a process that died over it.
  if (row.attempts > mostTries) return failed('interrupted', true).then(() => true)
  let outcome: 'sent' | 'tooLate'
  try {
    outcome = await post(room, row, signal)
  } catch (error) {
    if (signal.aborted) return false
    await failed(reasonOf(error), row.attempts === mostTries)
    return true
  }
  if (outcome === 'tooLate') await failed('too late', true)
  else
    await access.fixed('mail sent', 'update mail set sent_at = $2, secret = null, error = null where id = $1', [
      row.id,
      now,
    ])
  return true
}

/** Sends everything that is due, one after the other. Any number of processes may do so at once. */
export const sendMail = async (room: MailRoom, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted && (await sendNext(room, signal)));
}
