import { defineBulkAction } from '../core/bulk.ts'
import { BusinessDate } from '../core/values.ts'

/** The day on which what the firm knows of each client is looked through again; null: none is set. `request.invalid` for a day that is over. */
export const setNextReviews = defineBulkAction({
  path: '/clients/bulk/next-review',
  changes: ['clients'],
  summary: 'Set the next review date of several clients',
  module: 'bt_Clientes',
  action: 'edit',
  fields: { nextReviewOn: BusinessDate },
})
