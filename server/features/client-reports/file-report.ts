import type { fileClientReport } from '#contract/client-reports.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { fillPlaceholders } from '#server/core/texts.ts'
import { assertClientWritable } from '#server/domain/find-client.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import { maskEmail } from '#server/domain/mask-identifiers.ts'
import { requestHash } from '#server/domain/post-journal.ts'
import { fileClientPaper, findFiledPaper } from '#server/domain/send-client-paper.ts'
import { renderPdfContent } from '#server/reports/send-pdf.ts'
import { toPdfFileName } from '#server/reports/send-pdf-archive.ts'
import { getValueFormatter } from '#server/reports/value-formatter.ts'
import { describeReport, findClientReport, resolveReportTerms } from './print-report.ts'
import type { ClientReport } from './report.queries.ts'
import { buildClientReport } from './report-pdf.ts'
import { getReportTexts } from './report-texts.ts'

/** An e-mail is read by others on its way: it carries no identity number whole. */
const maskIdentity = (report: ClientReport): ClientReport => {
  const { identityNumber } = report.client
  return {
    ...report,
    client: { ...report.client, identityNumber: identityNumber && `···· ${identityNumber.slice(-3)}` },
  }
}

/** Files the report of a client with their documents, and sends it to their e-mail where that is asked for. Sent again, it is answered as the first time. */
export const fileReport = (
  ctx: Ctx,
  { params, body, key }: ParsedRequest<typeof fileClientReport>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof fileClientReport>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { clientId } = params
    const { options, isSent } = body
    await assertClientWritable(tx, ctx, clientId)
    const request = { idempotencyKey: key, requestHash: requestHash({ params, body }) }
    const known = await findFiledPaper(tx, request)
    if (known) return known
    const terms = resolveReportTerms(ctx, options)
    const found = await findClientReport({ ...ctx, db: tx }, clientId, terms)
    const firm = (await findFirmAccount(tx))?.name
    const pdfContent = buildClientReport(ctx, firm, isSent ? maskIdentity(found) : found, terms)
    const { day } = getValueFormatter(pdfContent.idioma, tenantFacts[ctx.prefix].timeZone)
    const title = fillPlaceholders(getReportTexts(pdfContent.idioma).paper.filedTitle, { on: day(terms.on) })
    const paper = {
      clientId,
      kind: 'report' as const,
      title,
      day: terms.on,
      fileName: toPdfFileName(title.replaceAll('/', '-')),
      content: await renderPdfContent(ctx, deps.clock(), pdfContent),
      request,
    }
    const filed = await fileClientPaper(tx, ctx, deps, paper, isSent)
    await recordAuditEvent(tx, ctx, {
      action: isSent ? 'clientReport.sent' : 'clientReport.filed',
      entity: 'client',
      entityId: clientId,
      after: { ...describeReport(terms), ...(filed.recipient && { toName: maskEmail(filed.recipient) }) },
    })
    return filed
  })
