import { type Kysely, sql } from 'kysely'
import type { ConsentPurpose } from '#contract/consents/purposes.ts'
import type { SignerCapacity } from '#contract/consents/signers.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'
import en from '#locales/en/consent-document.ts'
import es from '#locales/es/consent-document.ts'
import pt from '#locales/pt/consent-document.ts'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import type { FileStorage } from '#server/core/file-storage.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { buildTextsGetter, fillPlaceholders } from '#server/core/texts.ts'
import { storeClientDocument } from '#server/domain/client-documents.ts'
import { queueClientMail } from '#server/domain/client-mail.ts'
import { findDocumentSettings } from '#server/domain/document-language.ts'
import { createPublicLink, type LinkDeps } from '#server/domain/public-links.ts'
import type { PdfPart } from '#server/reports/pdf/make-pdf.ts'
import { renderPdfContent } from '#server/reports/send-pdf.ts'
import { getValueFormatter } from '#server/reports/value-formatter.ts'

const getTexts = buildTextsGetter({ es, en, pt })

/** Signatures last: so does the link that withdraws them. */
const withdrawalLinkDays = 3650
/** As long as the firm has to be able to prove what was answered. */
const retentionMonths = 120

type AnsweredConsent = {
  id: string
  purpose: ConsentPurpose
  state: string
  version: number
  title: string
  body: string
  textHash: string
  decidedAt: string
  viewedAt: string | null
  sentAt: string
  verifiedAt: string
  recipient: string
  address: string
  userAgent: string
  seal: string
  clientId: string
  clientName: string
  clientCvl: string
  identityNumber: string | null
  signerName: string | null
  signerCapacity: SignerCapacity | null
  idioma: Idioma
}

/** What was answered by a link and has no document yet; of a record that was merged meanwhile the document goes to the survivor. */
const findAnswered = async (db: Kysely<DB>, linkId: string): Promise<AnsweredConsent[]> => {
  const { rows } = await sql<AnsweredConsent>`
    select c.id::text as id, c.purpose, c.state, v.version, t.title, t.body, encode(c.text_sha256, 'hex') as "textHash", c.decided_at as "decidedAt",
           c.viewed_at as "viewedAt", c.sent_at as "sentAt", l.verified_at as "verifiedAt", c.recipient, c.address, c.user_agent as "userAgent", c.seal,
           coalesce(k.merged_into_id, k.id)::text as "clientId", ${naturalNameSql('k')} as "clientName", k.cvl as "clientCvl", k.identity_number as "identityNumber", l.idioma,
           c.signer_name as "signerName", c.signer_capacity as "signerCapacity"
      from consent c
      join public_link l on l.id = c.link_id
      join consent_version v on v.id = c.version_id
      join consent_text t on t.version_id = c.version_id and t.language = c.language
      join client k on k.id = c.client_id
     where c.link_id = ${linkId} and c.decided_at is not null and c.file_id is null
     order by c.purpose`.execute(db)
  return rows
}

const describeCapacity = (capacity: SignerCapacity, t: ReturnType<typeof getTexts>): string => {
  if (capacity === 'representative') return t.signers.representative
  return capacity === 'guardian' ? t.signers.guardian : t.signers.client
}

/** Who signed, and for whom where that is somebody else. */
const describeSigner = (
  { signerName, signerCapacity, clientName }: AnsweredConsent,
  t: ReturnType<typeof getTexts>,
): (readonly [string, string])[] =>
  signerName && signerCapacity
    ? [[t.head.signer, fillPlaceholders(describeCapacity(signerCapacity, t), { name: signerName, client: clientName })]]
    : []

