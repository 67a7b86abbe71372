import type es from '../es/event.ts'
import type { Overrides } from '../shape.ts'

export default {
  payload: {
    taxId: 'RFC',
    reserved: 'Reservado para retiros',
    officeName: 'Sucursal',
  },
} satisfies Overrides<typeof es>
