import * as contract from '#contract/contacts.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { changeContact } from './change-contact.ts'
import { findContact, findContactOptions } from './contact.queries.ts'
import { contactRecord } from './contact-record.ts'
import { contactRoutes } from './contacts.list.ts'
import { findContactBoard } from './contacts.queries.ts'
import { createContact } from './create-contact.ts'
import { newContactReason } from './day-reason.ts'
import { deleteContact } from './delete-contact.ts'
import { findContactDuplicates } from './find-duplicates.ts'
import { moveContact } from './move-contact.ts'
import { contactSearch } from './search-source.ts'

const routes: readonly Route[] = [
  ...contactRoutes,
  buildRoute(contract.getContactBoard, findContactBoard),
  buildRoute(contract.getContactOptions, findContactOptions),
  buildRoute(contract.getContact, findContact),
  buildRoute(contract.findContactDuplicates, findContactDuplicates),
  buildRoute(contract.createContact, createContact),
  buildRoute(contract.changeContact, changeContact),
  buildRoute(contract.moveContact, moveContact),
  buildRoute(contract.deleteContact, deleteContact),
]

export const feature: Feature = {
  routes,
  records: [contactRecord],
  searches: [contactSearch],
  dayReasons: [newContactReason],
}
