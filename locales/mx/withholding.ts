import type es from '../es/withholding.ts'
import type { Overrides } from '../shape.ts'

export default {
  payer: { lead: 'De esto dependen las tasas que se aplican y los formatos que se presentan.' },
  rates: {
    title: 'Tasas de retención fiscal',
    lead: 'Cada tasa vale desde su fecha hasta la siguiente del mismo pagador, titular y lugar. Si sirven varias, se aplica la que más concreta. Lo ya retenido no cambia.',
    none: 'No hay ninguna tasa: no se pueden abonar intereses.',
    rate: 'Tasa',
    add: 'Agregar una tasa',
    removeNamed: 'Quitar la tasa de {{region}} desde el {{date}}',
    removeTitle: '¿Quitar esta tasa de retención fiscal?',
    removeText: 'Volverá a regir la anterior, si la hay. Lo ya retenido no cambia.',
    history: 'Ver también las anteriores',
  },
} satisfies Overrides<typeof es>
