import type es from '../es/journals.ts'
import type { Overrides } from '../shape.ts'

export default {
  ledgers: {
    tax_payable: 'SAT, retenciones fiscales',
  },
} satisfies Overrides<typeof es>
