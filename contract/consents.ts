import { z } from 'zod'
import { PendingSettingChange } from './approvals/pending-setting-change.ts'
import { Reason } from './approvals.ts'
import { consentLanguages, consentPurposes, consentStates, consentStatuses } from './consents/purposes.ts'
import { ConsentSigner, signerCapacities } from './consents/signers.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { BusinessDate, Id, Instant, MultiLineText, SingleLineText } from './core/values.ts'
import { LinkAccess, LinkHead, LinkToken } from './public-links.ts'

const Purpose = z.enum(consentPurposes)
const Purposes = z.array(Purpose).min(1).max(consentPurposes.length)

/** Why nothing can be sent to a client: no e-mail, none that is one, the client has died, or nobody can sign for them. */
export const consentBarriers = ['noEmail', 'badEmail', 'deceased', 'noSigner'] as const

const ConsentRecord = z.object({
  id: Id,
  purpose: Purpose,
  state: z.enum(consentStates),
  /** Of the text; null where it was signed before the firm kept these records. */
  version: z.number().int().nullable(),
  sentAt: Instant.nullable(),
  sentByName: z.string().nullable(),
  viewedAt: Instant.nullable(),
  decidedAt: Instant.nullable(),
  /** Who was to sign, and as what; null of what was sent before the firm asked. */
  signerName: z.string().nullable(),
  signerCapacity: z.enum(signerCapacities).nullable(),
  /** From where it was answered. */
  address: z.string().nullable(),
  /** SHA-256 of the words that were answered, in hex. */
  textHash: z.string().nullable(),
  hasDocument: z.boolean(),
  withdrawnAt: Instant.nullable(),
  /** Null: by the client. */
  withdrawnByName: z.string().nullable(),
  withdrawReason: z.string().nullable(),
  supersededAt: Instant.nullable(),
})

export const ConsentOfPurpose = z.object({
  purpose: Purpose,
  /** `not_sent` where nobody ever asked. An answer counts until there is another one: sending anew changes nothing of it. */
  state: z.enum(consentStatuses),
  /** Since when it is so. */
  since: Instant.nullable(),
  version: z.number().int().nullable(),
  /** From this day on the signature no longer counts, because the text has changed. */
  endsOn: BusinessDate.nullable(),
  /** What was sent and waits for an answer. */
  open: z
    .object({
      sentAt: Instant,
      expiresAt: Instant,
      viewedAt: Instant.nullable(),
      recipient: z.string(),
      mail: z.enum(['queued', 'sent', 'failed']),
    })
    .nullable(),
  /** There is a text to send. */
  hasText: z.boolean(),
})
export type ConsentOfPurpose = z.infer<typeof ConsentOfPurpose>

export const getClientConsents = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/consents',
  summary: 'The consents of a client by purpose, and their history',
  module: 'bt_Clientes',
  action: 'view',
  combinable: true,
  params: z.object({ clientId: Id }),
  output: z.object({
    purposes: z.array(ConsentOfPurpose),
    barrier: z.enum(consentBarriers).nullable(),
    /** Who can sign today; any one of them. */
    signers: z.array(ConsentSigner),
    /** The newest first. */
    history: z.array(ConsentRecord),
  }),
})

/**
 * One link for all these purposes, and for those that wait for an answer; older links no longer open. 409 `consent.noText`, `consent.noEmail`,
 * `consent.badEmail`, `consent.deceased`, `consent.noSigner`.
 */
export const sendConsents = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/consents',
  changes: ['clients'],
  idempotent: true,
  summary: 'Send consents to the client’s e-mail',
  module: 'bt_Clientes',
  action: 'edit',
  params: z.object({ clientId: Id }),
  /** `signerId`: who signs, of whoever acts for the client; the first of them where it isn't said. */
  body: z.object({ purposes: Purposes, signerId: Id.optional() }),
  output: z.object({ recipient: z.string(), expiresAt: Instant }),
})

/** 409 `consent.notSigned` where there is no signature to withdraw. */
export const withdrawConsent = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/consents/:purpose/withdraw',
  changes: ['clients'],
  summary: 'Note that a client withdraws a consent',
  module: 'bt_Clientes',
  action: 'edit',
  params: z.object({ clientId: Id, purpose: Purpose }),
  body: z.object({ reason: Reason }),
  output: z.object({ withdrawnAt: Instant }),
})

/** Audited: a copy leaves the house. */
export const downloadConsent = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/consents/:consentId/document',
  summary: 'What a client answered, with its evidence, as PDF',
  module: 'bt_Clientes',
  action: 'view',
  params: z.object({ clientId: Id, consentId: Id }),
  output: z.unknown(),
})

