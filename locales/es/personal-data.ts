import { personalTables } from './written/words.ts'

export default {
  action: 'Exportar todos sus datos',
  title: 'Datos personales de {{cvl}}',
  summary: {
    person: 'Persona',
    documents: 'Documentos',
    lead: 'Este archivo ZIP contiene todo lo que la entidad guarda sobre esta persona. Cada tabla es un archivo JSON. Lo que la ley prohíbe comunicar no se incluye.',
    contents: 'Contenido',
    what: 'Qué contiene',
    file: 'Archivo',
    rows: 'Filas',
    folder: 'documentos',
    missing: 'Documentos que faltan',
    missingLead: 'Estos documentos constan, y su contenido no se ha podido leer.',
  },
  tables: personalTables,
}

/** What lists of all features say of this one. */
export const words = {
  actions: { client_dataExported: 'Exporta todos los datos de un cliente' },
  personalTables: {
    account_balance: 'Saldos',
    journal: 'Asientos',
    posting: 'Movimientos',
  },
}
