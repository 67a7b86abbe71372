import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import {
  type PresentationContent,
  type PresentationDraft,
  type PresentationTexts,
  presentationParts,
} from '#contract/presentations.ts'
import type { StudyProduct } from '#contract/product-studies.ts'
import { calculateProjection } from '#rules/projection.ts'
import type { FileStorage } from './core/file-storage.ts'
import { clientDocumentPurpose } from './domain/client-documents.ts'
import { getClientLanguage } from './domain/document-language.ts'
import { fillTexts } from './features/presentations/presentation-texts.ts'
import { buildVersionPdf } from './features/presentations/version-pdf.ts'
import { renderPdfContent } from './reports/send-pdf.ts'
import { toPdfFileName } from './reports/send-pdf-archive.ts'

type DemoClient = Pick<
  PresentationContent,
  'clientName' | 'clientCvl' | 'managerName' | 'capital' | 'balance' | 'accounts'
> & { id: string; email: string; idioma: Idioma; userId: string; userName: string; firm: string | null; day: string }

type DemoOffer = StudyProduct & { minimum: string; rate: string }

const noTexts: PresentationTexts = {
  title: '',
  subtitle: '',
  situation: '',
  proposal: '',
  projection: '',
  closing: '',
  legal: '',
}

const textsByPrefix = {
  dino: { title: 'Propuesta R2', message: 'Gracias por tu tiempo. Esta es la propuesta de la que hablamos.' },
  dino_uab: { title: 'Proposta R2', message: 'Obrigado pelo seu tempo. Esta é a proposta de que falámos.' },
  cfl: { title: 'Propuesta R2', message: 'Gracias por su tiempo. Esta es la propuesta de la que hablamos.' },
} as const satisfies Record<Prefix, unknown>

/** Clients of the demo's manager who have signed and have money here; of what they have, the accounts that count under them. */
const findDemoClientsSql = (prefix: Prefix): string => `
  with author as (
    select n.user_id, e.id, concat_ws(' ', e.name, e.surname) as name, to_char(n.created_at, 'YYYY-MM-DD') as day
      from (select user_id, created_at from ${prefix}.record_comment where entity = 'client' order by id limit 1) n
      join registry.membership m on m.user_id = n.user_id and m.prefix = $1 join ${prefix}.employee e on e.cvl = m.cvl limit 1
  )
  select c.id::text as id, concat_ws(' ', c.name, nullif(c.surname, '')) as "clientName", c.cvl as "clientCvl", c.email, c.idioma, author.name as "managerName",
         author.name as "userName", author.user_id::text as "userId", author.day,
         (select value ->> 'name' from ${prefix}.setting where key = 'payments.account') as firm,
         l.capital::text as capital, l.balance::text as balance,
         (select coalesce(json_agg(json_build_object('productName', p.name, 'number', a.number, 'expiresOn', a.expires_on, 'rate', a.rate::text,
                                            'balance', b.balance::text) order by a.id), '[]')
            from ${prefix}.account a join ${prefix}.product p on p.id = a.product_id join ${prefix}.account_balance b on b.account_id = a.id
           where a.client_id = c.id and a.status = 'active') as accounts
    from author join ${prefix}.client_list l on l.manager_id = author.id join ${prefix}.client c on c.id = l.client_id
   where c.kind = 'person' and c.lopd_status = 'signed' and c.email is not null and c.block_kind is null and l.active_accounts > 0
   order by c.id limit 3`

const findOffersSql = (prefix: Prefix): string => `
  select o.* from (
    select p.id::text as id, p.code, p.name, p.day_count::text as "dayCount", p.payout::text as payout, p.capitalised, p.term_months as "termMonths",
           p.minimum::text as minimum,
           ${prefix}.product_rate_on(p.id, $1::date, greatest(p.minimum, 20000), coalesce(p.term_months, 24)::smallint)::text as rate
      from ${prefix}.product p where p.accrues and p.on_sale and p.family <> 'current') o
   where o.rate is not null order by o.id::bigint limit 2`

const buildProposal = ({ minimum, rate, ...product }: DemoOffer, startsOn: string) => {
  const amount = Number(minimum) > 20_000 ? minimum : '20000.00'
  const terms = { amount, months: product.termMonths ?? 24, extraRate: '0.000000' }
  return {
    variant: { productId: product.id, rate: null, ...terms },
    proposed: { product, ...terms, projection: calculateProjection({ ...product, ...terms, startsOn, rate }) },
  }
}

