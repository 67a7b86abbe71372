import type * as es from '../es/imports.ts'
import type { Overrides } from '../shape.ts'

export default {
  kindTexts: {
    movements: 'Aportaciones, retiros, intereses, comisiones y ajustes, con su fecha.',
  },
  words: {
    withdrawal: 'Retiro',
  },
} satisfies Overrides<typeof es.default>

/** What lists of all features say of this one. */
export const words = {
  changeFields: {
    withdrawal: 'Retiros',
  },
} satisfies Overrides<typeof es.words>
