import { personalTables } from './written/words.ts'

export default {
  action: 'Exportar todos os seus dados',
  title: 'Dados pessoais de {{cvl}}',
  summary: {
    person: 'Pessoa',
    documents: 'Documentos',
    lead: 'Este ficheiro ZIP contém tudo o que a empresa guarda sobre esta pessoa. Cada tabela é um ficheiro JSON. O que a lei proíbe comunicar não está incluído.',
    contents: 'Conteúdo',
    what: 'O que contém',
    file: 'Ficheiro',
    rows: 'Linhas',
    folder: 'documentos',
    missing: 'Documentos em falta',
    missingLead: 'Estes documentos constam, e não foi possível ler o seu conteúdo.',
  },
  tables: personalTables,
}

/** What lists of all features say of this one. */
export const words = {
  actions: { client_dataExported: 'Exporta todos os dados de um cliente' },
  personalTables: {
    account_balance: 'Saldos',
    journal: 'Lançamentos',
    posting: 'Movimentos',
  },
}
