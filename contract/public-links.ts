import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { idiomas } from './core/values.ts'

/** Of a link that a client got by e-mail. Any text is taken: what is none of ours opens nothing, as one that is over does. */
export const LinkToken = z.string().min(1).max(100)

/** What a right code gives: it lets the page act on the link for a while. */
export const LinkAccess = z.string().min(1).max(100)

/**
 * `open`: it can be answered. `used`: it was. `invalid`: there is none, it expired, a newer one was sent, or the e-mail of the client is another one
 * by now; nobody learns which of them.
 */
const linkStates = ['open', 'used', 'invalid'] as const

/** What every page behind a link begins with. */
export const LinkHead = z.object({
  state: z.enum(linkStates),
  /** All of these are null where the link is not valid. */
  idioma: z.enum(idiomas).nullable(),
  firm: z.string().nullable(),
  /** Where codes go, 'a***@e***'. */
  sentTo: z.string().nullable(),
})

/** Six digits. Spaces and dashes that people type among them are dropped. */
const LinkCode = z
  .string()
  .max(20)
  .overwrite((typed) => typed.replace(/[\s-]/g, ''))
  .regex(/^\d{6}$/)

/** 404 `link.invalid`, 409 `link.used`; 429 `request.tooMany` where codes are asked for too often. */
export const sendLinkCode = defineEndpoint({
  method: 'POST',
  path: '/public/links/code',
  changes: [],
  summary: 'Send a code to the e-mail of a link',
  open: 'anybody',
  body: z.object({ token: LinkToken }),
  output: z.object({
    sentTo: z.string(),
    /** For so many minutes the code holds. */
    minutes: z.number().int(),
    /** So many seconds pass before another one can be sent. */
    waitSeconds: z.number().int(),
  }),
})

/** 422 `link.wrongCode` with how many attempts are left; 409 `link.codeExpired` where none is open any more. */
export const verifyLinkCode = defineEndpoint({
  method: 'POST',
  path: '/public/links/verify',
  changes: [],
  summary: 'Give the code of a link',
  open: 'anybody',
  body: z.object({ token: LinkToken, code: LinkCode }),
  output: z.object({ access: LinkAccess }),
})