const insertPresentationSql = (prefix: Prefix): string => `
  insert into ${prefix}.presentation (client_id, title, content, created_by, created_at, changed_by, changed_at, idempotency_key, request_hash)
  values ($1::bigint, $2, $3, $4, $5, $4, $5, 'demo:presentation:' || $1::bigint, 'demo') returning id::text as id`

const insertVersionSql = (prefix: Prefix): string => `
  insert into ${prefix}.presentation_version (presentation_id, number, idioma, content, made_by, made_at, idempotency_key, request_hash)
  values ($1::bigint, 1, $2, $3, $4, $5, 'demo:version:' || $1::bigint, 'demo')`

/** $1 the client, $2 the file, $3 its purpose, $4 its name, $5 size, $6 sum, $7 who, $8 title, $9 day, $10 moment, $11 address, $12 language. */
const insertSendingSql = (prefix: Prefix): string => `
  with file as (
    insert into ${prefix}.stored_file (id, purpose, entity, entity_id, file_name, content_type, bytes, sha256, created_by)
    values ($2, $3, 'client', $1, $4, 'application/pdf', $5, $6, $7) returning id
  ), document as (
    insert into ${prefix}.client_document (client_id, kind, origin, file_id, title, document_date, user_id, created_at)
    select $1, 'presentation', 'product', file.id, $8, $9, $7, $10 from file returning file_id)
  insert into ${prefix}.client_mail (client_id, template, recipient, idioma, file_id, created_at, next_at, attempts, sent_at)
  select $1, 'paper.attached', $11, $12, document.file_id, $10, $10, 1, $10 from document`

type DemoPresentation = { client: DemoClient; offers: readonly DemoOffer[]; prefix: Prefix }

const buildContent = ({ client, offers, prefix }: DemoPresentation): PresentationContent => {
  const { id: _id, email: _email, userId: _userId, userName: _userName, day, ...facts } = client
  const idioma = getClientLanguage(client.idioma, prefix)
  return {
    ...facts,
    ...textsByPrefix[prefix],
    idioma,
    managerContact: '',
    on: day,
    startsOn: day,
    parts: [...presentationParts],
    texts: fillTexts(noTexts, idioma),
    proposal: offers.map((offer) => buildProposal(offer, day).proposed),
  }
}

/** The PDF as the product files it, and the e-mail that has left. */
const addSending = async (owner: Client, files: FileStorage, made: DemoPresentation): Promise<void> => {
  const { client, prefix } = made
  const content = buildContent(made)
  const at = `${client.day}T10:30:00Z`
  const author = { prefix, person: { fullName: client.userName } }
  const pdf = await renderPdfContent(author, Date.parse(at), buildVersionPdf(content, prefix))
  const fileId = await files.put(prefix, pdf)
  await owner.query(insertSendingSql(prefix), [
    client.id,
    fileId,
    `${clientDocumentPurpose}.pdf`,
    toPdfFileName(content.title),
    pdf.length,
    createHash('sha256').update(pdf).digest(),
    client.userId,
    content.title,
    client.day,
    at,
    client.email,
    content.idioma,
  ])
}

const steps = ['draft', 'made', 'sent'] as const

/** Of three clients of the demo's manager: a presentation that is being prepared, one that was made, and one that was sent. */
export const addDemoPresentations = async (owner: Client, files: FileStorage, prefix: Prefix): Promise<void> => {
  const { rows: clients } = await owner.query<DemoClient>(findDemoClientsSql(prefix), [prefix])
  for (const [n, client] of clients.entries()) {
    const { rows: offers } = await owner.query<DemoOffer>(findOffersSql(prefix), [client.day])
    if (offers.length === 0) return
    const made: DemoPresentation = { client, offers, prefix }
    const { title, message } = textsByPrefix[prefix]
    const accounts = offers.map((offer) => buildProposal(offer, client.day).variant)
    const draft: Omit<PresentationDraft, 'title'> = { message, parts: [...presentationParts], startsOn: null, accounts }
    const at = `${client.day}T10:00:00Z`
    const values = [client.id, title, JSON.stringify(draft), client.userId, at]
    const { rows } = await owner.query<{ id: string }>(insertPresentationSql(prefix), values)
    const step = steps[n]
    if (step === 'draft') continue
    const content = buildContent(made)
    const version = [rows[0]!.id, content.idioma, JSON.stringify(content), client.userId, at]
    await owner.query(insertVersionSql(prefix), version)
    if (step === 'sent') await addSending(owner, files, made)
  }
}
