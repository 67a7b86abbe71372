import type { QueryResultRow } from 'pg'
import type { Prefix } from '#contract/core/values.ts'
import type { DatabaseAccess } from '#server/core/tenancy.ts'
import type { ComposedMail } from './mail-layout.ts'
import type { MailDeps } from './send-mail.ts'
import { type MailQueue, type QueuedMail, retryDelaysSeconds } from './send-queue.ts'

/** What a prefix sends e-mails to its staff with. */
export type StaffMailDeps = {
  tenant: DatabaseAccess
  prefix: Prefix
  clock: () => number
  today: string
  mail: MailDeps
  publicUrl: string
}

type StaffMail = { name: string; recipient: string; composed: ComposedMail }
type StaffMailTable<Row> = {
  name: 'day_mail' | 'summary_mail'
  /** Before the id of a row in that of its e-mail: the ids of each table begin at 1. */
  idPrefix: string
  columns: readonly string[]
  /** Whether an e-mail of another day than today has nothing to say any more. */
  onlyToday?: boolean
  /** What it says is read when it is sent; `never` where there is no point in that. */
  compose: (row: Row) => Promise<StaffMail | { never: string }>
}

/** E-mails to staff that wait in a table of the prefix, of which nothing is kept but when they were sent or given up. */
export const buildStaffMailQueue = <Row extends QueuedMail & QueryResultRow>(
  { tenant, prefix, clock, today, mail }: StaffMailDeps,
  { name: table, idPrefix, columns, onlyToday, compose }: StaffMailTable<Row>,
): MailQueue<Row> => {
  const toMailId = ({ id }: Row): string => `${prefix}-${idPrefix}${id}`
  const takeNextSql = `
    update ${table} set attempts = attempts + 1, next_at = $1::timestamptz + make_interval(secs => ($2::int[])[least(attempts + 1, $3::int)])
     where id = (select id from ${table} where sent_at is null and failed_at is null and next_at <= $1::timestamptz and ($4::date is null or day = $4)
                  order by next_at, id limit 1 for update skip locked)
    returning id, attempts, ${columns.join(', ')}`
  const mark = async ({ id }: Row, column: 'sent_at' | 'failed_at', now: string): Promise<void> => {
    await tenant.queryPrepared(`${table} ${column}`, `update ${table} set ${column} = $2 where id = $1`, [id, now])
  }
  const giveUp = (row: Row): Promise<void> => mark(row, 'failed_at', new Date(clock()).toISOString())
  return {
    take: async (now) =>
      (
        await tenant.queryPrepared<Row>(`take ${table}`, takeNextSql, [
          now,
          retryDelaysSeconds,
          retryDelaysSeconds.length,
          onlyToday ? today : null,
        ])
      )[0],
    post: async (row, signal) => {
      const letter = await compose(row)
      if ('never' in letter) return letter
      const { composed, ...to } = letter
      await mail.deliver({ id: toMailId(row), createdAt: new Date(clock()).toISOString(), ...to, ...composed }, signal)
      return 'sent'
    },
    sent: (row, now) => mark(row, 'sent_at', now),
    never: giveUp,
    failed: async (row, reason, givenUp) => {
      mail.onFailure({ mailId: toMailId(row), attempt: row.attempts, reason, givenUp })
      if (givenUp) await giveUp(row)
    },
  }
}
