import { listImportedRows, listImportFaults, listImports } from '#contract/imports.ts'
import en from '#locales/en/imports.ts'
import es from '#locales/es/imports.ts'
import pt from '#locales/pt/imports.ts'
import { textsIn } from '#server/core/texts.ts'
import type { ExportColumn } from '#server/reports/export-list.ts'
import { serveList } from '#server/reports/serve-list.ts'
import { wordOf } from '#server/reports/word-of.ts'
import { countRows, rowSorts, selectRows } from './imported-rows.queries.ts'
import * as imports from './imports.queries.ts'

const texts = textsIn({ es, en, pt })
type Texts = ReturnType<typeof texts>

const text = (heading: (t: Texts) => string, width: number): ExportColumn<Texts> => ({ heading, kind: 'text', width })
const count = (heading: (t: Texts) => string): ExportColumn<Texts> => ({ heading, kind: 'integer' })
const worded = (heading: (t: Texts) => string, width: number, words: (t: Texts) => object): ExportColumn<Texts> => ({
  ...text(heading, width),
  word: wordOf(words),
})

export const importRoutes = [
  ...serveList(listImports, {
    select: imports.selectImports,
    selectForFile: imports.selectImportsForFile,
    count: imports.countImports,
    sortColumns: imports.importSorts,
    key: 'i.id',
    file: {
      texts,
      title: (t) => t.title,
      columns: {
        madeAt: { heading: (t) => t.columns.madeAt, kind: 'moment' },
        kind: worded(
          (t) => t.columns.kindOfFile,
          30,
          (t) => t.kinds,
        ),
        fileName: text((t) => t.columns.fileName, 36),
        state: worded(
          (t) => t.columns.state,
          20,
          (t) => t.states,
        ),
        makerName: text((t) => t.columns.maker, 30),
        rows: count((t) => t.columns.rows),
        wrong: count((t) => t.columns.wrong),
        known: count((t) => t.columns.known),
        fresh: count((t) => t.columns.fresh),
        amount: { heading: (t) => t.fields.amount, kind: 'money' },
        sha256: text((t) => t.columns.sha256, 66),
      },
      audited: { action: 'mappedImports.exported', entity: 'mappedImport' },
    },
  }),
  ...serveList(listImportFaults, {
    select: imports.selectFaults,
    count: imports.countFaults,
    sortColumns: imports.faultSorts,
    key: 'f.n',
    file: {
      texts,
      title: (t) => t.faulty.title,
      columns: {
        line: count((t) => t.columns.line),
        field: worded(
          (t) => t.columns.field,
          24,
          (t) => t.fields,
        ),
        fault: worded(
          (t) => t.columns.fault,
          60,
          (t) => t.faults,
        ),
        value: text((t) => t.columns.value, 40),
      },
      audited: { action: 'mappedImport.exported', entity: 'mappedImport', entityId: ({ params }) => params.importId },
    },
  }),
  ...serveList(listImportedRows, {
    select: selectRows,
    count: countRows,
    sortColumns: rowSorts,
    key: 'r.line',
    file: {
      texts,
      title: (t) => t.good.title,
      columns: {
        line: count((t) => t.columns.line),
        accountNumber: text((t) => t.fields.account, 24),
        clientName: text((t) => t.columns.client, 36),
        clientCvl: text((t) => t.columns.cvl, 14),
        known: { heading: (t) => t.columns.known, kind: 'boolean' },
        kind: worded(
          (t) => t.fields.kind,
          16,
          (t) => t.words,
        ),
        bookingDate: { heading: (t) => t.fields.bookingDate, kind: 'date' },
        valueDate: { heading: (t) => t.fields.valueDate, kind: 'date' },
        description: text((t) => t.fields.description, 40),
        reference: text((t) => t.fields.reference, 24),
        instruction: worded(
          (t) => t.fields.instruction,
          28,
          (t) => t.words,
        ),
        productName: text((t) => t.fields.product, 24),
        allSigned: { heading: (t) => t.fields.allSigned, kind: 'boolean' },
        amount: { heading: (t) => t.fields.amount, kind: 'money' },
        reversed: { heading: (t) => t.columns.reversed, kind: 'boolean' },
      },
      audited: { action: 'mappedImport.exported', entity: 'mappedImport', entityId: ({ params }) => params.importId },
    },
  }),
]
