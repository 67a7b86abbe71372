import type es from '../es/presentations.ts'
import type { Overrides } from '../shape.ts'

export default {
  editor: {
    rate: 'Tasa %',
    add: 'Agregar cuenta',
    noRate: 'Sin tasa para este importe y plazo',
  },
  paper: { rate: 'Tasa' },
} satisfies Overrides<typeof es>
