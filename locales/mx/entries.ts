import type es from '../es/entries.ts'
import type { Overrides } from '../shape.ts'

export default {
  kindHints: {
    adjustment: 'Corrige cualquier importe. Los pagos al SAT se registran en Impuestos.',
  },
  add: 'Agregar línea',
} satisfies Overrides<typeof es>
