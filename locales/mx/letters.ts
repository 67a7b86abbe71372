import type es from '../es/letters.ts'
import type { Overrides } from '../shape.ts'

export default {
  letter: {
    contact: 'Si tienes alguna duda o quieres hacer algún cambio, comunícate con {{name}}: {{ways}}.',
    contactOffice: 'Si tienes alguna duda o quieres hacer algún cambio, comunícate con tu sucursal.',
  },
  maturity: {
    instructions: {
      renew_principal:
        'renovaremos el capital por el mismo plazo, a la tasa de ese día, y te abonaremos los intereses.',
      renew_all: 'renovaremos el capital y los intereses por el mismo plazo, a la tasa de ese día.',
    },
  },
  contribution: {
    intro: 'Abonamos en tu cuenta el importe que nos enviaste.',
  },
  payment: {
    intro: {
      withdrawal: 'Te hemos enviado el importe de tu retiro.',
    },
  },
} satisfies Overrides<typeof es>
