import type es from '../es/cancellations.ts'
import type { Overrides } from '../shape.ts'

export default {
  offers: { better_rate: 'Mejor tasa', partial_withdrawal: 'Retiro parcial' },
  ask: {
    lead: 'Cancelar cierra la cuenta entera. Para sacar una parte, solicita un retiro.',
    reserved:
      'De ese importe, {{amount}} están reservados para un retiro en curso: la cuenta se puede cancelar cuando salga o se anule.',
  },
  quote: {
    interestHow:
      'Tasa del contrato {{rate}}, menos {{points}} de penalización: {{penalised}} ({{dayCount}}). Se redondea al sumar.',
    rate: 'Tasa',
  },
} satisfies Overrides<typeof es>
