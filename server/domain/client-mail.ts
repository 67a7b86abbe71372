import type { Kysely } from 'kysely'
import type { Idioma } from '#contract/core/values.ts'
import type { BlockKind, DB } from '#db/types.ts'
import { enqueueJob } from '#server/core/jobs.ts'
import { isEmailAddress } from './email-address.ts'
import { assertClientsUnrestricted } from './find-client.ts'
import type { LinkDeps } from './public-links.ts'

/** What the queue keeps sealed is sealed for this purpose, here and where it is sent. */
export const clientMailPurpose = 'client-mail'

/** Each e-mail is a reason to look for those that are due: whoever comes first sends them all. */
export const clientMailJob = { name: 'clientMail.send' } as const

export type ClientMailTemplate =
  | 'consent.link'
  | 'consent.signed'
  | 'consent.refused'
  | 'consent.withdrawn'
  | 'infoForm.link'
  | 'link.code'
  | 'paper.attached'

/** What the words of an e-mail name. */
export type ClientMailFacts = {
  /** The token of the link that it brings. */
  token?: string
  /** Until when that holds; after that there is no point in sending it. */
  until?: string
  code?: string
  /** Purposes by name, as the texts have them. */
  purposes?: readonly string[]
  at?: string
  /** Of the document that it brings. */
  title?: string
}

/** Why nothing is sent to a client: no e-mail, none that is one, or the client has died. */
export type ClientMailBarrier = 'noEmail' | 'badEmail' | 'deceased'

/** Why no mail can go to a client; null where it can. */
export const findClientMailBarrier = (client: {
  email: string | null
  blockKind: BlockKind | null
}): ClientMailBarrier | null => {
  if (client.blockKind === 'death') return 'deceased'
  if (!client.email) return 'noEmail'
  return isEmailAddress(client.email) ? null : 'badEmail'
}

type ClientMailInput = {
  clientId: string
  template: ClientMailTemplate
  recipient: string
  idioma: Idioma
  facts: ClientMailFacts
  linkId?: string
  fileId?: string
  /** Of the call that caused it, where it can be sent twice. */
  request?: { idempotencyKey: string; requestHash: string }
}

/** What the firm sends of itself; the others answer what the client does. */
const unaskedTemplates: readonly ClientMailTemplate[] = ['consent.link', 'infoForm.link', 'paper.attached']

/** Writes down an e-mail to a client, in the transaction of what it is about. Its texts are made when it is sent. */
export const queueClientMail = async (
  tx: Kysely<DB>,
  deps: LinkDeps,
  { facts, linkId, fileId, request, ...mail }: ClientMailInput,
): Promise<void> => {
  if (unaskedTemplates.includes(mail.template)) await assertClientsUnrestricted(tx, [mail.clientId])
  const at = new Date(deps.clock()).toISOString()
  const { id } = await tx
    .insertInto('clientMail')
    .values({
      ...mail,
      ...request,
      linkId: linkId ?? null,
      fileId: fileId ?? null,
      secret: deps.getSecretBox(clientMailPurpose).encrypt(JSON.stringify(facts)),
      createdAt: at,
      nextAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueueJob(tx, clientMailJob, id)
}
