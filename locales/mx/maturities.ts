import type es from '../es/maturities.ts'
import type { Overrides } from '../shape.ts'

export default {
  fields: {
    rate: 'Tasa',
  },
  instruct: {
    leadParked:
      'Las cuentas ya han vencido: la instrucción se cumple de inmediato. Una renovación empieza hoy, a la tasa de hoy.',
  },
  reasons: {
    reserved: 'Retiro en curso: importe reservado',
    reserveFreed: 'Retiro anulado tras el vencimiento',
  },
  release: {
    text: 'Saldrá en la próxima lote de pagos hacia la cuenta bancaria del cliente.',
    done: 'Saldrá en la próxima lote de pagos.',
  },
} satisfies Overrides<typeof es>
