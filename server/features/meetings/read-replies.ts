import type { Kysely } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'
import type { MailboxConfig } from '#server/core/config.ts'
import { isDatabaseUnavailable } from '#server/core/errors.ts'
import { readMailbox } from '#server/core/mail/read-mailbox.ts'
import { applyReply } from './apply-reply.ts'
import { parseReplyLetter } from './parse-reply.ts'

type ReplyDeps = {
  db: Kysely<DB>
  prefix: Prefix
  mailbox: MailboxConfig
  clock: () => number
  /** Of a letter that can't be taken in: the others are. */
  onError: (error: unknown) => void
}

const findPlace = (db: Kysely<DB>, address: string) =>
  db.selectFrom('replyMailbox').where('address', '=', address).select(['validity', 'lastUid']).executeTakeFirst()

/**
 * Reads what came into the mailbox of answers since the last time, and writes down those about meetings of this firm. Other letters, and those of other
 * firms of the installation, are left as they are. Read twice, an answer says the same.
 */
export const readReplies = async ({ db, prefix, mailbox, clock, onError }: ReplyDeps): Promise<void> => {
  const known = await findPlace(db, mailbox.address)
  const { timeZone } = tenantFacts[prefix]
  const place = await readMailbox(
    mailbox,
    known ? { validity: known.validity, lastUid: Number(known.lastUid) } : undefined,
    {
      now: clock(),
      read: async ({ source }) => {
        try {
          const { sender, replies } = await parseReplyLetter(source, timeZone)
          const now = new Date(clock()).toISOString()
          for (const reply of replies) await db.transaction().execute((tx) => applyReply(tx, { reply, sender, now }))
        } catch (error) {
          // Of what the database could not take nothing is lost: the place stays where it was.
          if (isDatabaseUnavailable(error)) throw error
          onError(error)
        }
      },
    },
  )
  const row = { validity: place.validity, lastUid: String(place.lastUid), readAt: new Date(clock()).toISOString() }
  await db
    .insertInto('replyMailbox')
    .values({ address: mailbox.address, ...row })
    .onConflict((conflict) => conflict.column('address').doUpdateSet(row))
    .execute()
}
