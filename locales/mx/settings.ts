import type * as es from '../es/settings.ts'
import type { Overrides } from '../shape.ts'

export default {
  parts: {
    reference: 'Zonas, sucursales y subempresas',
  },
  currencies: {
    add: 'Agregar tipo de cambio',
  },
} satisfies Overrides<typeof es.default>

export const words = {
  changes: {
    limitKinds: {
      withdrawal: 'retiro',
    },
  },
  auditFields: {
    taxId: 'RFC',
  },
  changeFields: {
    firmTaxId: 'RFC de la entidad',
  },
} satisfies Overrides<typeof es.words>
