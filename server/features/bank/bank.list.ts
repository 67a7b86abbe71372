import { type BankLineWarning, listPlannedBankLines } from '#contract/bank/uploads.ts'
import { listBankStatements, listReceipts, listStatementEntries } from '#contract/bank.ts'
import type { Idioma } from '#contract/core/values.ts'
import en from '#locales/en/contributions.ts'
import enRefusals from '#locales/en/refusals.ts'
import es from '#locales/es/contributions.ts'
import esRefusals from '#locales/es/refusals.ts'
import mx from '#locales/mx/contributions.ts'
import mxRefusals from '#locales/mx/refusals.ts'
import pt from '#locales/pt/contributions.ts'
import ptRefusals from '#locales/pt/refusals.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildCodeTextGetter } from '#server/reports/code-text.ts'
import { buildListExportRoute, type ExportColumn } from '#server/reports/export-list.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import * as bank from './bank.queries.ts'
import { countPlannedLines, queryAllPlannedLines } from './planned-lines.queries.ts'

const getIncomeTexts = buildTextsGetter({ es, en, pt, mx })
const getRefusalTexts = buildTextsGetter({ es: esRefusals, en: enRefusals, pt: ptRefusals, mx: mxRefusals })
const getTexts = (idioma: Idioma) => ({ ...getIncomeTexts(idioma), refusals: getRefusalTexts(idioma).codes })
type Texts = ReturnType<typeof getTexts>

type ExportColumns = Record<string, ExportColumn<Texts>>

/** What a line of the bank says of itself. */
const bankLineColumns: ExportColumns = {
  bookingDate: { heading: (t) => t.fields.bookingDate, kind: 'date' },
  valueDate: { heading: (t) => t.fields.valueDate, kind: 'date' },
  counterpartyName: { heading: (t) => t.fields.counterparty, kind: 'text', width: 34 },
  counterpartyNumber: { heading: (t) => t.fields.counterpartyNumber, kind: 'text', width: 28 },
  remittance: { heading: (t) => t.fields.remittance, kind: 'text', width: 50 },
  reference: { heading: (t) => t.fields.reference, kind: 'text', width: 24 },
}
const amountColumn = { heading: (t: Texts) => t.fields.amount, kind: 'money' } as const

/** Of every line in the books, with and without an owner; `owner` is said between what it says and its amount. */
const buildLineColumns = (owner: ExportColumns): ExportColumns => ({
  ...bankLineColumns,
  state: { heading: (t) => t.fields.state, kind: 'text', width: 20, word: buildCodeTextGetter((t) => t.states) },
  ...owner,
  amount: amountColumn,
})

const entryColumns = buildLineColumns({
  accountNumber: { heading: (t) => t.fields.account, kind: 'text', width: 22 },
  clientName: { heading: (t) => t.fields.client, kind: 'text', width: 36 },
  currency: { heading: (t) => t.fields.currency, kind: 'text', width: 10 },
})

const receiptColumns = buildLineColumns({
  proposedNumber: { heading: (t) => t.fields.proposed, kind: 'text', width: 22 },
  proposedClientName: { heading: (t) => t.fields.proposedClient, kind: 'text', width: 36 },
})

const statementColumns: ExportColumns = {
  toDate: { heading: (t) => t.fields.toDate, kind: 'date' },
  bankAccount: { heading: (t) => t.fields.bankAccount, kind: 'text', width: 28 },
  format: { heading: (t) => t.fields.format, kind: 'text', width: 12, word: buildCodeTextGetter((t) => t.formats) },
  reference: { heading: (t) => t.fields.reference, kind: 'text', width: 24 },
  currency: { heading: (t) => t.fields.currency, kind: 'text', width: 10 },
  opening: { heading: (t) => t.fields.opening, kind: 'money' },
  closing: { heading: (t) => t.fields.closing, kind: 'money' },
  entries: { heading: (t) => t.fields.entries, kind: 'integer' },
  waiting: { heading: (t) => t.fields.waiting, kind: 'integer' },
  uploadedAt: { heading: (t) => t.fields.uploadedAt, kind: 'moment' },
}

const plannedLineColumns: ExportColumns = {
  ...bankLineColumns,
  kind: { heading: (t) => t.planned.kind, kind: 'text', width: 40, word: buildCodeTextGetter((t) => t.planned.kinds) },
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
        .map((one) => t.planned.odds[one as BankLineWarning])
        .join('. '),
  },
  bar: { heading: (t) => t.planned.bar, kind: 'text', width: 50, word: buildCodeTextGetter((t) => t.refusals) },
  currency: { heading: (t) => t.fields.currency, kind: 'text', width: 10 },
  amount: amountColumn,
}

export const bankRoutes = [
  buildListExportRoute(listPlannedBankLines.exportRows, {
    texts: getTexts,
    title: (t) => t.planned.lines,
    columns: plannedLineColumns,
    audited: { action: 'statement.exported', entity: 'bankUpload', entityId: ({ params }) => params.uploadId },
    total: async (ctx, { params, query: { sort: _, direction: __, format: ___, columns: ____, ...filters } }) =>
      (await countPlannedLines(ctx, { params, query: filters })).total,
    rows: async (ctx, { params, query: { format: _, columns: __, ...query } }) =>
      queryAllPlannedLines(ctx, { params }, query),
  }),
  ...buildListRoutes(listBankStatements, {
    select: bank.selectStatements,
    selectForFile: bank.selectStatementsForFile,
    count: bank.countStatements,
    sortColumns: bank.statementSorts,
    key: 's.id',
    file: {
      texts: getTexts,
      title: (t) => t.parts.statements,
      columns: statementColumns,
      audited: { action: 'statements.exported', entity: 'bankStatement' },
    },
  }),
  ...buildListRoutes(listStatementEntries, {
    select: bank.selectEntries,
    count: bank.countEntries,
    sortColumns: bank.entrySorts,
    key: 'l.line',
    file: {
      texts: getTexts,
      title: (t) => t.statement.entries,
      columns: entryColumns,
      audited: { action: 'statement.exported', entity: 'bankStatement', entityId: ({ params }) => params.statementId },
    },
  }),
  ...buildListRoutes(listReceipts, {
    select: bank.selectReceipts,
    count: bank.countReceipts,
    sortColumns: bank.receiptSorts,
    key: 'e.id',
    file: {
      texts: getTexts,
      title: (t) => t.parts.receipts,
      columns: receiptColumns,
      audited: { action: 'receipts.exported', entity: 'receipt' },
    },
  }),
]
