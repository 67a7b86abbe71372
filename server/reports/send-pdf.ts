import { tenantFacts } from '#contract/core/tenants.ts'
import type { Idioma } from '#contract/core/values.ts'
import en from '#locales/en/reports.ts'
import es from '#locales/es/reports.ts'
import pt from '#locales/pt/reports.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { buildTextsGetter, fillPlaceholders, localeByLanguage } from '#server/core/texts.ts'
import { formatContentDisposition } from './file-name.ts'
import type { PdfDocument } from './pdf/make-pdf.ts'
import { buildFrame } from './progress-frames.ts'
import { getValueFormatter } from './value-formatter.ts'

const getReportTexts = buildTextsGetter({ es, en, pt })

/** What a feature says of its document; the rest is the same on all of them. */
export type PdfContent = Pick<PdfDocument, 'title' | 'subtitle' | 'parts'> & {
  /** The language of whom it is for. */
  idioma: Idioma
  /** The firm's name as it signs; the product's where it has none yet. */
  firm: string | undefined
  /** The day that it stands for, 'YYYY-MM-DD'. */
  on: string
}

/** Who makes a document, as its foot names them: a member of staff, or the firm itself. */
type PdfAuthor = Pick<Ctx, 'prefix'> & { person: Pick<Ctx['person'], 'fullName'> }

/** The document with what stands on every one: whose it is, who made it and when, its pages counted. */
const buildPdfDocument = (
  { person, prefix }: PdfAuthor,
  now: number,
  { idioma, firm, on, ...pdfContent }: PdfContent,
): PdfDocument => {
  const t = getReportTexts(idioma)
  const written = getValueFormatter(idioma, tenantFacts[prefix].timeZone)
  return {
    ...pdfContent,
    language: localeByLanguage[idioma],
    firm: firm ?? 'Atalaya',
    madeAt: now,
    day: written.day(on),
    foot: fillPlaceholders(t.pdf.by, { name: person.fullName, at: written.moment(now) }),
    pageOf: (page, pages) => fillPlaceholders(t.pdf.page, { page: written.number(page), pages: written.number(pages) }),
  }
}

/** A document as a file. What draws it is read with the first one, not when the server starts. */
export const renderPdfContent = async (ctx: PdfAuthor, now: number, pdfContent: PdfContent): Promise<Buffer> => {
  const { makePdf } = await import('./pdf/make-pdf.ts')
  return makePdf(buildPdfDocument(ctx, now, pdfContent))
}

export type DocumentAuditEvent = { action: string; entity: string; entityId?: string; after?: object }

/** Answers with a document, and notes that somebody took it out. */
export const sendPdf = async (
  ctx: Ctx,
  { request, reply, deps }: HttpContext,
  pdfContent: PdfContent,
  audited: DocumentAuditEvent,
): Promise<unknown> => {
  const content = await renderPdfContent(ctx, deps.clock(), pdfContent)
  await recordAuditEvent(ctx.db, ctx, audited)
  return reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', formatContentDisposition(pdfContent.title, pdfContent.on, 'pdf'))
    .header('cache-control', 'no-store')
    .send(request.headers['x-progress'] === 'frames' ? buildFrame(content, 1) : content)
}
