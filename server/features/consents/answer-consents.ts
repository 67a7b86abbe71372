import { type Kysely, sql } from 'kysely'
import type * as contract from '#contract/consents.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvents } from '#server/core/audit.ts'
import { getBusinessDate } from '#server/core/clock.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { enqueueJob } from '#server/core/jobs.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { notifyClientManagers } from '#server/domain/notify-client-managers.ts'
import {
  assertLinkCallAllowed,
  buildClientActor,
  type FoundLink,
  getOpenLink,
  type LinkDeps,
  lockVerifiedLink,
  markLinkUsed,
  type OpenedLink,
  runOnceByLink,
} from '#server/domain/public-links.ts'
import { assertSignerStands, findConsentSigners } from './consent-signers.ts'
import { refreshLopdStatus } from './consent-status.ts'
import { type CurrentConsentText, findCurrentTexts, textLanguages } from './consent-texts.ts'
import { assertAllAnswered } from './public-consents.ts'

/** Done once the answer is committed: the document with its evidence is made, kept and sent. */
export const consentDocumentsJob = { name: 'consents.makeDocuments' } as const

type Answer = ParsedRequest<typeof contract.answerConsents>['body']['answers'][number]
type SignerFacts = { signerName: string | null; signerCapacity: string | null }
type Evidence = { at: string; address: string; userAgent: string; verifiedAt: string }

/** What is kept of an answer beside its words, under a key of the installation: who changes the row can't make it fit again. */
const sealEvidence = (
  deps: Pick<LinkDeps, 'getSecretBox'>,
  facts: {
    id: string
    clientId: string
    purpose: string
    decision: string
    textHash: string
    recipient: string
    linkId: string
    signer: SignerFacts
  } & Evidence,
): string => {
  const { id, clientId, purpose, decision, textHash, recipient, linkId, signer } = facts
  const { at, address, userAgent, verifiedAt } = facts
  const whoSigned = signer.signerName === null ? [] : [signer.signerName, signer.signerCapacity]
  const answer = [id, clientId, purpose, decision, textHash, recipient, linkId]
  const sealedFacts = [...answer, at, address, userAgent, verifiedAt, ...whoSigned]
  return deps.getSecretBox('consent-evidence').fingerprint(JSON.stringify(sealedFacts))
}

const writeAnswer = async (
  tx: Kysely<DB>,
  deps: LinkDeps,
  link: OpenedLink,
  { consentId, signer }: { consentId: string; signer: SignerFacts },
  { purpose, decision }: Answer,
  text: CurrentConsentText,
  evidence: Evidence,
): Promise<void> => {
  const { clientId, recipient } = link
  const { at, address, userAgent } = evidence
  // An older signature ends with the new answer, whatever that is.
  await tx
    .updateTable('consent')
    .set({ state: 'superseded', supersededAt: at })
    .where('clientId', '=', clientId)
    .where('purpose', '=', purpose)
    .where('state', '=', 'signed')
    .execute()
  const facts = { id: consentId, clientId, purpose, decision, textHash: text.hash, recipient, linkId: link.id, signer }
  await tx
    .updateTable('consent')
    .set({
      state: decision,
      versionId: text.versionId,
      language: text.language,
      decidedAt: at,
      textSha256: Buffer.from(text.hash, 'hex'),
      recipient,
      address,
      userAgent,
      seal: sealEvidence(deps, { ...facts, ...evidence }),
    })
    .where('id', '=', consentId)
    .execute()
}

const answerLink = async (
  tx: Kysely<DB>,
  raw: HttpContext,
  link: OpenedLink,
  { access, answers }: Pick<ParsedRequest<typeof contract.answerConsents>['body'], 'access' | 'answers'>,
): Promise<string> => {
  const { deps, request } = raw
  const { clientId, id } = link
  const { cvl } = await tx
    .selectFrom('client')
    .where('id', '=', clientId)
    .select('cvl')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { verifiedAt } = await lockVerifiedLink(tx, deps, link, access)
  const requested = await tx
    .selectFrom('consent')
    .where('linkId', '=', id)
    .where('clientId', '=', clientId)
    .where('state', 'in', ['sent', 'viewed'])
    .select(['id', 'purpose', 'signerName', 'signerCapacity', 'signerPersonId'])
    .execute()
  assertAllAnswered(requested, answers)
  const signers = await findConsentSigners(tx, clientId, getBusinessDate(link.prefix, deps.clock))
  for (const row of requested) assertSignerStands(signers, row)
  const texts = await findCurrentTexts(tx, textLanguages[link.idioma])
  const at = new Date(deps.clock()).toISOString()
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 400)
  for (const answer of answers) {
    const text = texts.get(answer.purpose)
    if (!text || text.hash !== answer.textHash) throw buildRefusal('consent.textChanged')
    const signer = requested.find(({ purpose }) => purpose === answer.purpose)!
    const signed = { consentId: signer.id, signer }
    await writeAnswer(tx, deps, link, signed, answer, text, { at, address: request.ip, userAgent, verifiedAt })
  }
  await markLinkUsed(tx, id, at)
  await refreshLopdStatus(tx, clientId)
  await recordAuditEvents(
    tx,
    buildClientActor(raw),
    answers.map(({ purpose, decision, textHash }) => ({
      action: `consent.${decision}`,
      entity: 'client',
      entityId: clientId,
      after: { purpose, version: texts.get(purpose)?.version, textHash },
    })),
  )
  const isSigned = answers.some(({ decision }) => decision === 'signed')
  await notifyClientManagers(tx, [clientId], '', {
    kind: isSigned ? 'consent.signed' : 'consent.refused',
    params: { name: cvl },
    linkOf: (client) => `/clientes/${client}#consents`,
  })
  await enqueueJob(tx, consentDocumentsJob, id)
  return at
}

/** When a link was answered with just this. Null where it was answered otherwise, or the answer no longer counts: it was withdrawn, or superseded. */
const findSameAnswer = async (
  { db, id, usedAt }: FoundLink,
  answers: readonly Answer[],
): Promise<{ answeredAt: string } | null> => {
  const rows = await db
    .selectFrom('consent')
    .where('linkId', '=', id)
    .where('decidedAt', 'is not', null)
    .select(['purpose', 'state', sql<string | null>`encode(text_sha256, 'hex')`.as('textHash')])
    .execute()
  const isSame =
    rows.length === answers.length &&
    rows.every((row) =>
      answers.some(
        ({ purpose, decision, textHash }) =>
          purpose === row.purpose && decision === row.state && textHash === row.textHash,
      ),
    )
  return isSame && usedAt ? { answeredAt: usedAt } : null
}

/** Signs or refuses all that the link asks for, once: the second of two at once is told of the first, and finds the link used where it says another thing. */
export const answerConsents = async (
  { body: { token, access, answers } }: ParsedRequest<typeof contract.answerConsents>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.answerConsents>> => {
  await assertLinkCallAllowed(raw, 'verify')
  return runOnceByLink(
    raw,
    { token, access, kinds: ['consent'] },
    async () => {
      const { db, ...link } = await getOpenLink(raw, token, ['consent'])
      return { answeredAt: await db.transaction().execute((tx) => answerLink(tx, raw, link, { access, answers })) }
    },
    (link) => findSameAnswer(link, answers),
  )
}
