import * as uploads from '#contract/bank/uploads.ts'
import * as contract from '#contract/bank.ts'
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
import { buildListRoutes } from '#server/reports/list-routes.ts'
import {
  countEntries,
  countReceipts,
  countStatements,
  entrySorts,
  receiptSorts,
  selectEntries,
  selectReceipts,
  selectStatements,
  selectStatementsForFile,
  statementSorts,
} from './bank.queries.ts'
import { countPlannedLines, findPlannedLines, queryAllPlannedLines } from './planned-lines.queries.ts'

const getIncomeTexts = buildTextsGetter({ es, en, pt, mx })
const getRefusalTexts = buildTextsGetter({ es: esRefusals, en: enRefusals, pt: ptRefusals, mx: mxRefusals })
const getTexts = (idioma: Idioma) => ({ ...getIncomeTexts(idioma), refusals: getRefusalTexts(idioma) })
export const bankRoutes = [
  ...buildListRoutes(uploads.listPlannedBankLines, {
    findPage: findPlannedLines,
    selectAll: queryAllPlannedLines,
    count: countPlannedLines,
    file: {
      texts: getTexts,
      title: (t) => t.planned.lines,
      columns: {
        oddities: {
          word: (value, t) =>
            value
              .split(',')
              .filter(Boolean)
              .map((one) => t.planned.odds[one as uploads.BankLineWarning])
              .join('. '),
        },
      },
      audited: { action: 'statement.exported', entity: 'bankUpload', entityId: ({ params }) => params.uploadId },
    },
  }),
  ...buildListRoutes(contract.listBankStatements, {
    select: selectStatements,
    selectForFile: selectStatementsForFile,
    count: countStatements,
    sortColumns: statementSorts,
    key: 's.id',
    file: {
      texts: getTexts,
      title: (t) => t.parts.statements,
      audited: { action: 'statements.exported', entity: 'bankStatement' },
    },
  }),
  ...buildListRoutes(contract.listStatementEntries, {
    select: selectEntries,
    count: countEntries,
    sortColumns: entrySorts,
    key: 'l.line',
    file: {
      texts: getTexts,
      title: (t) => t.statement.entries,
      audited: { action: 'statement.exported', entity: 'bankStatement', entityId: ({ params }) => params.statementId },
    },
  }),
  ...buildListRoutes(contract.listReceipts, {
    select: selectReceipts,
    count: countReceipts,
    sortColumns: receiptSorts,
    key: 'e.id',
    file: {
      texts: getTexts,
      title: (t) => t.parts.receipts,
      audited: { action: 'receipts.exported', entity: 'receipt' },
    },
  }),
]
