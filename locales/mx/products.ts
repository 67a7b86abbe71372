import type es from '../es/products.ts'
import type { Overrides } from '../shape.ts'

export default {
  rates: {
    lead: 'Sustituye a la tarifa anterior desde su fecha. Las cuentas abiertas mantienen su tasa.',
    rate: 'Tasa %',
    add: 'Agregar tramo',
  },
  fields: {
    rate: 'Tasa',
    rateFrom: 'Tasa desde',
    rateTo: 'Tasa hasta',
  },
} satisfies Overrides<typeof es>
