import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import * as contract from '#contract/figures/general-reports.ts'
import { captationTypes } from '#contract/figures/keys.ts'
import en from '#locales/en/figures.ts'
import es from '#locales/es/figures.ts'
import pt from '#locales/pt/figures.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { selectCaptationSums } from '#server/domain/captation.ts'
import { resolveRequest } from '#server/domain/figure-rows.ts'
import type { FigureRequest } from '#server/domain/figure-scope.ts'
import { buildCodeTextGetter } from '#server/reports/code-text.ts'
import { buildListExportRoute, type ExportColumn } from '#server/reports/export-list.ts'
import { findSituation } from './figure-groups.queries.ts'

type ReportRequest = Pick<ParsedRequest<typeof contract.getGeneralReport>, 'query'>

/** The year as a range of days, up to today; one to come has none yet, and begins and ends on its first day. */
const toYearRange = (year: number, today: string) => {
  const from = `${year}-01-01`
  const end = `${year}-12-31`
  return { from, to: end < today ? end : today < from ? from : today }
}

/** Each month's new money and what left, by type. */
const findMonthSums = (request: FigureRequest) =>
  request.ctx.db
    .selectFrom(selectCaptationSums(request, 'month').as('s'))
    .select(['s.month', 's.direction', 's.part', 's.amount'])
    .execute()

type MonthSum = Awaited<ReturnType<typeof findMonthSums>>[number]

const sumQuarter = (sums: readonly MonthSum[], quarter: number, type: string): bigint =>
  sums
    .filter(({ month, part }) => part === type && Math.ceil(Number(month.slice(5, 7)) / 3) === quarter)
    .reduce((sum, { amount }) => sum + toCents(amount), 0n)

/** By quarter and type, what there is of either. Throws 404 for whom the caller doesn't see. */
export const findGeneralReport = async (
  ctx: Ctx,
  { query: { year, of, view } }: ReportRequest,
): Promise<ResponseBody<typeof contract.getGeneralReport>> => {
  const reportYear = year ?? Number(ctx.businessDate.slice(0, 4))
  const range = toYearRange(reportYear, ctx.businessDate)
  const filters = { range: 'custom', ...range, of, view } as const
  const request = await resolveRequest(ctx, 'captation', filters)
  const [sums, { scope, situation }] = await Promise.all([
    findMonthSums(request),
    findSituation(ctx, { query: filters }),
  ])
  const captation = sums.filter(({ direction }) => direction === 'in')
  const out = sums.filter(({ direction }) => direction === 'out')
  const quarters = [1, 2, 3, 4].flatMap((quarter) =>
    captationTypes.flatMap((type) => {
      const inflow = sumQuarter(captation, quarter, type)
      const outflow = sumQuarter(out, quarter, type)
      if (inflow === 0n && outflow === 0n) return []
      return [
        {
          quarter,
          type,
          gross: centsToAmount(inflow),
          out: centsToAmount(outflow),
          net: centsToAmount(inflow + outflow),
        },
      ]
    }),
  )
  return { scope, year: reportYear, from: range.from, through: range.to, quarters, situation }
}

const getTexts = buildTextsGetter({ es, en, pt })
type Texts = ReturnType<typeof getTexts>

const columns: Record<(typeof contract.generalReportColumns)[number], ExportColumn<Texts>> = {
  quarter: { heading: (t) => t.general.quarter, kind: 'integer' },
  type: { heading: (t) => t.general.type, kind: 'text', width: 24, word: buildCodeTextGetter((t) => t.parts) },
  gross: { heading: (t) => t.general.gross, kind: 'money', width: 20 },
  out: { heading: (t) => t.general.out, kind: 'money', width: 20 },
  net: { heading: (t) => t.general.net, kind: 'money', width: 20 },
}

export const generalReportExport = buildListExportRoute(contract.exportGeneralReport, {
  texts: getTexts,
  title: (t) => t.general.title,
  columns,
  audited: { action: 'figures.exported', entity: 'figure' },
  total: async (ctx, { query }) => (await findGeneralReport(ctx, { query })).quarters.length,
  rows: async (ctx, { query }) => {
    const { quarters } = await findGeneralReport(ctx, { query })
    return ctx.db
      .selectFrom(
        sql<contract.QuarterCaptation>`jsonb_to_recordset(${JSON.stringify(quarters)}::jsonb)`.as<'r'>(
          sql`r(quarter int, type text, gross numeric, "out" numeric, net numeric)`,
        ),
      )
      .select(['r.quarter', 'r.type', 'r.gross', 'r.out', 'r.net'])
  },
})
