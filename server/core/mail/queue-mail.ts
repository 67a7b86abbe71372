import type { Idioma } from '#contract/core/values.ts'
import type { PreparedStatements } from '#server/core/in-transaction.ts'
import { enqueueJobs } from '#server/core/jobs.ts'
import type { EndpointDeps } from '#server/core/routes.ts'
import type { MailFacts, MailTemplate } from './compose-mail.ts'

/** What the queue keeps encrypted is sealed for this purpose, here and where it is sent. */
export const mailPurpose = 'mail'

/** Each e-mail is a reason to look for those that are due: whoever comes first sends them all. */
export const sendMailJob = { name: 'mail.send' } as const

/** E-mails that were sent are forgotten after so many days, as new ones come. */
const mailRetentionDays = 30

type MailInput = { recipient: string; idioma: Idioma; template: MailTemplate; facts: MailFacts }

/**
 * Writes down an e-mail to send, in the transaction of what it is about: it goes out if and only if that happened.
 * See docs/decisions/0023-e-mail-queue.md
 */
export const queueMail = async (
  tx: PreparedStatements,
  deps: EndpointDeps,
  { facts, ...mail }: MailInput,
): Promise<void> => {
  const now = deps.clock()
  const at = new Date(now).toISOString()
  await tx.queryPrepared(
    'forget mail',
    'delete from mail where id in (select id from mail where sent_at < $1 order by id limit 20)',
    [new Date(now - mailRetentionDays * 86_400_000).toISOString()],
  )
  const [queued] = await tx.queryPrepared<{ id: string }>(
    'queue mail',
    'insert into mail (recipient, idioma, template, secret, created_at, next_at) values ($1, $2, $3, $4, $5, $5) returning id::text',
    [mail.recipient, mail.idioma, mail.template, deps.getSecretBox(mailPurpose).encrypt(JSON.stringify(facts)), at],
  )
  await enqueueJobs(tx, [{ job: sendMailJob, options: { item: queued!.id } }])
}
