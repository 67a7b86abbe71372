import type es from '../es/payments.ts'
import type { Overrides } from '../shape.ts'

export default {
  title: 'Retiros',
  kinds: { withdrawal: 'Retiro' },
  states: { in_batch: 'En lote' },
  cancel: { action: 'Cancelar el retiro', title: '¿Cancelar este retiro?', confirm: 'Cancelar el retiro' },
  ofAccount: { title: 'Retiros y pagos de la cuenta' },
  request: {
    action: 'Solicitar retiro',
    title: 'Retiro de la cuenta {{number}}',
    none: 'El cliente no tiene ninguna cuenta CLABE. Agrégala en su ficha antes de pedir el retiro.',
    reasonHint: 'Lo lee quien aprueba el retiro.',
    submit: 'Solicitar retiro',
    done: 'Retiro de {{amount}} solicitado.',
  },
} satisfies Overrides<typeof es>
