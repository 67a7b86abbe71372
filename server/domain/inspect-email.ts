import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { RefusalError } from '#rules/refusal-error.ts'
import { detectContentKind } from '#server/core/content-kind.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { ThreadJob } from '#server/core/worker-threads.ts'
import { detectDocumentType } from './detect-document-type.ts'
import { inspectPdf } from './inspect-pdf.ts'

/** Messages within messages, and parts within parts, that are followed. */
const maxForwards = 8
const maxNestingDepth = 32

/** What mail brings besides documents and runs nowhere: invitations, cards, signatures of the message. By type, its ending and how it begins. */
const inertTypes: Readonly<Record<string, { ending: string; begins: RegExp }>> = {
  'text/calendar': { ending: 'ics', begins: /^BEGIN:VCALENDAR\b/i },
  'application/ics': { ending: 'ics', begins: /^BEGIN:VCALENDAR\b/i },
  'text/vcard': { ending: 'vcf', begins: /^BEGIN:VCARD\b/i },
  'text/x-vcard': { ending: 'vcf', begins: /^BEGIN:VCARD\b/i },
  // A sequence of ASN.1, as every signature is.
  'application/pkcs7-signature': { ending: 'p7s', begins: /^0[\x80-\x84]/ },
  'application/x-pkcs7-signature': { ending: 'p7s', begins: /^0[\x80-\x84]/ },
  'application/pgp-signature': { ending: 'asc', begins: /^-----BEGIN PGP / },
}
const pictureEndings = ['gif', 'jpg', 'jpeg', 'png', 'webp', 'bmp', 'tif', 'tiff', 'heic']
/** A file written into the text of a message, as it was done before there were attachments; some programs still show it as one. */
const uuencodePattern = /^begin(?:-base64)? [0-7]{3,4} \S/m

const readEnding = (name: string): string | undefined => /\.([^.\s]*)\s*$/.exec(name)?.[1]?.toLowerCase()

/** By its content, and by a name that says the same: whoever opens the message opens the attachment by its name. */
const isHarmless = (attachment: Attachment, content: Uint8Array): boolean => {
  const ending = attachment.filename ? readEnding(attachment.filename) : undefined
  const inert = inertTypes[attachment.mimeType]
  if (inert && (!ending || ending === inert.ending))
    return inert.begins.test(Buffer.from(content.subarray(0, 64)).toString('latin1').trimStart())
  if (detectContentKind(content) === 'image') return !ending || pictureEndings.includes(ending)
  const type = detectDocumentType(content, attachment.filename ?? '')
  if (type.kind === 'pdf') inspectPdf(content)
  return !ending || type.endings.includes(ending)
}

const toBytes = (content: Attachment['content']): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)

const parseEmail = async (content: Uint8Array): Promise<Email> => {
  try {
    return await PostalMime.parse(content, { maxNestingDepth, forceRfc822Attachments: true })
  } catch {
    throw buildRefusal('attachment.kind')
  }
}

/**
 * Throws `attachment.email` where a message carries what wouldn't be taken as a document of its own, in a message that it forwards too, and
 * `attachment.kind` where it can't be taken apart.
 */
export const inspectEmail = async (content: Uint8Array, forwards = 0): Promise<true> => {
  if (forwards > maxForwards) throw buildRefusal('attachment.email')
  const email = await parseEmail(content)
  if (uuencodePattern.test(email.text ?? '')) throw buildRefusal('attachment.email')
  for (const attachment of email.attachments) {
    const bytes = toBytes(attachment.content)
    if (attachment.mimeType === 'message/rfc822') {
      await inspectEmail(bytes, forwards + 1)
      continue
    }
    try {
      if (isHarmless(attachment, bytes)) continue
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
    }
    throw buildRefusal('attachment.email')
  }
  return true
}

/** The same in a thread of its own. */
export const inspectEmailJob: ThreadJob<Uint8Array, true> = {
  name: 'inspect email',
  run: async function* (content) {
    yield await inspectEmail(content)
  },
}
