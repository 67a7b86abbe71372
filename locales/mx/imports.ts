import type es from '../es/imports.ts'
import type { Overrides } from '../shape.ts'

export default {
  kindTexts: {
    movements: 'Aportaciones, retiros, intereses, comisiones y ajustes, con su fecha.',
  },
  words: {
    withdrawal: 'Retiro',
  },
} satisfies Overrides<typeof es>
