import type es from '../es/palette.ts'
import type { Overrides } from '../shape.ts'

export default {
  kinds: { payment: 'Retiros y pagos', batch: 'Lotes' },
  sections: { reference: 'Ajustes: zonas, sucursales y catálogos' },
} satisfies Overrides<typeof es>
