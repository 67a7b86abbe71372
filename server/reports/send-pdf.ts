import { tenantFacts } from '#contract/core/tenants.ts'
import type { Idioma } from '#contract/core/values.ts'
import en from '#locales/en/reports.ts'
import es from '#locales/es/reports.ts'
import pt from '#locales/pt/reports.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { Raw } from '#server/core/serve.ts'
import { filled, localeOf, textsIn } from '#server/core/texts.ts'
import { attachment } from './file-name.ts'
import { frameOf } from './frames.ts'
import type { Document } from './pdf/make-pdf.ts'
import { writtenIn } from './written.ts'

const textsOf = textsIn({ es, en, pt })

/** What a feature says of its document; the rest is the same on all of them. */
export type Told = Pick<Document, 'title' | 'subtitle' | 'parts'> & {
  /** The language of whom it is for. */
  idioma: Idioma
  /** The firm's name as it signs; the product's where it has none yet. */
  firm: string | undefined
  /** The day that it stands for, 'YYYY-MM-DD'. */
  on: string
}

/** The document with what stands on every one: whose it is, who made it and when, its pages counted. */
const documentOf = ({ person, prefix }: Ctx, now: number, { idioma, firm, on, ...told }: Told): Document => {
  const t = textsOf(idioma)
  const written = writtenIn(idioma, tenantFacts[prefix].timeZone)
  return {
    ...told,
    language: localeOf[idioma],
    firm: firm ?? 'Atalaya',
    madeAt: now,
    day: written.day(on),
    foot: filled(t.pdf.by, { name: person.fullName, at: written.moment(now) }),
    pageOf: (page, pages) => filled(t.pdf.page, { page: written.number(page), pages: written.number(pages) }),
  }
}

/** A document as a file. What draws it is read with the first one, not when the server starts. */
export const pdfOf = async (ctx: Ctx, now: number, told: Told): Promise<Buffer> => {
  const { makePdf } = await import('./pdf/make-pdf.ts')
  return makePdf(documentOf(ctx, now, told))
}

export type Audited = { action: string; entity: string; entityId?: string; after?: object }

/** Answers with a document, and notes that somebody took it out. */
export const sendPdf = async (ctx: Ctx, { request, reply, serving }: Raw, told: Told, audited: Audited) => {
  const content = await pdfOf(ctx, serving.clock(), told)
  await audit(ctx.db, ctx, audited)
  return reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', attachment(told.title, told.on, 'pdf'))
    .header('cache-control', 'no-store')
    .send(request.headers['x-progress'] === 'frames' ? frameOf(content, 1) : content) as never
}
