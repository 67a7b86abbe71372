import { RefusalError } from '#rules/refusal-error.ts'
import { detectContentKind, hasControlCharacter } from '#server/core/content-kind.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { ThreadJob } from '#server/core/worker-threads.ts'
import { detectDocumentType } from './detect-document-type.ts'
import { type EmailPart, listEmailParts } from './email-parts.ts'
import { inspectPdf } from './inspect-pdf.ts'

/** Messages within messages that are followed. */
const maxForwards = 8

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
const encodedFilePattern =
  /^(?:begin(?:-base64)? [0-7]{3,4} \S|=ybegin .*name=|\(This file must be converted with BinHex)/m

/** What is said of a part that some program would name after it, and is a text to all. */
const plainTypes = [
  'application/octet-stream',
  'message/delivery-status',
  'message/disposition-notification',
  'message/feedback-report',
  'text/csv',
  'text/plain',
  'text/rfc822-headers',
]
const forwardTypes = ['message/rfc822', 'message/global']
/** Texts of the message itself. A page is one only here, where its programs don't run. */
const bodyTypes = ['text/plain', 'text/html', 'text/enriched', 'text/richtext', 'text/x-amp-html', 'text/watch-html']

/** As whoever saves it gets it: points and spaces at the end are lost. */
const readEnding = (name: string): string | undefined =>
  /\.([^.\s]*)$/.exec(name.replace(/(?<![.\s])[.\s]+$/, ''))?.[1]?.toLowerCase()

const hasEndings = (names: readonly string[], allowed: readonly string[]): boolean =>
  names.every((name) => {
    const ending = readEnding(name)
    return ending === undefined || allowed.includes(ending)
  })

/** By its content, and by names that say the same: whoever opens the message opens the attachment by its name, or by its type where it has none. */
const isHarmless = async ({ type, names, content }: EmailPart, forwards: number): Promise<boolean> => {
  const isNamed = names.length > 0 && names.every((name) => readEnding(name) !== undefined)
  const inert = inertTypes[type]
  if (inert && hasEndings(names, [inert.ending]))
    return inert.begins.test(Buffer.from(content.subarray(0, 64)).toString('latin1').trimStart())
  if (detectContentKind(content) === 'image')
    return hasEndings(names, pictureEndings) && (isNamed || type.startsWith('image/') || plainTypes.includes(type))
  const detected = detectDocumentType(content, names[0] ?? '')
  if (detected.kind === 'pdf') inspectPdf(content)
  if (detected.kind === 'email') await inspectEmail(content, forwards + 1)
  const isSo = isNamed || plainTypes.includes(type) || detected.type.split(';')[0] === type
  return isSo && hasEndings(names, detected.endings)
}

const isAccepted = async (part: EmailPart, forwards: number): Promise<boolean> => {
  const { type, disposition, names, content } = part
  if (names.some((name) => hasControlCharacter(name) || name.includes('=?'))) return false
  if (type.startsWith('text/') && encodedFilePattern.test(Buffer.from(content).toString('latin1'))) return false
  if (forwardTypes.includes(type)) {
    await inspectEmail(content, forwards + 1)
    return names.every((name) => /^(eml|\d+)?$/.test(readEnding(name) ?? ''))
  }
  // Nothing of a part without content is ever opened.
  const isBody = names.length === 0 && disposition !== 'attachment' && bodyTypes.includes(type)
  return isBody || content.length === 0 || isHarmless(part, forwards)
}

/**
 * Throws `attachment.email` where a message carries what wouldn't be taken as a document of its own, in a message that it forwards too, and where
 * programs might read it in different ways.
 */
export const inspectEmail = async (content: Uint8Array, forwards = 0): Promise<true> => {
  if (forwards > maxForwards) throw buildRefusal('attachment.email')
  for (const part of listEmailParts(content)) {
    try {
      if (await isAccepted(part, forwards)) continue
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
