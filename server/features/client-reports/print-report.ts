import type { printClientReport, ReportOptions } from '#contract/client-reports.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import { sendPdf } from '#server/reports/send-pdf.ts'
import { type ClientReport, findClientReports, type ReportTerms } from './report.queries.ts'
import { buildClientReport } from './report-pdf.ts'

/** No report is of a day to come, and none shows movements after its day. */
export const resolveReportTerms = (
  { businessDate }: Pick<Ctx, 'businessDate'>,
  { on, from, to = on, sections }: ReportOptions,
): ReportTerms => {
  if (on > businessDate) throw buildRefusal('request.invalid', { fields: { on: 'future' } })
  if (to > on) throw buildRefusal('request.invalid', { fields: { to: 'too_big' } })
  if (from > to) throw buildRefusal('request.invalid', { fields: { to: 'too_small' } })
  return { on, from, to, sections: new Set(sections) }
}

/** What the report of one client says. Throws 404 outside of the caller's scope, and `report.tooMany` where its movements are no paper. */
export const findClientReport = async (ctx: Ctx, clientId: string, terms: ReportTerms): Promise<ClientReport> => {
  const report = (await findClientReports(ctx, [clientId], terms)).get(clientId)
  if (!report) throw buildRefusal('notFound')
  if (report.movements === null) throw buildRefusal('report.tooMany')
  return report
}

/** What the audit keeps of a report that was made. */
export const describeReport = ({ on, from, to }: ReportTerms) => ({ day: on, from, to })

/** The report of one client for the caller to take away. */
export const printReport = async (
  ctx: Ctx,
  { params, query }: ParsedRequest<typeof printClientReport>,
  raw: HttpContext,
): Promise<ResponseBody<typeof printClientReport>> => {
  const terms = resolveReportTerms(ctx, query)
  const [report, account] = await Promise.all([findClientReport(ctx, params.clientId, terms), findFirmAccount(ctx.db)])
  return sendPdf(ctx, raw, buildClientReport(ctx, account?.name, report, terms), {
    action: 'clientReport.printed',
    entity: 'client',
    entityId: params.clientId,
    after: describeReport(terms),
  })
}
