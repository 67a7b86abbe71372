import { z } from 'zod'
import { BooleanInput, Id } from '#contract/core/values.ts'
import { listClients } from '../clients.ts'

/** Filters of the list of clients that are a yes or a no. */
const clientFlagFilters = {
  smartContributions: BooleanInput.optional(),
  strategicAlliances: BooleanInput.optional(),
  smartMovements: BooleanInput.optional(),
  joint: BooleanInput.optional(),
  companies: BooleanInput.optional(),
  blocked: BooleanInput.optional(),
}

/** Clients by name, and all that match the filters of their list. */
export const clientSelectionChoices = [
  z.strictObject({ by: z.literal('clients'), clientIds: z.array(Id).min(1).max(20_000) }),
  z.strictObject({ by: z.literal('filter'), filter: z.strictObject({ ...listClients.filters, ...clientFlagFilters }) }),
] as const

/** The clients that somebody chose in their list. */
export const ClientSelection = z.discriminatedUnion('by', clientSelectionChoices)
export type ClientSelection = z.input<typeof ClientSelection>
