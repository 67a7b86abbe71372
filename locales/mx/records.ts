import type * as es from '../es/records.ts'
import type { Overrides } from '../shape.ts'

export default {
  tags: {
    add: 'Agregar etiqueta',
    added: 'Etiqueta {{name}} agregada.',
  },
  manage: {
    lead: 'Sirven para clasificar clientes, cuentas y cambios propuestos. Se crean al agregarlas a una ficha.',
  },
} satisfies Overrides<typeof es.default>

export const words = {
  actions: {
    tag_added: 'Agrega una etiqueta',
  },
} satisfies Overrides<typeof es.words>
