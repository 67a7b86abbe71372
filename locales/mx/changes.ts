import type * as es from '../es/changes.ts'
import type { Overrides } from '../shape.ts'
import { changeFields, changeValues } from './written/change-words.ts'

export default { ...changeFields, ...changeValues } satisfies Overrides<typeof es.default>

/** What approvals call fields and values that more than one feature changes. */
export const words = {
  changeFields: {
    rates: 'Tasas por importe',
    rate: 'Tasa',
  },
} satisfies Overrides<typeof es.words>
