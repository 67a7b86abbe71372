import type es from '../es/letters.ts'
import type { Overrides } from '../shape.ts'

export default {
  letter: {
    contact: 'Si algo no cuadra o quieres cambiarlo, comunícate con {{name}}: {{ways}}.',
    contactOffice: 'Si algo no cuadra o quieres cambiarlo, comunícate con tu oficina.',
  },
  maturity: {
    instructions: {
      renew_principal: 'renovaremos el capital por el mismo plazo, a la tasa de ese día, y te pagaremos los intereses.',
      renew_all: 'renovaremos el capital y los intereses por el mismo plazo, a la tasa de ese día.',
    },
  },
  contribution: { intro: 'Depositamos en tu cuenta el dinero que nos enviaste.' },
} satisfies Overrides<typeof es>
