import { personalTables } from './written/words.ts'

export default {
  action: 'Export all their data',
  title: 'Personal data of {{cvl}}',
  summary: {
    person: 'Person',
    documents: 'Documents',
    lead: 'This archive contains everything that the firm keeps on this person. Each table is a JSON file. What the law does not allow us to disclose is not included.',
    contents: 'Contents',
    what: 'What it contains',
    file: 'File',
    rows: 'Rows',
    folder: 'documents',
    missing: 'Missing documents',
    missingLead: 'These documents are on record, and their content could not be read.',
  },
  tables: personalTables,
}

/** What lists of all features say of this one. */
export const words = {
  actions: { client_dataExported: 'Exports all data of a client' },
  personalTables: {
    account_balance: 'Balances',
    journal: 'Journal entries',
    posting: 'Movements',
  },
}
