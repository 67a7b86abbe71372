import type es from '../es/refusals.ts'
import type { Overrides } from '../shape.ts'

export default {
  codes: {
    'opening.rateChanged': 'La tasa ha cambiado desde la simulación. Revísala antes de seguir.',
    'cancellation.partial': 'Cancelar cierra la cuenta entera. Para sacar una parte, solicita un retiro.',
    'cancellation.reserved': 'Hay un retiro en curso en esta cuenta. Espera a que salga, o cancélalo antes.',
    'entry.penaltyDue':
      'Sacar ese dinero antes del vencimiento tiene penalización, y un asiento no la cobra. Pide un retiro, o cancela la cuenta.',
    'withdrawal.belowMinimum':
      'Con ese retiro quedaría menos del mínimo del producto. Pide menos, o cancela la cuenta entera.',
    'withdrawal.penaltyChanged': 'La penalización ha cambiado. Revísala antes de pedir el retiro.',
  },
} satisfies Overrides<typeof es>
