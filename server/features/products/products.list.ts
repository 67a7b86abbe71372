import { listProducts, type ProductRow } from '#contract/products.ts'
import en from '#locales/en/products.ts'
import es from '#locales/es/products.ts'
import pt from '#locales/pt/products.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildCodeTextGetter } from '#server/reports/code-text.ts'
import type { ExportColumn } from '#server/reports/export-list.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countProducts, productSorts, selectProducts } from './product.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })
type Texts = ReturnType<typeof getTexts>

const productColumns: Partial<Record<keyof ProductRow, ExportColumn<Texts>>> = {
  code: { heading: (t) => t.fields.code, kind: 'text', width: 16 },
  name: { heading: (t) => t.fields.name, kind: 'text', width: 30 },
  family: { heading: (t) => t.fields.family, kind: 'text', width: 20, word: buildCodeTextGetter((t) => t.families) },
  line: { heading: (t) => t.fields.line, kind: 'text', width: 12, word: buildCodeTextGetter((t) => t.lines) },
  termMonths: { heading: (t) => t.fields.termMonths, kind: 'integer' },
  payout: { heading: (t) => t.fields.payout, kind: 'text', width: 16, word: buildCodeTextGetter((t) => t.payouts) },
  capitalised: { heading: (t) => t.fields.capitalised, kind: 'boolean' },
  dayCount: { heading: (t) => t.fields.dayCount, kind: 'text', width: 14 },
  minimum: { heading: (t) => t.fields.minimum, kind: 'money' },
  maximum: { heading: (t) => t.fields.maximum, kind: 'money' },
  rateFrom: { heading: (t) => t.fields.rateFrom, kind: 'rate', width: 14 },
  rateTo: { heading: (t) => t.fields.rateTo, kind: 'rate', width: 14 },
  penaltyPoints: { heading: (t) => t.fields.penaltyPoints, kind: 'rate', width: 14 },
  defaultInstruction: {
    heading: (t) => t.fields.defaultInstruction,
    kind: 'text',
    width: 26,
    word: buildCodeTextGetter((t) => t.instructions),
  },
  earnsUntilPaid: { heading: (t) => t.fields.earnsUntilPaid, kind: 'boolean' },
  earlyWithdrawal: {
    heading: (t) => t.fields.earlyWithdrawal,
    kind: 'text',
    width: 26,
    word: buildCodeTextGetter((t) => t.earlyWithdrawals),
  },
  additions: {
    heading: (t) => t.fields.additions,
    kind: 'text',
    width: 20,
    word: buildCodeTextGetter((t) => t.additions),
  },
  additionDays: { heading: (t) => t.fields.additionDays, kind: 'integer' },
  onSale: { heading: (t) => t.fields.onSale, kind: 'boolean' },
}

export const productRoutes = buildListRoutes(listProducts, {
  select: selectProducts,
  count: countProducts,
  sortColumns: productSorts,
  key: 'p.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    columns: productColumns,
    audited: { action: 'products.exported', entity: 'product' },
  },
})
