import type es from '../es/client-mail.ts'
import type { Overrides } from '../shape.ts'

export default {
  letter: {
    contact: 'Si tienes alguna duda, comunícate con {{name}}: {{ways}}.',
    contactOffice: 'Si tienes alguna duda, comunícate con tu sucursal.',
  },
} satisfies Overrides<typeof es>
