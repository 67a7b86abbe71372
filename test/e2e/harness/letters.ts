import type { Letter } from '#server/core/mail/post-office.ts'
import { sendMail } from '#server/core/mail/send-mail.ts'
import { mailRoomOf } from '#test/harness/mail.ts'
import type { Firm } from './firm.ts'

/** Sends what waits to be sent, and gives it: what a person would find in their mailbox. */
export const newLetters = async (firm: Firm): Promise<Letter[]> => {
  const letters: Letter[] = []
  const room = mailRoomOf(firm, Date.now, async (letter) => void letters.push(letter))
  await sendMail(room, new AbortController().signal)
  return letters
}
