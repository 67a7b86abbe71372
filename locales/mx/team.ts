import type es from '../es/team.ts'
import type { Overrides } from '../shape.ts'

export default {
  kinds: {
    withdrawal: 'Retiro',
  },
  file: {
    office: 'Sucursal',
  },
} satisfies Overrides<typeof es>
