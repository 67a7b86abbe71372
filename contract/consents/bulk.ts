import { z } from 'zod'
import { defineBulkSend } from '../core/bulk.ts'
import { consentPurposes } from './purposes.ts'

/** As one client is sent them: refused for each as that would be. One key names all parts of one bulk action. */
export const sendConsentsInBulk = defineBulkSend({
  path: '/clients/bulk/consents',
  changes: ['clients'],
  summary: 'Send consents to several clients',
  module: 'bt_Clientes',
  action: 'edit',
  fields: { purposes: z.array(z.enum(consentPurposes)).min(1).max(consentPurposes.length) },
})
