import { type LineOddity, listPlannedLines } from '#contract/bank/uploads.ts'
import { listEntries, listReceipts, listStatements } from '#contract/bank.ts'
import type { Idioma } from '#contract/core/values.ts'
import en from '#locales/en/contributions.ts'
import enRefusals from '#locales/en/refusals.ts'
import es from '#locales/es/contributions.ts'
import esRefusals from '#locales/es/refusals.ts'
import mx from '#locales/mx/contributions.ts'
import mxRefusals from '#locales/mx/refusals.ts'
import pt from '#locales/pt/contributions.ts'
import ptRefusals from '#locales/pt/refusals.ts'
import { textsIn } from '#server/core/texts.ts'
import { type ExportColumn, exportList } from '#server/reports/export-list.ts'
import { serveList } from '#server/reports/serve-list.ts'
import { wordOf } from '#server/reports/word-of.ts'
import * as bank from './bank.queries.ts'
import { allPlannedLines, countPlannedLines } from './planned-lines.queries.ts'

const ofIncome = textsIn({ es, en, pt, mx })
const ofRefusals = textsIn({ es: esRefusals, en: enRefusals, pt: ptRefusals, mx: mxRefusals })
const texts = (idioma: Idioma) => ({ ...ofIncome(idioma), refusals: ofRefusals(idioma).codes })
type Texts = ReturnType<typeof texts>

type Columns = Record<string, ExportColumn<Texts>>

/** What a line of the bank says of itself. */
const saidColumns: Columns = {
  bookingDate: { heading: (t) => t.fields.bookingDate, kind: 'date' },
  valueDate: { heading: (t) => t.fields.valueDate, kind: 'date' },
  counterpartyName: { heading: (t) => t.fields.counterparty, kind: 'text', width: 34 },
  counterpartyNumber: { heading: (t) => t.fields.counterpartyNumber, kind: 'text', width: 28 },
  remittance: { heading: (t) => t.fields.remittance, kind: 'text', width: 50 },
  reference: { heading: (t) => t.fields.reference, kind: 'text', width: 24 },
}
const amount = { heading: (t: Texts) => t.fields.amount, kind: 'money' } as const

/** Of every line in the books, with and without an owner; `owner` is said between what it says and its amount. */
const lineColumns = (owner: Columns): Columns => ({
  ...saidColumns,
  state: { heading: (t) => t.fields.state, kind: 'text', width: 20, word: wordOf((t) => t.states) },
  ...owner,
  amount,
})

const entryColumns = lineColumns({
  accountNumber: { heading: (t) => t.fields.account, kind: 'text', width: 22 },
  clientName: { heading: (t) => t.fields.client, kind: 'text', width: 36 },
  currency: { heading: (t) => t.fields.currency, kind: 'text', width: 10 },
})

const receiptColumns = lineColumns({
  proposedNumber: { heading: (t) => t.fields.proposed, kind: 'text', width: 22 },
  proposedClientName: { heading: (t) => t.fields.proposedClient, kind: 'text', width: 36 },
})

const statementColumns: Columns = {
  toDate: { heading: (t) => t.fields.toDate, kind: 'date' },
  bankAccount: { heading: (t) => t.fields.bankAccount, kind: 'text', width: 28 },
  format: { heading: (t) => t.fields.format, kind: 'text', width: 12, word: wordOf((t) => t.formats) },
  reference: { heading: (t) => t.fields.reference, kind: 'text', width: 24 },
  currency: { heading: (t) => t.fields.currency, kind: 'text', width: 10 },
  opening: { heading: (t) => t.fields.opening, kind: 'money' },
  closing: { heading: (t) => t.fields.closing, kind: 'money' },
  entries: { heading: (t) => t.fields.entries, kind: 'integer' },
  waiting: { heading: (t) => t.fields.waiting, kind: 'integer' },
  uploadedAt: { heading: (t) => t.fields.uploadedAt, kind: 'moment' },
}

const plannedColumns: Columns = {
  ...saidColumns,
  kind: { heading: (t) => t.planned.kind, kind: 'text', width: 40, word: wordOf((t) => t.planned.kinds) },
  accountNumber: { heading: (t) => t.fields.account, kind: 'text', width: 22 },
  clientName: { heading: (t) => t.fields.client, kind: 'text', width: 36 },
  paymentReference: { heading: (t) => t.planned.payment, kind: 'text', width: 18 },
  oddities: {
    heading: (t) => t.planned.oddities,
    kind: 'text',
    width: 50,
    word: (value, t) =>
      value
        .split(',')
        .filter(Boolean)
        .map((one) => t.planned.odds[one as LineOddity])
        .join('. '),
  },
  bar: { heading: (t) => t.planned.bar, kind: 'text', width: 50, word: wordOf((t) => t.refusals) },
  currency: { heading: (t) => t.fields.currency, kind: 'text', width: 10 },
  amount,
}

export const bankRoutes = [
  exportList(listPlannedLines.exportRows, {
    texts,
    title: (t) => t.planned.lines,
    columns: plannedColumns,
    audited: { action: 'statement.exported', entity: 'bankUpload', entityId: ({ params }) => params.uploadId },
    total: async (ctx, { params, query: { sort: _, direction: __, format: ___, columns: ____, ...filters } }) =>
      (await countPlannedLines(ctx, { params, query: filters })).total,
    rows: async (ctx, { params, query: { format: _, columns: __, ...query } }) =>
      allPlannedLines(ctx, { params }, query),
  }),
  ...serveList(listStatements, {
    select: bank.selectStatements,
    selectForFile: bank.selectStatementsForFile,
    count: bank.countStatements,
    sortColumns: bank.statementSorts,
    key: 's.id',
    file: {
      texts,
      title: (t) => t.parts.statements,
      columns: statementColumns,
      audited: { action: 'statements.exported', entity: 'bankStatement' },
    },
  }),
  ...serveList(listEntries, {
    select: bank.selectEntries,
    count: bank.countEntries,
    sortColumns: bank.entrySorts,
    key: 'l.line',
    file: {
      texts,
      title: (t) => t.statement.entries,
      columns: entryColumns,
      audited: { action: 'statement.exported', entity: 'bankStatement', entityId: ({ params }) => params.statementId },
    },
  }),
  ...serveList(listReceipts, {
    select: bank.selectReceipts,
    count: bank.countReceipts,
    sortColumns: bank.receiptSorts,
    key: 'e.id',
    file: {
      texts,
      title: (t) => t.parts.receipts,
      columns: receiptColumns,
      audited: { action: 'receipts.exported', entity: 'receipt' },
    },
  }),
]
