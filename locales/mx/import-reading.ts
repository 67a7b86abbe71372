import type es from '../es/import-reading.ts'
import type { Overrides } from '../shape.ts'

export default {
  mapping: {
    noKind: 'Si no se indica el tipo de movimiento, un importe positivo es una aportación y uno negativo, un retiro.',
  },
} satisfies Overrides<typeof es>
