import { sql } from 'kysely'
import * as contract from '#contract/product-studies.ts'
import en from '#locales/en/product-studies.ts'
import es from '#locales/es/product-studies.ts'
import pt from '#locales/pt/product-studies.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { calculateStudy } from '#server/domain/product-studies.ts'
import { buildListExportRoute, type ExportColumn } from '#server/reports/export-list.ts'

const getTexts = buildTextsGetter({ es, en, pt })
type Texts = ReturnType<typeof getTexts>
type StudyColumn = (typeof contract.studyExportColumns)[number]

const studyColumns: Record<StudyColumn, ExportColumn<Texts>> = {
  variant: { heading: (t) => t.fields.variant, kind: 'integer' },
  product: { heading: (t) => t.fields.product, kind: 'text', width: 30 },
  amount: { heading: (t) => t.fields.amount, kind: 'money' },
  rate: { heading: (t) => t.fields.rate, kind: 'rate', width: 14 },
  extraRate: { heading: (t) => t.fields.extraRate, kind: 'rate', width: 18 },
  year: { heading: (t) => t.years.year, kind: 'integer' },
  from: { heading: (t) => t.years.from, kind: 'date' },
  to: { heading: (t) => t.years.to, kind: 'date' },
  opening: { heading: (t) => t.years.opening, kind: 'money', width: 20 },
  interest: { heading: (t) => t.years.interest, kind: 'money' },
  extraInterest: { heading: (t) => t.years.extraInterest, kind: 'money', width: 20 },
  closing: { heading: (t) => t.years.closing, kind: 'money', width: 20 },
  earnedSoFar: { heading: (t) => t.years.earnedSoFar, kind: 'money', width: 20 },
}
const sqlTypesByKind = { money: 'numeric', integer: 'int', date: 'date' } as const

/** A row for each year of each variant; what has no rate has no years. */
const buildStudyRows = async (
  ctx: Ctx,
  study: contract.ProductStudy,
): Promise<Record<StudyColumn, string | number>[]> => {
  const { variants } = await calculateStudy(ctx, study)
  return variants.flatMap(({ product, projection }, at) => {
    const { amount, extraRate } = study.variants[at]!
    let soFar = 0n
    return (projection?.years ?? []).map((year) => {
      soFar += toCents(year.earned)
      return {
        ...year,
        variant: at + 1,
        product: product.name,
        amount,
        extraRate,
        rate: projection!.rate,
        earnedSoFar: centsToAmount(soFar),
      }
    })
  })
}

export const studyExport = buildListExportRoute(contract.exportStudy, {
  texts: getTexts,
  title: (t) => t.title,
  columns: studyColumns,
  audited: { action: 'study.exported', entity: 'product' },
  total: async (ctx, { body }) => (await buildStudyRows(ctx, body)).length,
  // What reckons has no statement of its own that a cursor could read.
  rows: async (ctx, { body }) => {
    const rows = JSON.stringify(
      (await buildStudyRows(ctx, body)).map((row) => contract.studyExportColumns.map((column) => row[column])),
    )
    return ctx.db
      .selectFrom(
        sql<{ row: unknown; at: string }>`jsonb_array_elements(${rows}::jsonb) with ordinality`.as(sql`r(row, at)`),
      )
      .select(
        contract.studyExportColumns.map((column, at) => {
          const type = sqlTypesByKind[studyColumns[column].kind as keyof typeof sqlTypesByKind] ?? 'text'
          return sql`(r.row ->> ${sql.lit(at)})::${sql.raw(type)}`.as(column)
        }),
      )
      .orderBy('r.at')
  },
})
