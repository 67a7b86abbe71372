import { z } from 'zod'
import { defineBulkAction } from '../core/bulk.ts'
import { SingleLineText } from '../core/values.ts'
import { recordEntities } from '../records.ts'

/** Puts a tag on several records of a kind, or takes it off; by its name, as on one record. */
export const tagRecords = defineBulkAction({
  path: '/records/:entity/bulk/tags',
  changes: ['recordPanels', 'tags'],
  summary: 'Put a tag on several records, or take it off',
  open: 'signedIn',
  params: z.object({ entity: z.enum(recordEntities) }),
  fields: { name: SingleLineText(1, 40), change: z.enum(['add', 'remove']) },
})
