import type es from '../es/ledgers.ts'
import type { Overrides } from '../shape.ts'

export default {
  none: 'La entidad no ha agregado ninguna cuenta contable.',
  add: 'Agregar una cuenta',
} satisfies Overrides<typeof es>
