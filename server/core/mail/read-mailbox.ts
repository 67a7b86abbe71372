import { ImapFlow } from 'imapflow'
import type { MailboxConfig } from '../config.ts'

/** How far a mailbox was read: its letters are counted anew where `validity` is another. */
export type MailboxPlace = { validity: string; lastUid: number }
export type ReceivedLetter = { uid: number; source: Uint8Array }

/** A letter with more than an answer and its signature is none. */
const maxLetterBytes = 1_000_000
/** So many are taken at once; the rest at the next time. */
const maxLetters = 200
/** Of a mailbox that is read for the first time, letters older than that are left alone. */
const firstDays = 7

/**
 * Reads the letters after a place, oldest first, and gives the new place. The mailbox is only looked at: nothing in it is marked, moved or removed.
 * Throws where it can't be reached or doesn't let us in.
 */
export const readMailbox = async (
  { host, port, secure, user, password, folder }: MailboxConfig,
  place: MailboxPlace | undefined,
  { now, read }: { now: number; read: (letter: ReceivedLetter) => Promise<void> },
): Promise<MailboxPlace> => {
  const client = new ImapFlow({
    host,
    port,
    secure,
    auth: { user, pass: password },
    logger: false,
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 60_000,
  })
  // Said by the call that fails; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const mailbox = await client.mailboxOpen(folder, { readOnly: true })
    const validity = String(mailbox.uidValidity)
    const isKnown = place?.validity === validity
    const from = isKnown ? place.lastUid + 1 : 1
    const since = new Date(now - firstDays * 24 * 3_600_000)
    const found = await client.search({ uid: `${from}:*`, ...(!isKnown && { since }) }, { uid: true })
    // A range that begins behind the last letter has that one in it.
    const uids = (found || []).filter((uid) => uid >= from).sort((a, b) => a - b)
    let lastUid = isKnown ? place.lastUid : mailbox.uidNext - 1
    for (const uid of uids.slice(0, maxLetters)) {
      const letter = await client.fetchOne(String(uid), { size: true }, { uid: true })
      if (letter && (letter.size ?? 0) <= maxLetterBytes) {
        const whole = (await client.fetchOne(String(uid), { source: true }, { uid: true })) || undefined
        if (whole?.source) await read({ uid, source: whole.source })
      }
      lastUid = uid
    }
    return { validity, lastUid }
  } finally {
    await client.logout().catch(() => client.close())
  }
}
