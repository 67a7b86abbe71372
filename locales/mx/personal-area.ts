import type es from '../es/personal-area.ts'
import type { Overrides } from '../shape.ts'

export default {
  app: {
    lead: 'Una aplicación del celular (Aegis, Google Authenticator, 1Password…) genera un código nuevo cada 30 segundos.',
    replace: 'Cambiar de celular',
  },
  passkeys: {
    add: 'Agregar una llave',
    elsewhere: 'Las llaves se crean y se usan en {{address}}. Abre Atalaya en esa dirección para agregar una.',
  },
  recovery: {
    lead: 'Permiten entrar si pierdes el celular o la llave. Cada código es válido una sola vez.',
  },
} satisfies Overrides<typeof es>
