import { exportClientReports } from '#contract/client-reports.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import type { Snapshot } from '#server/core/snapshot.ts'
import { fillPlaceholders } from '#server/core/texts.ts'
import { selectChosenClients } from '#server/domain/client-selection.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import type { ReportCell } from '#server/reports/columns.ts'
import { writeCsv } from '#server/reports/csv.ts'
import { getCsvDialect } from '#server/reports/export-list.ts'
import { renderPdfContent } from '#server/reports/send-pdf.ts'
import { type ArchiveEntry, sendPdfArchive, toPdfFileName } from '#server/reports/send-pdf-archive.ts'
import { describeReport, resolveReportTerms } from './print-report.ts'
import { type ClientReport, findClientReports, type ReportTerms } from './report.queries.ts'
import { buildClientReport } from './report-pdf.ts'
import { getReportTexts } from './report-texts.ts'

/** Clients whose reports are read at a time: few enough to hold, enough to spare a statement for each. */
const clientsPerBatch = 20

type ReportResult = { cvl: string; clientName: string; fileName: string; result: string }
type ChosenClient = { clientId: string; cvl: string; clientName: string }

/** A report as a file; undefined where it could not be drawn, which stops no other. */
const renderReport = async (
  ctx: Ctx,
  { request, deps }: HttpContext,
  firm: string | undefined,
  report: ClientReport,
  terms: ReportTerms,
): Promise<Buffer | undefined> => {
  try {
    return await renderPdfContent(ctx, deps.clock(), buildClientReport(ctx, firm, report, terms))
  } catch (error) {
    request.log.error({ err: error, clientId: report.client.id }, 'client report failed')
    return undefined
  }
}

/** One row for each client: what became of their report, in the words of whoever asked for it. */
const renderResults = async ({ person }: Ctx, results: readonly ReportResult[]): Promise<ArchiveEntry> => {
  const t = getReportTexts(person.idioma).results
  const columns = [t.cvl, t.client, t.document, t.result].map((heading) => ({ heading, kind: 'text' as const }))
  const rows: ReportCell[][] = results.map(({ cvl, clientName, fileName, result }) => [
    cvl,
    clientName,
    fileName,
    result,
  ])
  async function* batches() {
    yield rows
  }
  const file = writeCsv({ columns, rows: batches(), dialect: getCsvDialect(person.idioma) })
  return { fileName: `${t.file}.csv`, content: Buffer.concat(await file.toArray()), isDocument: false }
}

/** The reports of the chosen clients, some of them read at a time, and at the end what became of each. */
async function* buildReportFiles(
  ctx: Ctx,
  raw: HttpContext,
  chosen: AsyncIterable<ChosenClient[]>,
  terms: ReportTerms,
): AsyncGenerator<ArchiveEntry> {
  const t = getReportTexts(ctx.person.idioma).results
  const firm = (await findFirmAccount(ctx.db))?.name
  const results: ReportResult[] = []
  for await (const clients of chosen) {
    const reports = await findClientReports(
      ctx,
      clients.map(({ clientId }) => clientId),
      terms,
    )
    for (const { clientId, cvl, clientName } of clients) {
      const note = (result: string, fileName = ''): void => void results.push({ cvl, clientName, fileName, result })
      const report = reports.get(clientId)
      if (!report) note(t.gone)
      else if (report.movements === null) note(fillPlaceholders(t.tooMany, { total: String(report.movementCount) }))
      else {
        const content = await renderReport(ctx, raw, firm, report, terms)
        const fileName = toPdfFileName(`${cvl}-${clientName}`)
        note(content ? t.made : t.failed, content && fileName)
        if (content) yield { fileName, content, isDocument: true }
      }
    }
  }
  yield await renderResults(ctx, results)
}

async function* divideIntoBatches(rows: AsyncIterable<unknown[][]>): AsyncGenerator<ChosenClient[]> {
  for await (const batch of rows)
    for (let at = 0; at < batch.length; at += clientsPerBatch)
      yield batch
        .slice(at, at + clientsPerBatch)
        .map(([clientId, cvl, clientName]) => ({ clientId, cvl, clientName }) as ChosenClient)
}

const startArchive = async (
  ctx: Ctx,
  raw: HttpContext,
  snapshot: Snapshot,
  { selection, options }: ParsedRequest<typeof exportClientReports>['body'],
) => {
  const terms = resolveReportTerms(ctx, options)
  const frozen = { ...ctx, db: snapshot.db }
  const { total } = await selectChosenClients(frozen, selection)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = selectChosenClients(frozen, selection)
    .innerJoin('client', 'client.id', 'c.clientId')
    .select(['c.clientId', 'c.cvl', fullNameSql('client').as('clientName')])
    .orderBy('c.nameSort')
    .orderBy('c.clientId')
    .compile()
  const chosen = divideIntoBatches(snapshot.batches(rows, ['clientId', 'cvl', 'clientName']))
  return {
    title: fillPlaceholders(getReportTexts(ctx.person.idioma).bulkFile, { on: terms.on }),
    total: Number(total),
    documents: buildReportFiles(frozen, raw, chosen, terms),
    audited: {
      action: 'clientReports.exported',
      entity: 'client',
      after: { ...describeReport(terms), documents: Number(total) },
    },
  }
}

/** The reports of all chosen clients in one file; each is drawn as it is sent. */
export const exportReports = (
  ctx: Ctx,
  { body }: ParsedRequest<typeof exportClientReports>,
  raw: HttpContext,
): Promise<ResponseBody<typeof exportClientReports>> => {
  // Refused before anything is opened.
  resolveReportTerms(ctx, body.options)
  return sendPdfArchive(exportClientReports, ctx, raw, (snapshot) => startArchive(ctx, raw, snapshot, body))
}
