import type * as es from '../es/pictures.ts'
import type { Overrides } from '../shape.ts'

export default {
  set: 'Agregar foto',
} satisfies Overrides<typeof es.default>

export const words = {
  actions: {
    employee_pictureSet: 'Agrega una foto de perfil',
  },
} satisfies Overrides<typeof es.words>
