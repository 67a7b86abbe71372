import type es from '../es/shell.ts'
import type { Overrides } from '../shape.ts'
import { screens } from './written/screens.ts'

export default {
  favourites: {
    add: 'Agregar {{page}} a favoritos',
    full: 'Ya tienes 12 favoritos: quita uno para agregar {{page}}',
  },
  screens,
} satisfies Overrides<typeof es>
