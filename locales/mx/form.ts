import type es from '../es/form.ts'
import type { Overrides } from '../shape.ts'

export default {
  codes: {
    partial: 'Para una disposición parcial, solicita un retiro.',
    noRate: 'No hay tasa para este importe y plazo.',
  },
} satisfies Overrides<typeof es>
