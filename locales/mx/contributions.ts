import type es from '../es/contributions.ts'
import type { Overrides } from '../shape.ts'

export default {
  upload: { known: 'Este archivo ya se había subido: no agrega nada.' },
  planned: { payment: 'Pago o lote', kinds: { batchPaid: 'Lote pagado' } },
  add: { action: 'Agregar manualmente', title: 'Agregar una aportación' },
} satisfies Overrides<typeof es>
