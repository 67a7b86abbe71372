import type { ImportKind } from '#contract/imports/fields.ts'
import { accountsHandler } from '../accounts/accounts-handler.ts'
import { callsHandler } from '../calls/calls-handler.ts'
import { clientsHandler } from '../clients/clients-handler.ts'
import { contactsHandler } from '../contacts/contacts-handler.ts'
import { meetingsHandler } from '../meetings/meetings-handler.ts'
import { positionsHandler } from '../positions/positions-handler.ts'
import { relationsHandler } from '../relations/relations-handler.ts'
import type { ImportKindHandler } from './import-handler-types.ts'
import { instructionsHandler } from './instructions-handler.ts'
import { movementsHandler } from './movements-handler.ts'

/**
 * What a file may be about, and all that is particular to it.
 * See docs/decisions/0052-mapped-imports.md
 */
export const importKindHandlers: Record<ImportKind, ImportKindHandler> = {
  clients: clientsHandler,
  accounts: accountsHandler,
  positions: positionsHandler,
  relations: relationsHandler,
  contacts: contactsHandler,
  calls: callsHandler,
  meetings: meetingsHandler,
  movements: movementsHandler,
  instructions: instructionsHandler,
}
