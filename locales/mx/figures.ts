import type * as es from '../es/figures.ts'
import type { Overrides } from '../shape.ts'

export default {
  figures: { withdrawalRequests: 'Solicitudes de retiro' },
  formulas: {
    captationOut:
      'Retiros y cancelaciones contabilizados entre el {{from}} y el {{to}}, para quien figura en el asiento.',
    netCaptation:
      'Aportaciones que son dinero nuevo, menos retiros y cancelaciones, contabilizados entre el {{from}} y el {{to}}, para quien figura en el asiento.',
    outflows:
      'Retiros, cancelaciones y vencimientos pagados que se contabilizaron entre el {{from}} y el {{to}}. Las anulaciones cuentan con el signo contrario en su propia fecha. Cada asiento cuenta con quien llevaba al cliente ese día.',
    withdrawalRequests:
      'Retiros cuyo dinero no había salido el {{to}}: solicitados, aprobados o en lote. Los enviados, pagados, devueltos, rechazados y anulados no cuentan.',
  },
  general: { captationLead: 'Dinero nuevo del periodo, en euros, y lo que salió por retiros y cancelaciones.' },
  parts: {
    requested: 'Solicitado',
    approved: 'Aprobado',
    in_batch: 'En lote',
    withdrawal: 'Retiros',
  },
} satisfies Overrides<typeof es.default>
