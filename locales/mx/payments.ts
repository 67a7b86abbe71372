import type * as es from '../es/payments.ts'
import type { Overrides } from '../shape.ts'

export default {
  emptyHint:
    'Un retiro se solicita desde la cuenta del cliente; los vencimientos y las cancelaciones crean los demás pagos.',
  title: 'Retiros',
  kinds: {
    withdrawal: 'Retiro',
  },
  states: {
    in_batch: 'En lote',
  },
  cancel: {
    action: 'Cancelar el retiro',
    title: '¿Cancelar este retiro?',
    confirm: 'Cancelar el retiro',
  },
  ofAccount: {
    title: 'Retiros y pagos de la cuenta',
  },
  request: {
    action: 'Solicitar retiro',
    title: 'Retiro de la cuenta {{number}}',
    none: 'El cliente no tiene ninguna CLABE para pagos. Agrégala en su ficha antes de solicitar el retiro.',
    reasonHint: 'Lo verá la persona que apruebe el retiro.',
    submit: 'Solicitar retiro',
    done: 'Retiro de {{amount}} solicitado.',
    noPart:
      'Esta cuenta no admite retiros parciales antes del vencimiento: solo se puede cancelar completa. Simula la cancelación para ver su costo.',
    held: 'El importe queda reservado hasta que se pague, se rechace o se cancele el retiro.',
  },
} satisfies Overrides<typeof es.default>

export const words = {
  screens: {
    payments: 'Retiros',
    payment: 'Retiro',
  },
  tasks: {
    withdrawal: 'Retiro',
  },
  modules: {
    bt_Retiradas: 'Retiros',
  },
  actions: {
    withdrawal_requested: 'Solicita un retiro',
    withdrawal_approved: 'Aprueba un retiro',
    withdrawal_canceled: 'Cancela un retiro',
  },
  entities: {
    bt_Retiradas: 'Pantalla: Retiros',
  },
  refusals: {
    'withdrawal.belowMinimum':
      'El saldo restante sería inferior al mínimo del producto. Retira menos o cancela la cuenta completa.',
    'withdrawal.penaltyChanged': 'La penalización ha cambiado. Revísala antes de solicitar el retiro.',
    'withdrawal.noPart':
      'Esta cuenta no admite retiros parciales antes del vencimiento: solo se puede cancelar completa.',
  },
} satisfies Overrides<typeof es.words>
