import { listImportedRows, listImportFaults, listImports } from '#contract/imports.ts'
import en from '#locales/en/imports.ts'
import es from '#locales/es/imports.ts'
import pt from '#locales/pt/imports.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildCodeTextGetter } from '#server/reports/code-text.ts'
import type { ExportColumn } from '#server/reports/export-list.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countImportedRows, importedRowSorts, selectImportedRows } from './imported-rows.queries.ts'
import * as imports from './imports.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })
type Texts = ReturnType<typeof getTexts>

const buildTextColumn = (heading: (t: Texts) => string, width: number): ExportColumn<Texts> => ({
  heading,
  kind: 'text',
  width,
})
const buildCountColumn = (heading: (t: Texts) => string): ExportColumn<Texts> => ({ heading, kind: 'integer' })
const buildTranslatedColumn = (
  heading: (t: Texts) => string,
  width: number,
  words: (t: Texts) => object,
): ExportColumn<Texts> => ({
  ...buildTextColumn(heading, width),
  word: buildCodeTextGetter(words),
})

export const importRoutes = [
  ...buildListRoutes(listImports, {
    select: imports.selectImports,
    selectForFile: imports.selectImportsForFile,
    count: imports.countImports,
    sortColumns: imports.importSorts,
    key: 'i.id',
    file: {
      texts: getTexts,
      title: (t) => t.title,
      columns: {
        madeAt: { heading: (t) => t.columns.madeAt, kind: 'moment' },
        kind: buildTranslatedColumn(
          (t) => t.columns.kindOfFile,
          30,
          (t) => t.kinds,
        ),
        fileName: buildTextColumn((t) => t.columns.fileName, 36),
        state: buildTranslatedColumn(
          (t) => t.columns.state,
          20,
          (t) => t.states,
        ),
        makerName: buildTextColumn((t) => t.columns.maker, 30),
        rows: buildCountColumn((t) => t.columns.rows),
        wrong: buildCountColumn((t) => t.columns.wrong),
        known: buildCountColumn((t) => t.columns.known),
        fresh: buildCountColumn((t) => t.columns.fresh),
        amount: { heading: (t) => t.fields.amount, kind: 'money' },
        sha256: buildTextColumn((t) => t.columns.sha256, 66),
      },
      audited: { action: 'mappedImports.exported', entity: 'mappedImport' },
    },
  }),
  ...buildListRoutes(listImportFaults, {
    select: imports.selectImportFaults,
    count: imports.countImportFaults,
    sortColumns: imports.importFaultSorts,
    key: 'f.n',
    file: {
      texts: getTexts,
      title: (t) => t.faulty.title,
      columns: {
        line: buildCountColumn((t) => t.columns.line),
        field: buildTranslatedColumn(
          (t) => t.columns.field,
          24,
          (t) => t.fields,
        ),
        fault: buildTranslatedColumn(
          (t) => t.columns.fault,
          60,
          (t) => t.faults,
        ),
        value: buildTextColumn((t) => t.columns.value, 40),
      },
      audited: { action: 'mappedImport.exported', entity: 'mappedImport', entityId: ({ params }) => params.importId },
    },
  }),
  ...buildListRoutes(listImportedRows, {
    select: selectImportedRows,
    count: countImportedRows,
    sortColumns: importedRowSorts,
    key: 'r.line',
    file: {
      texts: getTexts,
      title: (t) => t.good.title,
      columns: {
        line: buildCountColumn((t) => t.columns.line),
        accountNumber: buildTextColumn((t) => t.fields.account, 24),
        clientName: buildTextColumn((t) => t.columns.client, 36),
        clientCvl: buildTextColumn((t) => t.columns.cvl, 14),
        known: { heading: (t) => t.columns.known, kind: 'boolean' },
        kind: buildTranslatedColumn(
          (t) => t.fields.kind,
          16,
          (t) => t.words,
        ),
        bookingDate: { heading: (t) => t.fields.bookingDate, kind: 'date' },
        valueDate: { heading: (t) => t.fields.valueDate, kind: 'date' },
        description: buildTextColumn((t) => t.fields.description, 40),
        reference: buildTextColumn((t) => t.fields.reference, 24),
        instruction: buildTranslatedColumn(
          (t) => t.fields.instruction,
          28,
          (t) => t.words,
        ),
        productName: buildTextColumn((t) => t.fields.product, 24),
        allSigned: { heading: (t) => t.fields.allSigned, kind: 'boolean' },
        amount: { heading: (t) => t.fields.amount, kind: 'money' },
        reversed: { heading: (t) => t.columns.reversed, kind: 'boolean' },
      },
      audited: { action: 'mappedImport.exported', entity: 'mappedImport', entityId: ({ params }) => params.importId },
    },
  }),
]
