import type * as es from '../es/withholding.ts'
import type { Overrides } from '../shape.ts'

export default {
  payer: { lead: 'Determina las tasas que se aplican y los formatos que se presentan.' },
  rates: {
    title: 'Tasas de retención fiscal',
    lead: 'Cada tasa se aplica desde su fecha hasta la de la siguiente del mismo pagador, titular y lugar. Si coinciden varias, se aplica la más específica. Las retenciones anteriores no cambian.',
    none: 'No hay ninguna tasa: no se pueden abonar intereses.',
    rate: 'Tasa',
    add: 'Agregar tasa',
    removeNamed: 'Quitar la tasa de {{region}} desde el {{date}}',
    removeTitle: '¿Quitar esta tasa de retención fiscal?',
    removeText: 'Volverá a aplicarse la anterior, si existe. Las retenciones anteriores no cambian.',
    history: 'Ver las anteriores',
  },
} satisfies Overrides<typeof es.default>

export const words = {
  changes: { rateRemoved: 'Quitar la tasa de retención del {{rate}} % desde el {{from}}: {{payee}}, {{region}}' },
} satisfies Overrides<typeof es.words>
