import type es from '../es/letters.ts'
import type { Overrides } from '../shape.ts'

export default {
  letter: {
    contact: 'Si algo no cuadra o quieres cambiarlo, comunícate con {{name}}: {{ways}}.',
    contactOffice: 'Si algo no cuadra o quieres cambiarlo, comunícate con tu oficina.',
  },
  contribution: { intro: 'Depositamos en tu cuenta el dinero que nos enviaste.' },
} satisfies Overrides<typeof es>
