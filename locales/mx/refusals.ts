import type es from '../es/refusals.ts'
import type { Overrides } from '../shape.ts'

export default {
  codes: {
    'presentation.noAccounts': 'Agrega al menos una cuenta a la propuesta.',
    'presentation.noRate': 'Una cuenta de la propuesta no tiene tasa para su importe y plazo. Indícala.',
    'externalProduct.inUse': 'Ya hay posiciones en este producto: su tipo no se puede cambiar. Agrega otro producto.',
    'opening.rateChanged': 'La tasa ha cambiado desde la simulación. Revísala antes de continuar.',
    'cancellation.partial': 'La cancelación cierra la cuenta completa. Para disponer de una parte, solicita un retiro.',
    'cancellation.reserved': 'Hay un retiro en curso en esta cuenta. Espera a que se pague o cancélalo antes.',
    'entry.penaltyDue':
      'Disponer de ese dinero antes del vencimiento tiene penalización, y un asiento no la cobra. Solicita un retiro o cancela la cuenta.',
    'withdrawal.belowMinimum':
      'El saldo restante sería inferior al mínimo del producto. Retira menos o cancela la cuenta completa.',
    'withdrawal.penaltyChanged': 'La penalización ha cambiado. Revísala antes de solicitar el retiro.',
    'withdrawal.noPart':
      'Esta cuenta no admite retiros parciales antes del vencimiento: solo se puede cancelar completa.',
    'employee.officeWaits': 'Ya hay un cambio de sucursal pendiente de aprobación.',
    'bankAccount.inBatch': 'Hay un pago a esa cuenta en un lote. Espera a que se envíe o quítalo antes.',
    'tax.overOwed': 'Supera lo que se debe al SAT por esos meses en esa fecha.',
    'batch.tooOld':
      'La fecha de pago pasó hace más de cinco días hábiles: descarta el lote e incluye sus pagos en otro.',
    'batch.empty': 'Ninguno de esos pagos se puede incluir ahora en un lote.',
    'batch.tooLate': 'Este lote ya no admite esa acción.',
    'batch.notSent': 'El lote todavía no se ha enviado al banco: no se puede marcar como pagado.',
    'batch.orderWaits': 'Algún pago del lote ya no se puede enviar. Quítalo o descarta el lote.',
    'batch.noFile': 'El archivo se genera cuando el lote está aprobado.',
  },
} satisfies Overrides<typeof es>
