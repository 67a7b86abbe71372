import type es from '../es/product-studies.ts'
import type { Overrides } from '../shape.ts'

export default {
  fields: { effectiveRate: 'GAT nominal' },
  variant: { noRateHint: 'Su tarifa no tiene tasa para este importe y plazo. Escribe un interés para calcularlo.' },
  paper: { noRate: 'Sin tasa para este importe y plazo' },
} satisfies Overrides<typeof es>
