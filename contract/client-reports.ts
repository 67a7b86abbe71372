import { z } from 'zod'
import { ClientSelection } from './clients/client-selection.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { BusinessDate, Id, OneOrMore } from './core/values.ts'

/** Parts of a client's report, in the order in which they stand. */
export const reportSections = [
  'data',
  'accounts',
  'endedAccounts',
  'holders',
  'growth',
  'movements',
  'externalPositions',
] as const
export type ReportSection = (typeof reportSections)[number]

/** A report with more movements is no paper: the movements of an account are exported as Excel. */
export const maxReportMovements = 5000

const access = { module: 'bt_Clientes', action: 'export' } as const

/** `on`: the day that all figures are of, as booked up to it. `from` and `to`: the movements that are shown; without them up to `on`. */
const reportOptions = {
  on: BusinessDate,
  from: BusinessDate,
  to: BusinessDate.optional(),
  sections: OneOrMore(z.enum(reportSections)),
}

export const ReportOptions = z.strictObject({
  ...reportOptions,
  sections: z.array(z.enum(reportSections)).min(1).max(reportSections.length),
})
export type ReportOptions = z.infer<typeof ReportOptions>

/** `report.tooMany` where the movements of the days are no paper. */
export const printClientReport = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/report/pdf',
  summary: 'The report of a client as PDF, as booked up to a day, in the client’s language',
  ...access,
  params: z.object({ clientId: Id }),
  query: z.object(reportOptions),
  output: z.unknown(),
})

/**
 * Files the report with the client's documents, and sends it to their e-mail where `isSent`. `client.blocked` and `client.lopd` where nothing may be
 * sent, `clientPaper.noEmail` without an address.
 */
export const fileClientReport = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/report/filing',
  changes: ['clientDocuments'],
  idempotent: true,
  summary: 'File the report of a client with their documents, and send it to them',
  ...access,
  params: z.object({ clientId: Id }),
  body: z.strictObject({ options: ReportOptions, isSent: z.boolean() }),
  output: z.object({
    documentId: Id,
    /** Null where it was filed only. */
    recipient: z.string().nullable(),
  }),
})

/** Of those that the caller may see. The last file of the zip has a row for each client: what became of their report. */
export const exportClientReports = defineEndpoint({
  method: 'POST',
  path: '/client-reports',
  changes: [],
  allowedInViewReason: 'makes files of what is shown',
  summary: 'The reports of many clients, a PDF for each, in one zip with a list of results',
  ...access,
  body: z.strictObject({ selection: ClientSelection, options: ReportOptions }),
  output: z.unknown(),
})
