import type * as es from '../es/cancellations.ts'
import type { Overrides } from '../shape.ts'

export default {
  offers: {
    better_rate: 'Mejora de tasa',
    partial_withdrawal: 'Retiro parcial',
  },
  ask: {
    lead: 'La cancelación cierra la cuenta completa. Para disponer de una parte, solicita un retiro.',
    reserved:
      'De ese importe, {{amount}} están reservados para un retiro en curso. La cuenta se podrá cancelar cuando ese retiro se pague o se anule.',
  },
  quote: {
    interestHow:
      'Tasa del contrato {{rate}}, menos {{points}} de penalización: {{penalised}} ({{dayCount}}). Se redondea el total.',
    rate: 'Tasa',
    atContract: 'A tasa del contrato',
  },
  execute: {
    done: 'Cuenta cancelada. El pago saldrá en el próximo lote.',
  },
} satisfies Overrides<typeof es.default>

/** What lists of all features say of this one. */
export const words = {
  refusals: {
    'cancellation.partial': 'La cancelación cierra la cuenta completa. Para disponer de una parte, solicita un retiro.',
    'cancellation.reserved': 'Hay un retiro en curso en esta cuenta. Espera a que se pague o cancélalo antes.',
  },
} satisfies Overrides<typeof es.words>
