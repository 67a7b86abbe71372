import type es from '../es/imports.ts'
import type { Overrides } from '../shape.ts'

export default {
  kindTexts: {
    movements: 'Aportaciones, retiros, intereses, comisiones y ajustes, con su fecha.',
  },
  words: {
    withdrawal: 'Retiro',
  },
  mapping: {
    noKind: 'Si no se indica el tipo de movimiento, un importe positivo es una aportación y uno negativo, un retiro.',
  },
} satisfies Overrides<typeof es>
