import type * as es from '../es/contacts.ts'
import type { Overrides } from '../shape.ts'

export default {
  emptyHint: 'Agrega aquí a cada persona que pueda llegar a ser cliente.',
} satisfies Overrides<typeof es.default>
