import type es from '../es/errors.ts'
import type { Overrides } from '../shape.ts'

export default {
  codes: {
    'secondFactor.needed': 'Tu perfil exige un segundo factor. Agrega otro antes de quitar este.',
  },
} satisfies Overrides<typeof es>
