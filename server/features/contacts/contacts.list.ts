import * as contract from '#contract/contacts.ts'
import en from '#locales/en/contacts.ts'
import es from '#locales/es/contacts.ts'
import pt from '#locales/pt/contacts.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countContacts, findContactPage, selectAllContacts } from './contacts.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const contactRoutes = buildListRoutes(contract.listContacts, {
  findPage: findContactPage,
  selectAll: selectAllContacts,
  count: countContacts,
  file: {
    texts: getTexts,
    title: (t) => t.title,
    audited: { action: 'contacts.exported', entity: 'contact' },
  },
})
