import { type SqlBool, sql } from 'kysely'
import { agendaHeadings } from '../agenda/agenda-headings.ts'
import { refuseUnknownOwners } from '../agenda/named-owners.ts'
import { clientHeadings } from '../clients/client-headings.ts'
import { defineImportKind } from '../mapped/import-handler-types.ts'
import { importedBeforeSql } from '../mapped/imported-before.ts'
import { isDuplicateSql, prepareContactRows } from './prepare-contacts.ts'
import { readContactRow, referenceFields } from './read-contact.ts'
import { findContactObstacles, undoContacts, writeContacts } from './write-contacts.ts'

/** Prospects: new ones. Those who may be there already wait for a decision. */
export const contactsHandler = defineImportKind({
  headings: {
    name: [...clientHeadings.name, 'contacto', 'contato', 'contact', 'prospect', 'lead'],
    surname: clientHeadings.surname,
    email: clientHeadings.email,
    phone: clientHeadings.phone,
    contactType: ['tipo', 'tipo de contacto', 'tipo contacto', 'tipo de contato', 'type'],
    work: ['trabajo', 'profesion', 'ocupacion', 'trabajo realizado', 'profissao', 'job', 'profession', 'occupation'],
    contactReference: ['referencia', 'referido por', 'recomendado por', 'referenciado por', 'referred by', 'referral'],
    contactSource: ['origen', 'procedencia', 'canal', 'origem', 'source', 'lead source'],
    amount: ['importe', 'importe estimado', 'potencial', 'capital', 'patrimonio', 'montante', 'value'],
    observations: agendaHeadings.observations,
    family: ['familia', 'familiares', 'conyuge', 'family members'],
    wantsInvestments: ['inversiones', 'quiere inversiones', 'interes en inversiones', 'investimentos', 'investments'],
    lopdOn: ['lopd', 'rgpd', 'fecha lopd', 'consentimiento', 'fecha de consentimiento', 'gdpr', 'consent date'],
    owner: agendaHeadings.owner,
  },
  read: readContactRow,
  // They have no number: they are all that is said of them.
  key: (content) => {
    const { values, references } = content
    return [values, references]
  },
  keyField: 'name',
  subject: () => ({}),
  subjectField: null,
  prepare: prepareContactRows,
  known: sql<SqlBool>`(${isDuplicateSql} and r.decision is distinct from 'create') or exists (${importedBeforeSql})`,
  check: async (checking) => {
    const { refuse, businessDate } = checking
    await refuseUnknownOwners(checking)
    for (const field of referenceFields)
      await refuse(field, 'word', sql`r.fields -> 'unknownReferences' ? ${sql.lit(field)}::text`)
    await refuse('lopdOn', 'future', sql`(r.fields -> 'values' ->> 'lopdOn')::date > ${businessDate}::date`)
  },
  figures: {
    word: sql<string>`'newContact'`,
    // What they might bring is no money.
    amount: sql<null>`null::numeric`,
    day: sql<null>`null::date`,
  },
  carryOut: writeContacts,
  findObstacles: findContactObstacles,
  undo: undoContacts,
})
