import type * as es from '../es/event.ts'
import type { Overrides } from '../shape.ts'
import { auditFields, auditValues } from './written/audit-words.ts'

export default { payload: { ...auditFields, ...auditValues } } satisfies Overrides<typeof es.default>

/** What the audit calls fields and values that more than one feature writes. */
export const words = {
  auditFields: {
    officeName: 'Sucursal',
  },
} satisfies Overrides<typeof es.words>
