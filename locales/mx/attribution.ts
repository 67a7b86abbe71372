import type * as es from '../es/attribution.ts'
import type { Overrides } from '../shape.ts'

export default {
  rules: { add: 'Agregar regla' },
} satisfies Overrides<typeof es.default>