const ConsentText = z.strictObject({ title: SingleLineText(1, 160), body: MultiLineText(1, 20_000) })
const ConsentTexts = z.strictObject({ es: ConsentText, en: ConsentText, pt: ConsentText })
export type ConsentTexts = z.infer<typeof ConsentTexts>

const ConsentVersion = z.object({
  id: Id,
  version: z.number().int().nullable(),
  publishedAt: Instant.nullable(),
  reconsentFrom: BusinessDate.nullable(),
  /** How many have signed it, and are counted now. */
  signed: z.number().int(),
})

export const getConsentSettings = defineEndpoint({
  method: 'GET',
  path: '/settings/consents',
  about: ['settings', 'clients'],
  summary: 'Texts of consents by purpose',
  module: 'bt_Ajustes',
  action: 'view',
  output: z.object({
    purposes: z.array(
      z.object({
        purpose: Purpose,
        /** Published ones, the newest first. */
        versions: z.array(ConsentVersion),
        /** The words of the newest. */
        texts: ConsentTexts.nullable(),
        /** The version that waits for a second person, with its words. */
        waiting: z.object({ reconsentFrom: BusinessDate.nullable(), texts: ConsentTexts }).nullable(),
      }),
    ),
    waiting: z.array(PendingSettingChange),
  }),
})

/**
 * A new version of the text of a purpose, in all languages. With `reconsentFrom`, signatures under older versions count until the day before. It waits
 * for a second person. `before` is the version that was seen: `conflict.changed` where there is a newer one, or one waits.
 */
export const publishConsentText = defineEndpoint({
  method: 'PUT',
  path: '/settings/consents/:purpose',
  changes: ['approvals', 'settings', 'clients'],
  summary: 'Propose a new version of the text of a consent',
  module: 'bt_Ajustes',
  action: 'edit',
  params: z.object({ purpose: Purpose }),
  body: z.object({
    before: z.number().int().nullable(),
    texts: ConsentTexts,
    reconsentFrom: BusinessDate.nullable(),
    reason: Reason,
  }),
  output: z.object({ state: z.enum(['done', 'pending']), approvalId: Id.nullable() }),
})

const PublicConsent = z.object({
  purpose: Purpose,
  title: z.string(),
  body: z.string(),
  version: z.number().int().nullable(),
  /** Sent back with the answer: what was read is what is answered. Null where it was signed before the firm kept these records. */
  textHash: z.string().nullable(),
  signedAt: Instant.nullable(),
})

/**
 * Of a link that asks, what it asks for, which counts as looked at from now on. Of one to withdraw, what is signed: only with the `access` that its
 * code gives, since it tells what somebody has agreed to; nothing without it, and 409 `link.accessOver` where that access no longer counts.
 */
export const readConsents = defineEndpoint({
  method: 'POST',
  path: '/public/consents/read',
  changes: [],
  summary: 'What a link about consents is about',
  open: 'anybody',
  body: z.object({ token: LinkToken, access: LinkAccess.optional() }),
  output: LinkHead.extend({
    kind: z.enum(['consent', 'withdrawal']).nullable(),
    expiresAt: Instant.nullable(),
    consents: z.array(PublicConsent),
    /** Who signs, and for whom where that is somebody else; null of a withdrawal. */
    signer: ConsentSigner.omit({ personId: true }).extend({ onBehalfOf: z.string().nullable() }).nullable(),
    /** When it was answered, or the last one was withdrawn. */
    usedAt: Instant.nullable(),
    languages: z.array(z.enum(consentLanguages)),
  }),
})

/**
 * All that the link asks for, each signed or refused, once. 409 `consent.textChanged` where a newer text was published meanwhile, `consent.signerChanged`
 * where whoever signs can do so no more.
 */
export const answerConsents = defineEndpoint({
  method: 'POST',
  path: '/public/consents/answer',
  changes: [],
  summary: 'Sign or refuse what a link asks for',
  open: 'anybody',
  body: z.object({
    token: LinkToken,
    access: LinkAccess,
    answers: z
      .array(
        z.strictObject({
          purpose: Purpose,
          decision: z.enum(['signed', 'refused']),
          textHash: z.string().max(64),
        }),
      )
      .min(1)
      .max(consentPurposes.length),
  }),
  output: z.object({ answeredAt: Instant }),
})

/** 409 `consent.notSigned` where one of them is not signed any more. */
export const withdrawOwnConsents = defineEndpoint({
  method: 'POST',
  path: '/public/consents/withdraw',
  changes: [],
  summary: 'Withdraw consents by a link',
  open: 'anybody',
  body: z.object({ token: LinkToken, access: LinkAccess, purposes: Purposes }),
  output: z.object({ withdrawnAt: Instant, left: z.number().int() }),
})