const buildDocumentParts = (answered: readonly AnsweredConsent[], prefix: Prefix, idioma: Idioma): PdfPart[] => {
  const t = getTexts(idioma)
  const { moment, number } = getValueFormatter(idioma, tenantFacts[prefix].timeZone)
  const [first] = answered
  const moments = (at: string | null): string => (at === null ? '–' : moment(Date.parse(at)))
  const decisionOf = ({ state }: AnsweredConsent) => (state === 'refused' ? t.decision.refused : t.decision.signed)
  return [
    {
      facts: [
        [t.head.client, first!.clientName],
        [t.head.cvl, first!.clientCvl],
        ...(first!.identityNumber ? [[t.head.identity, first!.identityNumber] as const] : []),
        ...describeSigner(first!, t),
        [t.head.answeredAt, moments(first!.decidedAt)],
      ],
    },
    ...answered.flatMap((consent): PdfPart[] => [
      {
        heading: consent.title,
        lead: `${decisionOf(consent)} · ${fillPlaceholders(t.version, { version: number(consent.version) })}`,
      },
      { prose: consent.body },
    ]),
    { heading: t.evidence.title, lead: t.evidence.lead },
    {
      facts: [
        [t.evidence.sentTo, first!.recipient],
        [t.evidence.sentAt, moments(first!.sentAt)],
        [t.evidence.viewedAt, moments(first!.viewedAt)],
        [t.evidence.verifiedAt, moments(first!.verifiedAt)],
        [t.evidence.address, first!.address],
        [t.evidence.userAgent, first!.userAgent || '–'],
      ],
    },
    {
      table: {
        columns: [{ label: t.evidence.purpose }, { label: t.evidence.decision }, { label: t.evidence.hash }],
        rows: answered.map((consent) => [consent.title, decisionOf(consent), consent.textHash]),
      },
    },
    { text: fillPlaceholders(t.evidence.seal, { seal: answered.map(({ seal }) => seal.slice(0, 32)).join(', ') }) },
  ]
}

type DocumentDeps = LinkDeps & { db: Kysely<DB>; prefix: Prefix; files: FileStorage }

/** Tells the client what they answered, with the document; who signed something gets the link that withdraws it. */
const mailDocument = async (
  tx: Kysely<DB>,
  deps: DocumentDeps,
  answered: readonly AnsweredConsent[],
  fileId: string,
): Promise<void> => {
  const { clientId, recipient, idioma, decidedAt } = answered[0]!
  const isSigned = answered.some(({ state }) => state !== 'refused')
  const mail = { clientId, recipient, idioma, fileId }
  const purposes = answered.filter(({ state }) => !isSigned || state !== 'refused').map(({ title }) => title)
  if (!isSigned)
    return queueClientMail(tx, deps, { ...mail, template: 'consent.refused', facts: { purposes, at: decidedAt } })
  const link = await createPublicLink(tx, deps, {
    prefix: deps.prefix,
    kind: 'withdrawal',
    clientId,
    recipient,
    idioma,
    days: withdrawalLinkDays,
    createdBy: null,
  })
  const facts = { purposes, at: decidedAt, token: link.token }
  await queueClientMail(tx, deps, { ...mail, template: 'consent.signed', facts, linkId: link.id })
}

/** Makes the document of what was answered by a link, keeps it with the client and mails it. Once: a second run finds nothing left. */
export const makeConsentDocument = async (deps: DocumentDeps, linkId: string): Promise<void> => {
  const { db, prefix, clock } = deps
  const answered = await findAnswered(db, linkId)
  const [first] = answered
  if (!first) return
  const { firm } = await findDocumentSettings({ db, prefix }, first.clientId)
  const t = getTexts(first.idioma)
  const on = first.decidedAt.slice(0, 10)
  const author = { prefix, person: { fullName: firm ?? 'Atalaya' } }
  const content = await renderPdfContent(author, clock(), {
    idioma: first.idioma,
    firm,
    title: t.title,
    subtitle: first.clientName,
    on,
    parts: buildDocumentParts(answered, prefix, first.idioma),
  })
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('client').where('id', '=', first.clientId).select('id').forUpdate().execute()
    const isKept = await tx
      .selectFrom('consent')
      .where('linkId', '=', linkId)
      .where('fileId', 'is not', null)
      .select('id')
      .executeTakeFirst()
    if (isKept) return
    const fileName = `${t.fileName} ${first.clientCvl} ${on}.pdf`
    const { fileId } = await storeClientDocument(
      tx,
      { prefix, files: deps.files, actor: null },
      {
        clientId: first.clientId,
        kind: 'consent',
        title: t.title,
        date: on,
        retainUntil: toIsoDate(addMonths(parseDay(on), retentionMonths)),
        fileName,
        fileKind: 'pdf',
        contentType: 'application/pdf',
        content,
      },
    )
    const ids = answered.map((consent) => consent.id)
    await tx.updateTable('consent').set({ fileId }).where('id', 'in', ids).execute()
    await mailDocument(tx, deps, answered, fileId)
  })
}

/** Links with answers whose document is still to be made, where a process died over it. */
export const findLinksWithoutDocument = async (db: Kysely<DB>): Promise<string[]> => {
  const rows = await db
    .selectFrom('consent')
    .where('decidedAt', 'is not', null)
    .where('fileId', 'is', null)
    .where('linkId', 'is not', null)
    .select('linkId')
    .distinct()
    .execute()
  return rows.flatMap(({ linkId }) => linkId ?? [])
}
