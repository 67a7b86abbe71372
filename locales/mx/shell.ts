import type es from '../es/shell.ts'
import type { Overrides } from '../shape.ts'

export default {
  screens: {
    payments: 'Retiros',
    payment: 'Retiro',
    paymentBatches: 'Lotes de pagos',
    paymentBatch: 'Lote',
    bankFile: 'Archivo del banco',
  },
} satisfies Overrides<typeof es>
