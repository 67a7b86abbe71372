import type { OutgoingMail } from '#server/core/mail/mail-transport.ts'
import { sendMail } from '#server/core/mail/send-mail.ts'
import { createMailDeps } from '#test/harness/mail.ts'
import type { Firm } from './firm.ts'

/** Sends what waits to be sent, and gives it: what a person would find in their mailbox. */
export const readNewMails = async (firm: Firm): Promise<OutgoingMail[]> => {
  const letters: OutgoingMail[] = []
  const room = createMailDeps(firm, Date.now, async (letter) => void letters.push(letter))
  await sendMail(room, new AbortController().signal)
  return letters
}
