import type es from '../es/product-studies.ts'
import type { Overrides } from '../shape.ts'

export default {
  fields: {
    effectiveRate: 'GAT nominal',
    rate: 'Tasa %',
  },
  variant: {
    noRateHint: 'La tarifa no incluye este importe y plazo. Introduce una tasa para calcularlo.',
    useTariff: 'Usar la tasa de la tarifa: {{rate}}',
  },
  paper: {
    noRate: 'Sin tasa para este importe y plazo',
  },
  add: 'Agregar variante',
} satisfies Overrides<typeof es>
