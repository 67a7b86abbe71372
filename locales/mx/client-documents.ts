import type * as es from '../es/client-documents.ts'
import type { Overrides } from '../shape.ts'

export default {
  add: 'Agregar documento',
  added: 'Documento agregado.',
} satisfies Overrides<typeof es.default>

export const words = {
  actions: {
    clientDocument_added: 'Agrega un documento al expediente de un cliente',
  },
} satisfies Overrides<typeof es.words>
