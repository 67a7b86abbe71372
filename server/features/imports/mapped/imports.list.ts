import * as records from '#contract/imports/records.ts'
import * as rows from '#contract/imports/rows.ts'
import * as contract from '#contract/imports.ts'
import en from '#locales/en/imports.ts'
import es from '#locales/es/imports.ts'
import pt from '#locales/pt/imports.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countImportedRecords, importedRecordSorts, selectImportedRecords } from './imported-records.queries.ts'
import { countImportedRows, importedRowSorts, selectImportedRows } from './imported-rows.queries.ts'
import {
  countImportFaults,
  countImports,
  importFaultSorts,
  importSorts,
  selectImportFaults,
  selectImports,
  selectImportsForFile,
} from './imports.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })
export const importRoutes = [
  ...buildListRoutes(contract.listImports, {
    select: selectImports,
    selectForFile: selectImportsForFile,
    count: countImports,
    sortColumns: importSorts,
    key: 'i.id',
    file: {
      texts: getTexts,
      title: (t) => t.title,
      audited: { action: 'mappedImports.exported', entity: 'mappedImport' },
    },
  }),
  ...buildListRoutes(rows.listImportFaults, {
    select: selectImportFaults,
    count: countImportFaults,
    sortColumns: importFaultSorts,
    key: 'f.n',
    file: {
      texts: getTexts,
      title: (t) => t.faulty.title,
      audited: { action: 'mappedImport.exported', entity: 'mappedImport', entityId: ({ params }) => params.importId },
    },
  }),
  ...buildListRoutes(rows.listImportedRows, {
    select: selectImportedRows,
    count: countImportedRows,
    sortColumns: importedRowSorts,
    key: 'r.line',
    file: {
      texts: getTexts,
      title: (t) => t.good.title,
      audited: { action: 'mappedImport.exported', entity: 'mappedImport', entityId: ({ params }) => params.importId },
    },
  }),
  ...buildListRoutes(records.listImportedRecords, {
    select: selectImportedRecords,
    count: countImportedRecords,
    sortColumns: importedRecordSorts,
    key: 'r.line',
    file: {
      texts: getTexts,
      title: (t) => t.good.title,
      audited: { action: 'mappedImport.exported', entity: 'mappedImport', entityId: ({ params }) => params.importId },
    },
  }),
]
