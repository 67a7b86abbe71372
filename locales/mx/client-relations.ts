import type * as es from '../es/client-relations.ts'
import type { Overrides } from '../shape.ts'

export default {
  add: 'Agregar relación',
  addTitle: 'Agregar una relación',
  added: 'Relación agregada.',
} satisfies Overrides<typeof es.default>

export const words = {
  actions: { client_relationAdded: 'Agrega una relación con otro cliente' },
} satisfies Overrides<typeof es.words>
