import type * as es from '../es/external-positions.ts'
import type { Overrides } from '../shape.ts'

export default {
  catalogue: {
    add: 'Agregar producto',
    addTitle: 'Agregar un producto al catálogo',
    emptyHint: 'Agrega el producto para poder registrar posiciones en él.',
  },
  add: { noProducts: 'El catálogo está vacío: agrega antes el producto.' },
} satisfies Overrides<typeof es.default>

/** What lists of all features say of this one. */
export const words = {
  actions: {
    externalProduct_added: 'Agrega un producto externo',
  },
  refusals: {
    'externalProduct.inUse': 'Ya hay posiciones en este producto: su tipo no se puede cambiar. Agrega otro producto.',
  },
} satisfies Overrides<typeof es.words>
